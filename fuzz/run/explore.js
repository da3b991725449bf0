/** @import { Program, SceneOptions } from '../generate/program.js' */
/** @import { Tamper } from './lower.js' */
/** @import { Runner, Verdict } from './check.js' */
/** @import { Spoil } from './trip.js' */
import { generateProgram } from '../generate/program.js';
import { print } from '../generate/tree.js';
import { shrink } from '../shrink/shrink.js';
import { check } from './check.js';
import { namesOutside } from './free-names.js';

/** What counts as a failure: of the compiler, the runtime or the generator. */
const FAILURES = new Set(['unexpected', 'differs', 'crash', 'invalid']);

/** @param {Verdict} verdict */
export const isFailure = ({ kind }) => FAILURES.has(kind);

/**
 * @param {Program} program
 * @returns {Map<string, string>} name → source text
 */
export const sourcesOf = ({ files }) => new Map(files.map(({ name, text }) => [name, print(text)]));

/**
 * @param {Program} program
 * @param {{ tamper?: Tamper, stub?: (host: string) => string, untold?: readonly string[], spoil?: Spoil, runner?: Runner }} [options] as of `check`
 * @returns {Promise<Verdict>}
 */
export const checkProgram = (program, options) =>
	check({ ...program, sources: sourcesOf(program) }, options);

/**
 * Generate the program of a seed and check it.
 *
 * @param {number} seed
 * @param {{ tamper?: Tamper, stub?: (host: string) => string, untold?: readonly string[], spoil?: Spoil, runner?: Runner, scenes?: SceneOptions }} [options]
 * @returns {Promise<{ program: Program, verdict: Verdict }>}
 */
export async function explore(seed, options = {}) {
	const program = generateProgram(seed, options.scenes);
	return { program, verdict: await checkProgram(program, options) };
}

/**
 * Shrink a program that fails.
 *
 * @param {Program} program
 * @param {Verdict} verdict of it
 * @param {{ tamper?: Tamper, stub?: (host: string) => string, untold?: readonly string[], spoil?: Spoil, runner?: Runner, limit?: number, accepts?: (program: Program) => Promise<boolean> }} [options]
 *   `accepts`: what a smaller program has to be as well
 * @returns {Promise<{ program: Program, verdict: Verdict }>} a smaller one that fails in the same way
 */
export async function shrinkFailure(program, verdict, options = {}) {
	const known = namesOutside(verdict.lowered.plain);
	let smallest = verdict;
	const fails = async (/** @type {Program} */ candidate) => {
		const next = await checkProgram(candidate, options);
		if (next.kind !== verdict.kind || next.signature !== verdict.signature) return false;
		// What uses a name that is gone fails for another reason.
		const names = known && namesOutside(next.lowered.plain);
		if (known && (!names || [...names].some((name) => !known.has(name)))) return false;
		if (options.accepts && !(await options.accepts(candidate))) return false;
		smallest = next;
		return true;
	};
	const smaller = await shrink(program, fails, options);
	return { program: smaller, verdict: smallest };
}
