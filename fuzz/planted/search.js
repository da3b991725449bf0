// A process that looks for planted bugs; prints what it found as JSON, a line each. Names of bugs are its arguments.
/** @import { Bug } from './bugs.js' */
/** @import { Program } from '../generate/program.js' */
/** @import { Runner } from '../run/check.js' */
/** @import { Tamper } from '../run/lower.js' */
import { parseArgs } from 'node:util';
import { configure } from '../../packages/runtime/src/index.js';
import { generateProgram } from '../generate/program.js';
import { checkProgram, shrinkFailure } from '../run/explore.js';
import { formatSources } from '../run/format.js';
import { createPool } from '../run/pool.js';
import { BUGS } from './bugs.js';
import { withoutChecks } from './edit.js';

/** So many of the programs have a scene, as in a run. */
const SHARE = 0.5;

const { values, positionals } = parseArgs({
	options: {
		from: { type: 'string', default: '1' },
		most: { type: 'string', default: '10000' },
		known: { type: 'boolean', default: false },
		'no-shrink': { type: 'boolean', default: false },
	},
	allowPositionals: true,
});

process.on('unhandledRejection', () => {});
configure({ mode: 'inline' });

for (const bug of BUGS.filter(({ name }) => positionals.includes(name))) {
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
async function search({ scene, feature, known, tamper, stub, untold, spoil, isOfChecks }, runner) {
	const from = values.known ? (known ?? 1) : Number(values.from);
	let looked = 0;
	// The checks at run time would tell of some bugs: what is shown is that the comparison finds them.
	/** @type {Tamper} */
	const unchecked = (worker, context) => withoutChecks(tamper ? tamper(worker, context) : worker);
	const spoilt = isOfChecks && tamper ? tamper : unchecked;
	for (let seed = from; seed < from + Number(values.most); seed++) {
		const program = generateProgram(seed, { share: scene === undefined ? 0 : SHARE });
		// What has nothing to do with the bug need not be run.
		if (scene !== undefined && !program.features.has(`scene: ${scene}`)) continue;
		if (feature !== undefined && !program.features.has(feature)) continue;
		looked++;
		const options = { tamper: spoilt, stub, untold, spoil, runner };
		const verdict = await checkProgram(program, options);
		if (verdict.kind !== 'differs') continue;
		// The bug is what makes the difference, not the program.
		const accepts = async (/** @type {Program} */ one) =>
			isOfChecks || untold
				? (await checkProgram(one, { runner })).kind !== 'differs'
				: (await checkProgram(one, { runner, tamper: withoutChecks })).kind === 'same';
		if (!(await accepts(program))) continue;
		const programs = seed - from + 1;
		if (values['no-shrink']) return { seed, programs, looked, kind: verdict.kind };
		const smallest = await shrinkFailure(program, verdict, { ...options, accepts, limit: 600 });
		const sources = [...(await formatSources(smallest.program)).values()];
		const { kind, detail } = smallest.verdict;
		return { seed, programs, looked, sources, kind, detail };
	}
	return { kind: 'not found', looked };
}
