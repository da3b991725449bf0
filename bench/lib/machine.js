import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @typedef {object} Machine what a figure needs beside it to mean anything
 * @property {string} date ISO 8601, UTC
 * @property {string} commit abbreviated hash, `+changes` when the tree differs from it
 * @property {string} cpu
 * @property {number} cores that this process may use
 * @property {number} memoryGB
 * @property {string} system
 * @property {string} node
 * @property {number} load run-queue length, average of the last minute before the run
 * @property {number} [others] what other programs used of the cores during the run, 0 to 1; NaN where it is not known
 * @property {string[]} flags of this Node process
 */

/** @returns {Machine} */
export function describeMachine() {
	return {
		date: new Date().toISOString(),
		commit: describeCommit(),
		cpu: cpus()[0]?.model ?? 'unknown',
		cores: availableParallelism(),
		memoryGB: Math.round(totalmem() / 2 ** 30),
		system: `${process.platform} ${process.arch}`,
		node: process.version,
		load: loadavg()[0],
		flags: process.execArgv,
	};
}

/** @param {Machine} machine */
export function machineLine(machine) {
	return [
		machine.cpu,
		`${machine.cores} cores`,
		`${machine.memoryGB} GB`,
		machine.system,
		`Node ${machine.node}`,
		`commit ${machine.commit}`,
		machine.date.slice(0, 16).replace('T', ' ') + ' UTC',
		...othersOf(machine),
		...(machine.flags.length > 0 ? [`flags ${machine.flags.join(' ')}`] : []),
	].join(' · ');
}

/** @param {Machine} machine @returns {string[]} */
function othersOf({ load, others }) {
	// The load counts what a benchmark before this one has left behind, too.
	if (others === undefined || Number.isNaN(others))
		return [`load before the run ${load.toFixed(2)}`];
	return [`others used ${Math.round(others * 100)} % of the cores`];
}

// Results are left out of the comparison: writing them must not make the next run "changed".
function describeCommit() {
	try {
		const commit = git('rev-parse', '--short=12', 'HEAD');
		const changed = git('status', '--porcelain', '--', '.', ':!bench/results');
		return changed === '' ? commit : `${commit}+changes`;
	} catch (error) {
		return `unknown (${/** @type {Error} */ (error).message.split('\n')[0]})`;
	}
}

/** @param {...string} args */
function git(...args) {
	return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim();
}
