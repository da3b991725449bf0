// What of a function two threads can compare; both sides.
import { OwnSet, textOfFunction, WeakMap } from '../primordials.js';
import { ownOf } from './content-readers.js';
import { hash } from './print.js';

/** How the source text of a function of the platform ends. */
const NATIVE = '[native code] }';

/** Lowering gives names that start so. The names of a program may, too. */
const PREFIX = /\$lp\d*_/;

/** How a stub refers to its unit, `$lp_score ??= $lp_unit("score.js#score"`, as bundlers leave it. */
const REFERENCE = /\$lp\d*_[\w$]+\s*\?\?=[^"'`;=]*unit[\w$]*\)?\(\s*["']/;

/** A name, what it is declared by, if that is a word in front of it, and what follows where it is called or read from. */
const USES =
	/(\b(?:function|class)\b[\s*]*|\.\s*)?(\$lp\d*_[\w$]+)(?=(\s*(?:\(|\[|\.(?!\.)|\?\?=))?)/g;

/** Characters of the source text of a function: classes of Node are long. */
const MOST_HASHED = 1000;

/** @param {Function} fn @returns {boolean} whether the platform has made it */
export const isNative = (fn) => textOfFunction(fn).endsWith(NATIVE);

/** @param {Function} fn @returns {boolean} whether its copy on the other side has another source text */
export const isLowered = (fn) => isLoweredText(textOfFunction(fn));

/**
 * Whether lowering has added to a source text. It adds calls of what the module imports and reads of what the module has. A name that the
 * function declares occurs as something else as well, `($lp_unit) => …`, and is the program's: two functions that use it are as different
 * as their sources.
 *
 * @param {string} text of a function
 * @returns {boolean}
 */
function isLoweredText(text) {
	if (!PREFIX.test(text)) return false;
	if (REFERENCE.test(text)) return true;
	const used = new OwnSet();
	const declared = new OwnSet();
	for (const [, before, name, after] of text.matchAll(USES))
		(before === undefined && after !== undefined ? used : declared).add(name);
	let isUsed = false;
	used.forEach((name) => (isUsed ||= !declared.has(name)));
	return isUsed;
}

/** @param {Function} fn @returns {string} its name, empty where the program has put something else there */
export function nameOfFunction(fn) {
	const name = ownOf(fn, 'name')?.value;
	return typeof name === 'string' ? name : '';
}

/** Names as short as those that minifiers give. */
const MOST_SHORT = 3;

/**
 * What host and worker module have in common of a name. Bundlers and minifiers see both modules one by one, and may call the same
 * function otherwise in each.
 *
 * @param {string} name of a function or class, or in its text
 * @returns {string} empty for a short one; without numbers at the end
 */
export function nameInBuilds(name) {
	if (name.length <= MOST_SHORT) return '';
	// By hand: `replace` runs what the program has put in its place.
	let end = name.length;
	while (end > 0 && isDigit(name.charCodeAt(end - 1))) end--;
	if (end < name.length && name[end - 1] === '$') end--;
	return name.slice(0, end);
}

/** @param {number} code of a character @returns {boolean} */
const isDigit = (code) => code >= 48 && code <= 57;

/** @param {string} name of a function or class @returns {number} 0 where builds have nothing of it in common */
export function wordOfName(name) {
	const known = nameInBuilds(name);
	return known === '' ? 0 : hash(known);
}

/**
 * A worker module has functions of an enclosing function at another indentation, so that spaces do not count.
 *
 * @param {Function} fn
 * @returns {number} a hash of how its source text begins
 */
export function hashOfText(fn) {
	const text = textOfFunction(fn);
	let kept = '';
	for (let at = 0; at < text.length && kept.length < MOST_HASHED; at++) {
		const character = /** @type {string} */ (text[at]);
		if (character > ' ') kept += character;
	}
	return hash(kept);
}

/** Of a function whose copy on the other side may have another source text. */
export const ANY = '*';

/**
 * What lowering may put around the calls of a function, and a worker module has the text without: `await f(x)`, `(await f(x)).y`,
 * `await Promise.all(xs.map(f))`.
 */
const AROUND_CALLS = /^[();]$/;
const ALL = ['Promise', '.all'];

/** Prints of functions; per thread. The source text of a function never changes. @type {WeakMap<Function, string>} */
const known = new WeakMap();

/**
 * A print of what a function or class does: its source text without comments, and of names what all builds have in common.
 *
 * @param {Function} fn
 * @returns {string} ANY where lowering has changed the text
 */
export function printOfCode(fn) {
	let print = known.get(fn);
	if (print === undefined) {
		const text = textOfFunction(fn);
		print = isLoweredText(text) ? ANY : String(hash(codeOf(text)));
		known.set(fn, print);
	}
	return print;
}

const TOKENS =
	/\/\/.*|\/\*[^]*?\*\/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(\.\s*)?[\p{ID_Start}$_][\p{ID_Continue}$]*|\d[\w.]*|\S/gu;
const NAME = /^[\p{ID_Start}$_]/u;
/** Words of the language that are as short as names which minifiers give. */
const WORDS = new OwnSet('do for get if in let new of set try var'.split(' '));

/** What may stand in front of the name of a class or function, as `codeOf` writes it. */
const HEAD = /^(class|(async )?function( \*)?) $/;
const MOST_HEAD = 'async function * '.length;

/** @param {string} text of a function @returns {string} */
function codeOf(text) {
	let code = '';
	let before = '';
	for (const [token] of text.slice(0, MOST_HASHED * 2).matchAll(TOKENS)) {
		if (/^\/[/*]/.test(token) || token === 'await' || AROUND_CALLS.test(token)) continue;
		// `class Point {}` is `Point = class {}` in some builds; whoever compares functions compares their names, too.
		const isOwnName = code.length <= MOST_HEAD && HEAD.test(code) && NAME.test(token);
		if (isOwnName && token !== 'extends') continue;
		const isName = NAME.test(token) && !WORDS.has(token);
		if (before === ALL[0] && token === ALL[1]) code = code.slice(0, -`${before} `.length);
		else code += isName ? `${nameInBuilds(token) || '_'} ` : `${token} `;
		before = token;
		if (code.length > MOST_HASHED) break;
	}
	return code;
}
