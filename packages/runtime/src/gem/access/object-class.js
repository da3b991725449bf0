/** @import { Region } from '../memory/region.js' */
import { F64, I32 } from '../memory/heap.js';
import {
	getDouble,
	getInt,
	getWord,
	logDouble,
	logInt,
	logWord,
	putDouble,
	putInt,
	putNone,
	putWord,
	SOURCES,
} from './numbers.js';

/**
 * Where one value of an object is: an integer or a double in the cell at `offset`, an integer in the word there (of an array of
 * integers), or a value that is known and stays.
 *
 * @typedef {{ kind: 'int' | 'double' | 'word' | 'known', offset: number, set: Setting }} Part
 */

/** How it may be set: not at all, by writing to memory, or by way of the region, which logs what was there. @typedef {'no' | 'memory' | 'log'} Setting */

/** Makes what reads and writes the values of one object: `slots` is the address of its first cell. @typedef {(slots: number, values: readonly unknown[], region: Region) => any} Make */

/** Classes by the names of what their objects have: the same for all objects of a make. Per-thread state. @type {Map<string, Make>} */
const classes = new Map();
const MOST_CLASSES = 4096;

/**
 * A class of its own for each make, with the places in its methods as constants: V8 checks once in a loop that the object is of the class, and
 * then reads and writes where the values are. Ten values in functions and variables of their own take twice the time.
 *
 * Threads: any; the class is the thread's own. Blocks: never.
 *
 * @param {string} name the same for the same parts
 * @param {readonly Part[]} parts
 * @returns {Make}
 */
export function classOf(name, parts) {
	const found = classes.get(name);
	if (found) return found;
	if (classes.size >= MOST_CLASSES) classes.clear();
	const made = write(parts) ?? assemble(parts);
	classes.set(name, made);
	return made;
}

/** `scale`: of the address of a cell, where places are counted otherwise. */
const ACCESSES = Object.freeze({
	int: { get: getInt, put: putInt, log: logInt, scale: 1 },
	double: { get: getDouble, put: putDouble, log: logDouble, scale: 1 },
	word: { get: getWord, put: putWord, log: logWord, scale: 2 },
});

/** @param {readonly Part[]} parts @returns {Make | null} null where code may not be made of text */
function write(parts) {
	const methods = parts.map(({ kind, offset, set }, at) => {
		if (kind === 'known') return `g${at}() { return this.v[${at}]; } p${at}() { return false; }`;
		const place = `${ACCESSES[kind].scale} * this.c + ${offset}`;
		const { get, put, log } = SOURCES[kind];
		const setter = set === 'memory' ? put(place) : set === 'log' ? log(place) : 'return false;';
		return `g${at}() { return ${get(place)}; } p${at}(value) { ${setter} }`;
	});
	const code = `class Part { constructor(c, v, r) { this.c = c; this.v = v; this.r = r; } ${methods.join(' ')} }
return (c, v, r) => new Part(c, v, r);`;
	try {
		return new Function('I32', 'F64', code)(I32, F64);
	} catch {
		return null;
	}
}

/** The same without text. @param {readonly Part[]} parts @returns {Make} */
function assemble(parts) {
	class Part {
		/** @param {number} c @param {readonly unknown[]} v @param {Region} r */
		constructor(c, v, r) {
			this.c = c;
			this.v = v;
			this.r = r;
		}
	}
	const prototype = /** @type {any} */ (Part.prototype);
	parts.forEach(({ kind, offset, set }, at) => {
		prototype[`p${at}`] = putNone;
		if (kind === 'known') {
			prototype[`g${at}`] = /** @this {Part} */ function () {
				return this.v[at];
			};
			return;
		}
		const { get, put, log, scale } = ACCESSES[kind];
		prototype[`g${at}`] = /** @this {Part} */ function () {
			return get(scale * this.c + offset);
		};
		if (set === 'no') return;
		prototype[`p${at}`] = /** @this {Part} @param {unknown} value */ function (value) {
			const place = scale * this.c + offset;
			return set === 'log' ? log(this.r, place, value) : put(place, value);
		};
	});
	return (c, v, r) => new Part(c, v, r);
}
