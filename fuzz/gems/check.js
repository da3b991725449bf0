/** @import { GemProgram } from './program.js' */
/** @import { Outcome } from './ways.js' */
import { shrink } from '../shrink/shrink.js';
import { generateGemProgram } from './program.js';
import { print } from '../generate/tree.js';
import { Guards } from './guards.js';
import { ALLOWING } from './policies.js';
import {
	compileProgram,
	evaluateLowered,
	evaluatePlain,
	PART,
	refused,
	run,
	sourceOf,
	TooLong,
} from './ways.js';

/**
 * How a program fared.
 *
 * - `same`: lowered, it does what it does as it is written, on GEMs; and on plain objects where the policies refuse nothing
 * - `refused`: the compiler does not take it
 * - `differs`: lowered, it does something else than as it is written
 * - `general`: on GEMs it does something else than on plain objects, whatever the compiler does
 * - `guards`: other GEMs have changed, whichever way it ran
 * - `crash`: the compiler threw, or its text is no program
 *
 * @typedef {object} Verdict
 * @property {'same' | 'refused' | 'differs' | 'general' | 'guards' | 'crash'} kind
 * @property {string} signature alike in failures of one cause, roughly
 * @property {string} detail for a person
 * @property {number} sites of GEMs in the lowered text
 * @property {string} source
 * @property {string} worker
 */

/** @typedef {{ tamper?: (worker: string) => string, isPlainToo?: boolean }} Options */

/** @param {Verdict} verdict */
export const isFailure = ({ kind }) => /^(differs|general|guards|crash)$/.test(kind);

/**
 * @param {GemProgram} program
 * @param {Options} [options]
 * @returns {Verdict}
 */
export function checkProgram(program, { tamper, isPlainToo = true } = {}) {
	const guards = new Guards();
	const base = { signature: '', detail: '', sites: 0, source: sourceOf(program), worker: '' };
	try {
		const compiled = compileProgram(program, tamper);
		const { source, worker, errors, sites } = compiled;
		Object.assign(base, { source, worker, sites });
		if (errors.length > 0) return { ...base, kind: 'refused', detail: errors.join('\n') };
		const same = (/** @type {any} */ policy) => policy;
		// Strings that grow without end end the run here, where they take the least memory.
		const plain = run(program, evaluatePlain(source, program), () => 'plain');
		refused.count = 0;
		const general = run(program, evaluatePlain(source, program), same);
		const isRefused = refused.count > 0;
		const lowered = run(program, evaluateLowered(worker, program), same);
		const changed = guards.changed();
		if (changed > 0)
			return {
				...base,
				kind: 'guards',
				signature: 'guards',
				detail: `${changed} other GEMs have changed`,
			};
		const different = difference(general, lowered);
		if (different) return { ...base, kind: 'differs', ...different };
		// An object is in a GEM once: what is assigned elsewhere is a copy, and the same object in a plain one.
		const isCopying = program.files.some(({ text }) => print(text).includes('// a copy'));
		const allows = !isCopying && program.documents.every(({ policy }) => ALLOWING.has(policy));
		// What a GEM refuses, a plain object does: a property of an array, or a copy of what is assigned.
		if (!isPlainToo || !allows || isRefused || /Lapidary|LP8/.test(general.result))
			return { ...base, kind: 'same' };
		// An object is in a GEM once: there it would be a copy.
		if (
			plain.isAliased ||
			plain.contents.some((content) => /\bundefined\b|\bproperty /.test(content))
		)
			return { ...base, kind: 'same' };
		const other = difference(plain, { ...general, result: general.result.replaceAll(PART, '') });
		return other ? { ...base, kind: 'general', ...other } : { ...base, kind: 'same' };
	} catch (error) {
		const { stack, message } = /** @type {Error} */ (error);
		if (error instanceof TooLong || message === 'Invalid string length')
			return { ...base, kind: 'refused', detail: message };
		return { ...base, kind: 'crash', signature: message.slice(0, 40), detail: String(stack) };
	} finally {
		guards.release();
	}
}

/** @param {Outcome} before @param {Outcome} after @returns {{ signature: string, detail: string } | null} */
function difference(before, after) {
	for (const [what, one, other] of [
		['result', before.result, after.result],
		['content of g', before.contents[0], after.contents[0]],
		['content of h', before.contents[1], after.contents[1]],
	]) {
		if (one === other) continue;
		const ends = [one, other].map((text) => /throws \w+ \w*/.exec(String(text))?.[0] ?? 'value');
		return { signature: `${what} ${ends.join(' -> ')}`, detail: `${what}: ${one}\n-> ${other}` };
	}
	return null;
}

/** @param {number} seed @param {Options} [options] @returns {{ program: GemProgram, verdict: Verdict }} */
export function explore(seed, options) {
	const program = generateGemProgram(seed);
	return { program, verdict: checkProgram(program, options) };
}

/**
 * Make a program that fails smaller.
 *
 * @param {GemProgram} program
 * @param {Verdict} verdict of it
 * @param {Options & { limit?: number }} [options]
 * @returns {Promise<{ program: GemProgram, verdict: Verdict }>} fails in the same way
 */
export async function shrinkFailure(program, verdict, options = {}) {
	let smallest = verdict;
	const fails = async (/** @type {any} */ candidate) => {
		const next = checkProgram(candidate, options);
		if (next.kind !== verdict.kind || next.signature !== verdict.signature) return false;
		smallest = next;
		return true;
	};
	const smaller = /** @type {any} */ (await shrink(/** @type {any} */ (program), fails, options));
	return { program: smaller, verdict: smallest };
}
