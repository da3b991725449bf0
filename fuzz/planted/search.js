// A process that looks for planted bugs; prints what it found as JSON, a line each. Names of bugs are its arguments.
/** @import { Bug } from './bugs.js' */
/** @import { Program } from '../generate/program.js' */
/** @import { Runner } from '../run/check.js' */
/** @import { Tamper } from '../run/lower.js' */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { configure } from '../../packages/runtime/src/index.js';
import { generateProgram } from '../generate/program.js';
import { BUGS } from './bugs.js';
import { plant } from './edit-compiler.js';
import { withoutChecks } from './edit.js';

/** So many of the programs have a scene, as in a run. */
const SHARE = 0.5;

const { values, positionals } = parseArgs({
	options: {
		from: { type: 'string', default: '1' },
		most: { type: 'string', default: '10000' },
		known: { type: 'boolean', default: false },
		// all programs have the scene of the bug
		alone: { type: 'boolean', default: false },
		'no-shrink': { type: 'boolean', default: false },
		// without any bug: how the program of the first seed fares
		plain: { type: 'boolean', default: false },
		scene: { type: 'string' },
	},
	allowPositionals: true,
});

process.on('unhandledRejection', () => {});
configure({ mode: 'inline' });

const bugs = BUGS.filter(({ name }) => positionals.includes(name));
const [{ edit } = {}] = bugs;
if (edit) plant(edit);
// The compiler is loaded after that, here alone: a module that imports it statically would have it as it is.
const { checkProgram, shrinkFailure } = await import('../run/explore.js');
const { formatSources } = await import('../run/format.js');
const { createPool } = await import('../run/pool.js');

if (values.plain) {
	const { kind } = await checkProgram(
		programOf(Number(values.from), values.scene ?? 'any', values.scene !== undefined),
		{ tamper: withoutChecks },
	);
	console.log(JSON.stringify({ kind }));
}
for (const bug of bugs) {
	const pool = bug.needsPool ? createPool() : null;
	const found = await search(bug, pool?.runner);
	const { name, scene = '' } = bug;
	console.log(JSON.stringify({ name, scene, ...found }));
	await pool?.end();
}
// A program that hangs leaves timers and threads.
process.exit();

/**
 * @param {Bug} bug
 * @param {Runner} [runner]
 * @returns {Promise<object>} the first program that shows it
 */
async function search(bug, runner) {
	const { scene, feature, known, tamper, stub, untold, spoil, isOfChecks } = bug;
	// Programs that all have the scene do not change with the weights of others.
	const isAlone = values.alone || values.known;
	const from = values.known ? (known ?? 1) : Number(values.from);
	let looked = 0;
	// The checks at run time would tell of some bugs: what is shown is that the comparison finds them.
	/** @type {Tamper} */
	const unchecked = (worker, context) => withoutChecks(tamper ? tamper(worker, context) : worker);
	const spoilt = isOfChecks && tamper ? tamper : unchecked;
	for (let seed = from; seed < from + Number(values.most); seed++) {
		const program = programOf(seed, scene, isAlone);
		// What has nothing to do with the bug need not be run.
		if (scene !== undefined && !program.features.has(`scene: ${scene}`)) continue;
		if (feature !== undefined && !program.features.has(feature)) continue;
		looked++;
		const options = { tamper: spoilt, stub, untold, spoil, runner };
		const verdict = await checkProgram(program, options);
		if (verdict.kind !== 'differs') continue;
		// The bug is what makes the difference, not the program.
		const accepts = async (/** @type {Program} */ one) =>
			bug.edit
				? isSameWithoutEdit(seed, isAlone ? scene : undefined)
				: isOfChecks || untold
					? (await checkProgram(one, { runner })).kind !== 'differs'
					: (await checkProgram(one, { runner, tamper: withoutChecks })).kind === 'same';
		if (!(await accepts(program))) continue;
		const programs = seed - from + 1;
		if (values['no-shrink'] || bug.edit) return { seed, programs, looked, kind: verdict.kind };
		const smallest = await shrinkFailure(program, verdict, { ...options, accepts, limit: 600 });
		const sources = [...(await formatSources(smallest.program)).values()];
		const { kind, detail } = smallest.verdict;
		return { seed, programs, looked, sources, kind, detail };
	}
	return { kind: 'not found', looked };
}

/** @param {number} seed @param {string} [scene] @param {boolean} [isAlone] all have the scene @returns {Program} with scenes where one is looked for */
function programOf(seed, scene, isAlone) {
	if (isAlone && scene !== undefined) return generateProgram(seed, { only: scene });
	return generateProgram(seed, { share: scene === undefined ? 0 : SHARE });
}

/** @param {number} seed @param {string | undefined} scene that all programs have @returns {Promise<boolean>} what another process says, whose compiler is as it is */
async function isSameWithoutEdit(seed, scene) {
	const self = fileURLToPath(import.meta.url);
	const args = [...process.execArgv, self, '--plain', '--from', String(seed)];
	if (scene !== undefined) args.push('--scene', scene);
	const { stdout } = await promisify(execFile)(process.execPath, args);
	return JSON.parse(stdout).kind !== 'differs';
}
