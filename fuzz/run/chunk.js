/** @import { Program, SceneOptions } from '../generate/program.js' */
/** @import { Figures } from './figures.js' */
/** @import { Verdict } from './check.js' */
import { configure } from '../../packages/runtime/src/index.js';
import { generateProgram } from '../generate/program.js';
import { explore, isFailure } from './explore.js';
import { featuresOf } from './features.js';
import { noFigures } from './figures.js';
import { createPool } from './pool.js';

/** @typedef {{ seed: number, program: Program, verdict: Verdict, isPooled: boolean }} Failure */

/**
 * Check the programs of a range of seeds, and some of them on a real pool.
 *
 * @param {{ from: number, count: number, poolEvery: number, scenes?: SceneOptions }} range `poolEvery`: every so manieth, and those
 *   that need one; 0: none.
 * @param {{ onBegin?: (seed: number) => void, onFailure: (failure: Failure) => Promise<void> }} listeners
 * @returns {Promise<Figures>}
 */
export async function checkRange({ from, count, poolEvery, scenes }, { onBegin, onFailure }) {
	configure({ mode: 'inline' });
	const figures = noFigures();
	/** @type {number[]} */
	const sample = [];
	for (let seed = from; seed < from + count; seed++) {
		onBegin?.(seed);
		const { program, verdict } = await explore(seed, { scenes });
		note(figures, program, verdict);
		if (isFailure(verdict)) await onFailure({ seed, program, verdict, isPooled: false });
		else if (poolEvery > 0 && verdict.kind === 'same') {
			if (seed % poolEvery === 0 || program.needs.has('pool')) sample.push(seed);
		}
	}
	if (sample.length === 0) return figures;
	const { runner, refresh, end } = createPool();
	try {
		for (const seed of sample) {
			if (generateProgram(seed, scenes).needs.has('fresh threads')) await refresh();
			onBegin?.(seed);
			const { program, verdict } = await explore(seed, { runner, scenes });
			figures.pooled++;
			if (isFailure(verdict)) await onFailure({ seed, program, verdict, isPooled: true });
		}
	} finally {
		await end();
	}
	return figures;
}

/** @param {Figures} figures @param {Program} program @param {Verdict} verdict */
function note(figures, program, { kind, lowered, ran, isChecked = false }) {
	figures.programs++;
	figures.calls += ran;
	if (lowered.units.length > 0 && lowered.errors.length === 0 && ran > 0) {
		figures.lowered++;
		for (const name of featuresOf(program)) {
			figures.features[name] = (figures.features[name] ?? 0) + 1;
		}
	}
	if (kind === 'refused') figures.refused++;
	if (kind === 'warned') figures.warned++;
	if (kind === 'same' && isChecked) figures.checked++;
	for (const code of new Set(lowered.errors.map((one) => one.code))) {
		figures.codes[code] = (figures.codes[code] ?? 0) + 1;
	}
}
