/** @import { Program } from '../generate/program.js' */
/** @import { Figures } from './figures.js' */
/** @import { Verdict } from './check.js' */
import { configure } from '../../packages/runtime/src/index.js';
import { explore, isFailure, sourcesOf } from './explore.js';
import { featuresOf } from './features.js';
import { noFigures } from './figures.js';
import { createPool } from './pool.js';

/** @typedef {{ seed: number, program: Program, verdict: Verdict, isPooled: boolean }} Failure */

/**
 * Check the programs of a range of seeds, and some of them on a real pool.
 *
 * @param {{ from: number, count: number, poolEvery: number }} range `poolEvery`: every so manieth; 0: none
 * @param {(failure: Failure) => Promise<void>} onFailure
 * @returns {Promise<Figures>}
 */
export async function checkRange({ from, count, poolEvery }, onFailure) {
	configure({ mode: 'inline' });
	const figures = noFigures();
	/** @type {number[]} */
	const sample = [];
	for (let seed = from; seed < from + count; seed++) {
		const { program, verdict } = await explore(seed);
		note(figures, program, verdict);
		if (isFailure(verdict)) await onFailure({ seed, program, verdict, isPooled: false });
		else if (poolEvery > 0 && seed % poolEvery === 0 && verdict.kind === 'same') sample.push(seed);
	}
	if (sample.length === 0) return figures;
	const { runner, end } = createPool();
	try {
		for (const seed of sample) {
			const { program, verdict } = await explore(seed, { runner });
			figures.pooled++;
			if (isFailure(verdict)) await onFailure({ seed, program, verdict, isPooled: true });
		}
	} finally {
		await end();
	}
	return figures;
}

/** @param {Figures} figures @param {Program} program @param {Verdict} verdict */
function note(figures, program, { kind, lowered, ran }) {
	figures.programs++;
	figures.calls += ran;
	if (lowered.units.length > 0 && lowered.errors.length === 0 && ran > 0) {
		figures.lowered++;
		for (const name of featuresOf(sourcesOf(program).values())) {
			figures.features[name] = (figures.features[name] ?? 0) + 1;
		}
	}
	if (kind === 'refused') figures.refused++;
	if (kind === 'warned') figures.warned++;
	for (const code of new Set(lowered.errors.map((one) => one.code))) {
		figures.codes[code] = (figures.codes[code] ?? 0) + 1;
	}
}
