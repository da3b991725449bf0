/** @import { Ten } from './src/objects.js' */
import { makeDocument } from '../gem-memory/document.js';

/**
 * @typedef {object} Pattern
 * @property {string} name
 * @property {'a' | 'b' | 'c' | 'd' | 'e' | 'f'} group arrays, strings, objects, paths, dictionaries, documents
 * @property {'read' | 'write' | 'both'} access
 * @property {string} file of `src/`
 * @property {string} unit the function
 * @property {number} size of the document: elements, rows, or times that an object is gone through
 * @property {(size: number) => any} content of the document
 * @property {(size: number) => any} [input] content of a second one, which is read only
 * @property {(size: number) => unknown[]} [more] arguments after the documents
 * @property {number} [accesses] per element; default 1
 * @property {boolean} [isAside] left out of the geometric mean: it compares ids where the plain run compares texts
 */

// Small enough for thousands of calls while it gets warm: V8 goes on with what it made for the first long loop otherwise.
const COUNT = 10_000;
const ROWS = 5_000;
/** Keys of a dictionary for each that a pass looks up. */
const KEYS = 10;
const WORDS = ['some', 'Important', 'words', 'among', 'many', 'others', 'that', 'come again'];

const ints = (/** @type {number} */ size) =>
	Array.from({ length: size }, (_, index) => (index * 31) & 1023);
const doubles = (/** @type {number} */ size) =>
	Array.from({ length: size }, (_, index) => index * 0.375 + 0.125);
const words = (/** @type {number} */ size) =>
	Array.from({ length: size }, (_, index) => WORDS[((index * 2654435761) >>> 8) % WORDS.length]);

/** @param {number} n @returns {Ten} */
const ten = (n) => {
	const [a, b, c, d, e] = [n & 1023, n + 0.5, n & 7, n * 0.25 + 0.125, n + 1];
	return { a, b, c, d, e, f: n * 0.125 + 0.5, g: n + 2, h: n - 0.5, i: n & 255, j: n * 1.5 + 0.25 };
};
const table = (/** @type {number} */ size) =>
	Array.from({ length: size }, (_, index) => ten(index + 1));

const nested = (/** @type {number} */ size) => ({
	a: {
		b: { c: Array.from({ length: size }, (_, index) => ({ d: index & 1023, e: index + 0.5 })) },
	},
});

const dictionary = (/** @type {number} */ size) =>
	Object.fromEntries(
		Array.from({ length: KEYS * size }, (_, index) => [`key-${index}`, index & 1023]),
	);
const keys = (/** @type {number} */ size, /** @type {number} */ count) =>
	Array.from({ length: size }, (_, index) => `key-${(index * 7919) % count}`);
const someKeys = (/** @type {number} */ size) => [keys(size, KEYS * size)];
const hotKeys = (/** @type {number} */ size) => [keys(size, 200)];

const arrays = { group: /** @type {const} */ ('a'), file: 'arrays.js', size: COUNT };
const strings = { group: /** @type {const} */ ('b'), file: 'strings.js', size: COUNT };
const objects = { group: /** @type {const} */ ('c'), file: 'objects.js' };
const object = { ...objects, size: ROWS, content: () => ten(1), accesses: 10 };
const rows = { ...objects, size: ROWS, content: table, accesses: 2 };
const paths = { group: /** @type {const} */ ('d'), file: 'paths.js', size: ROWS, content: nested };
const keyed = {
	...{ group: /** @type {const} */ ('e'), file: 'dictionary.js', unit: 'lookUp' },
	...{ size: COUNT, content: dictionary },
};
const documents = {
	...{ group: /** @type {const} */ ('f'), file: 'documents.js', size: 500 },
	content: (/** @type {number} */ size) => makeDocument(size * 190),
};
const [read, write, both] = /** @type {const} */ (['read', 'write', 'both']);
const times = (/** @type {number} */ size) => [size];

/** [GEM16 Fig. 9] and what it leaves out. @type {readonly Pattern[]} */
export const PATTERNS = [
	{ ...arrays, name: 'ints: sum', access: read, unit: 'sum', content: ints },
	{ ...arrays, name: 'ints: sum of v % 7', access: read, unit: 'sumRemainders', content: ints },
	{ ...arrays, name: 'doubles: sum', access: read, unit: 'sum', content: doubles },
	{ ...arrays, name: 'ints: out[i] = f(i)', access: write, unit: 'fillInts', content: ints },
	{
		...arrays,
		name: 'doubles: out[i] = f(i)',
		access: write,
		unit: 'fillDoubles',
		content: doubles,
	},
	{
		...{ ...arrays, name: 'ints: out[i] = f(in[i])', access: both },
		...{ unit: 'mapInts', content: ints, input: ints },
	},
	{
		...{ ...arrays, name: 'doubles: out[i] = f(in[i])', access: both },
		...{ unit: 'mapDoubles', content: doubles, input: doubles },
	},
	{ ...arrays, name: 'ints: a[i] = a[i] + 1', access: both, unit: 'increment', content: ints },
	{
		...arrays,
		name: 'doubles: a[i] = a[i] + 1',
		access: both,
		unit: 'increment',
		content: doubles,
	},
	{
		...{ ...strings, name: 'strings: registry[t] === key', access: read, isAside: true },
		...{ unit: 'count', content: words, more: () => ['words'] },
	},
	{ ...strings, name: 'strings: length', access: read, unit: 'characters', content: words },
	{ ...object, name: 'object: read 10 fields', access: read, unit: 'readFields', more: times },
	{ ...object, name: 'object: write 10 fields', access: write, unit: 'writeFields', more: times },
	{ ...object, name: 'object: update 10 fields', access: both, unit: 'updateFields', more: times },
	{ ...rows, name: 'rows: table[i].f', access: read, unit: 'readRows' },
	{ ...rows, name: 'rows: table[i].f = …', access: write, unit: 'writeRows' },
	{ ...rows, name: 'rows: update table[i].f', access: both, unit: 'updateRows', accesses: 4 },
	{ ...rows, name: 'rows: const row = table[i]', access: read, unit: 'readRowVariable' },
	{ ...rows, name: 'rows: for (const row of table)', access: read, unit: 'readRowsOf' },
	{ ...paths, name: 'path: a.b.c[i].d', access: read, unit: 'readPath' },
	{ ...paths, name: 'path: a.b.c[i].d = …', access: write, unit: 'writePath' },
	{ ...paths, name: 'path: update a.b.c[i].e', access: both, unit: 'updatePath' },
	{ ...keyed, name: 'dictionary: random keys', access: read, more: someKeys },
	{ ...keyed, name: 'dictionary: 200 hot keys', access: read, more: hotKeys },
	{ ...documents, name: 'document: traversal', access: read, unit: 'traverse', accesses: 10 },
	{ ...documents, name: 'document: recursive walk', access: read, unit: 'walk', accesses: 10 },
];
