/** @import { Job, Program } from './types.js' */

/**
 * A process that stays up between the rounds and runs one version of the program on request:
 * `node contender.js <module>`, then one `{ jobs }` message per pass, answered by a `Pass`;
 * `{ close: true }` ends it.
 *
 * @typedef {object} Pass
 * @property {number} wallMs from the message to the last result; in the first pass with the import
 *   of the program
 * @property {number} cpuMs of this process, all threads, in that time
 * @property {number} idleCpuMs of this process since the end of the last pass: a pool that spins
 *   while it has nothing to do would show here, and slow the others down
 * @property {number} idleMs since the end of the last pass
 * @property {string[]} hashes in the order of the jobs
 * @property {string} [error]
 */
const [module] = process.argv.slice(2);

/** @type {Promise<Program> | undefined} */
let program;
let rest = { at: performance.now(), cpu: process.cpuUsage() };

/** @param {Job[]} jobs */
async function runPass(jobs) {
	const idleCpuMs = milliseconds(process.cpuUsage(rest.cpu));
	const start = { at: performance.now(), cpu: process.cpuUsage() };
	const idleMs = start.at - rest.at;
	program ??= import(module);
	const results = await (await program).transformAll(jobs);
	const wallMs = performance.now() - start.at;
	const cpuMs = milliseconds(process.cpuUsage(start.cpu));
	const hashes = results.map((result) => result.hash);
	rest = { at: performance.now(), cpu: process.cpuUsage() };
	return { wallMs, cpuMs, idleCpuMs, idleMs, hashes };
}

/** @param {NodeJS.CpuUsage} usage */
function milliseconds({ user, system }) {
	return (user + system) / 1000;
}

/** @param {{ jobs?: Job[], close?: boolean }} message */
async function answer({ jobs, close }) {
	if (jobs) {
		process.send?.(await runPass(jobs));
	} else if (close) {
		await (await program)?.close?.();
		process.disconnect();
	}
}

process.on('message', (/** @type {{ jobs?: Job[], close?: boolean }} */ message) => {
	answer(message).catch((error) => process.send?.({ error: error.stack }));
});
