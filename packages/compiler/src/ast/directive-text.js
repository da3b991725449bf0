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

const OPENINGS = ['"use ', "'use ", '`use '];

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
	if (hasOurName(text)) return true;
	return OPENINGS.some((opening) => hasTypo(text, opening));
}

/** @param {Uint8Array} bytes @returns {Buffer} the same memory */
const asBuffer = (bytes) =>
	Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * `cpu_bound` of a directive, `cpuBound` and `cpu-bound` of the helper. One search for what they have in common is faster
 * than one for each.
 *
 * @param {string | Buffer} text
 * @returns {boolean}
 */
function hasOurName(text) {
	for (let at = text.indexOf('cpu'); at >= 0; at = text.indexOf('cpu', at + 3)) {
		if (/^(?:[_-]b|B)ound/.test(text.slice(at + 3, at + 9).toString())) return true;
	}
	return false;
}

/** Longest text that is still within distance 2 of a directive, with room for options. */
const LONGEST = 60;

/** @param {string | Buffer} text @param {string} opening @returns {boolean} */
function hasTypo(text, opening) {
	for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, at + 5)) {
		const piece = text.slice(at + 1, at + LONGEST).toString();
		const end = piece.search(/["'`\n]/);
		if (end > 0 && meantDirective(piece.slice(0, end)) !== null) return true;
	}
	return false;
}
