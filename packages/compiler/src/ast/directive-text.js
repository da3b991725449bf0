/** @import { Linked } from '../types.js' */
import { distance } from 'fastest-levenshtein';

/** The three directives, as a user writes them. */
const DIRECTIVES = ['use cpu_bound', 'use try_cpu_bound', 'use no_cpu_bound'];

/** Directives of others within edit distance 2 of ours are no typos. */
const OTHERS = new Set([
	'use strict',
	'use client',
	'use server',
	'use cache',
	'use memo',
	'use asm',
]);

/**
 * Split a directive's text into mode and options.
 *
 * @param {string} text without quotes
 * @returns {{ mode: 'cpu_bound' | 'try_cpu_bound' | 'no_cpu_bound', rest: string } | null} null when it is not one of ours
 */
export function splitDirective(text) {
	const found = /^use ((?:try_|no_)?cpu_bound)(?: +(.*))?$/.exec(text);
	if (!found) return null;
	return { mode: /** @type {'cpu_bound'} */ (found[1]), rest: found[2] ?? '' };
}

/**
 * The directive that a text was probably meant to be.
 *
 * Options after the name do not count: `use cpu-bound pool=render` is a typo too.
 *
 * @param {string} text without quotes
 * @returns {string | null} null when no directive is within edit distance 2
 */
export function meantDirective(text) {
	if (splitDirective(text) || text.length < 8 || OTHERS.has(text)) return null;
	const words = text.trim().split(/\s+(?=\w+=)/)[0] ?? '';
	if (Math.abs(words.length - 15) > 5) return null;
	const best = DIRECTIVES.map((directive) => ({ directive, far: distance(words, directive) })).sort(
		(a, b) => a.far - b.far,
	)[0];
	return best && best.far <= 2 ? best.directive : null;
}

/** How a text starts that may be meant as a directive. */
const OPENINGS = ['"use ', "'use ", '`use '].map(needle);

/**
 * What directives have in common, and the package that the helper `cpuBound` comes from. A search is as fast as its first
 * character is rare.
 */
const MARK = needle('_bound');
const PACKAGE = needle('@lapidary/runtime');

/** The entries of the package that give a module GEMs: by making them, and by messages of other threads. */
const GEM_ENTRIES = ['@lapidary/runtime/gem', '@lapidary/runtime/workers'].map(needle);

/** @param {string} text @returns {boolean} whether it may have units that stay on the host where their callers do not wait */
export const mayBeOptional = (text) => text.includes('use try_cpu_bound');

/** @typedef {{ text: string, bytes: Buffer }} Needle what is searched for, in either kind of source: an encoded one is faster in bytes */

/** @param {string} text @returns {Needle} */
function needle(text) {
	return { text, bytes: Buffer.from(text) };
}

/**
 * Whether a file can hold anything for the compiler: the pre-scan, which costs a substring search.
 * It may say yes for nothing (a string, a comment), and never no for a directive, a typo of one
 * that starts with `use `, or an import of `cpuBound`.
 *
 * @param {string | Uint8Array} source text, or bytes in UTF-8
 * @returns {boolean}
 */
export function mayContainDirective(source) {
	const text = typeof source === 'string' ? source : asBuffer(source);
	if (hasAfterCpu(text) || importsHelper(text)) return true;
	for (const opening of OPENINGS) if (hasTypo(text, opening)) return true;
	return false;
}

/**
 * Whether a file may access GEMs: it names an entry of the runtime that gives it some. It costs a substring search as well.
 *
 * @param {string | Uint8Array} source text, or bytes in UTF-8
 * @returns {boolean}
 */
export function mayUseGems(source) {
	const text = typeof source === 'string' ? source : asBuffer(source);
	return GEM_ENTRIES.some((entry) => find(text, entry) >= 0);
}

/** @param {Uint8Array} bytes @returns {Buffer} the same memory */
const asBuffer = (bytes) =>
	Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** @param {string | Buffer} text @param {Needle} needle @param {number} [from] @returns {number} -1 when it is not there */
const find = (text, { text: characters, bytes }, from = 0) =>
	typeof text === 'string' ? text.indexOf(characters, from) : text.indexOf(bytes, from);

/** @param {string | Buffer} text @returns {boolean} whether `cpu_bound` is in it */
function hasAfterCpu(text) {
	for (let at = find(text, MARK); at >= 0; at = find(text, MARK, at + 6)) {
		if (at >= 3 && text.slice(at - 3, at).toString() === 'cpu') return true;
	}
	return false;
}

/** The helper is known by its import, from the runtime or its entry for the helper. @param {string | Buffer} text @returns {boolean} */
const importsHelper = (text) => find(text, PACKAGE) >= 0 && text.includes('cpu');

/** Longest text that is still within distance 2 of a directive, with room for options. */
const LONGEST = 60;

/** @param {string | Buffer} text @param {Needle} opening @returns {boolean} */
function hasTypo(text, opening) {
	for (let at = find(text, opening); at >= 0; at = find(text, opening, at + 5)) {
		const piece = text.slice(at + 1, at + LONGEST).toString();
		const end = piece.search(/["'`\n]/);
		if (end > 0 && meantDirective(piece.slice(0, end)) !== null) return true;
	}
	return false;
}

/** @param {Linked | undefined} linked @returns {boolean} whether units of other files read state of the file, so that it has to show it */
export const showsState = (linked) =>
	(linked?.shown ?? []).length + (linked?.privates ?? []).length + (linked?.marked ?? []).length >
	0;
