/** @import { Random } from './random.js' */
/** @import { Tree } from './tree.js' */
import { expression } from './tree.js';

/**
 * The types of the generated language. Each has one shape, so that every expression of a type fits every place for it:
 *
 * - `num`, `str`, `bool`
 * - `nums`: an array of numbers
 * - `rec`: `{ a: num, b: str, c: nums }`
 * - `pts`: an array of `{ x: num, y: num }`
 * - `map`: a Map of strings to numbers; `set`: a Set of numbers; `bytes`: an Int32Array; `date`: a Date
 */
export const TYPES = ['num', 'str', 'bool', 'nums', 'rec', 'pts', 'map', 'set', 'bytes', 'date'];

/** Types whose values are compared by content alone. */
export const PRIMITIVES = ['num', 'str', 'bool'];

/** Types whose values can be changed in place. */
export const CONTAINERS = TYPES.filter((type) => !PRIMITIVES.includes(type));

/** The simplest value of each type, which everything shrinks to. @type {Record<string, string>} */
export const SIMPLEST = {
	num: '1',
	str: "'s'",
	bool: 'true',
	nums: '[1]',
	rec: "{ a: 1, b: 's', c: [1] }",
	pts: '[{ x: 1, y: 1 }]',
	map: "new Map([['s', 1]])",
	set: 'new Set([1])',
	bytes: 'new Int32Array(1)',
	date: 'new Date(1)',
};

/** @type {Record<string, string>} */
export const TYPE_NAMES = {
	num: 'number',
	str: 'string',
	bool: 'boolean',
	nums: 'number[]',
	rec: '{ a: number; b: string; c: number[] }',
	pts: '{ x: number; y: number }[]',
	map: 'Map<string, number>',
	set: 'Set<number>',
	bytes: 'Int32Array',
	date: 'Date',
};

const NUMBERS = '0 1 2 3 4 5 7 9 10 -1 -2 0.5 -0 1e3 0x1f 1_000'.split(' ');
const STRINGS = ["'s'", "'x y'", "''", '"it\'s"', "'é'", '`t`', "'0'", "'a'"];

/** @param {Random} random @returns {string} */
const number = (random) => random.pick(NUMBERS);

/** @param {Random} random @returns {string} */
const numbers = (random) => Array.from({ length: random.int(4) }, () => number(random)).join(', ');

/** @param {Random} random @returns {string} */
const point = (random) => `{ x: ${number(random)}, y: ${number(random)} }`;

/** @type {Record<string, (random: Random) => string>} */
const LITERALS = {
	num: number,
	str: (random) => random.pick(STRINGS),
	bool: (random) => random.pick(['true', 'false']),
	nums: (random) => `[${numbers(random)}]`,
	rec: (random) => `{ a: ${number(random)}, b: ${random.pick(STRINGS)}, c: [${numbers(random)}] }`,
	pts: (random) => `[${Array.from({ length: random.int(3) }, () => point(random)).join(', ')}]`,
	map: (random) => `new Map([['s', ${number(random)}], ['a', ${number(random)}]])`,
	set: (random) => `new Set([${numbers(random)}])`,
	bytes: (random) => `Int32Array.of(${numbers(random)})`,
	date: (random) => `new Date(${1 + random.int(100)}000)`,
};

/**
 * @param {Random} random
 * @param {string} type
 * @returns {string} source text without names, which may stand in case.js as well
 */
export function literalText(random, type) {
	const literal = LITERALS[type];
	if (!literal) throw new TypeError(`there is no type ${type}`);
	return literal(random);
}

/** @param {Random} random @param {string} type @returns {Tree} */
export const literal = (random, type) => expression(type, [literalText(random, type)]);
