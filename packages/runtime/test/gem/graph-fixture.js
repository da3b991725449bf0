import fc from 'fast-check';
import { checkInvariants, compactIfSparse } from '../../src/gem/graph/index.js';
import { createGem, releaseHandle } from '../../src/gem/memory/directory.js';
import { Region } from '../../src/gem/memory/region.js';

/**
 * @param {(region: Region) => void} body gets a region of its own
 */
export function withRegion(body) {
	const gem = createGem(0);
	try {
		body(new Region(gem));
	} finally {
		releaseHandle(gem);
	}
}

/**
 * @param {Region} region that holds one document only
 * @param {import('../../src/gem/graph/index.js').Node} root
 */
export function expectSound(region, root) {
	const cells = checkInvariants(region, root);
	if (region.usage().cells !== cells) {
		throw new Error(`${region.usage().cells} cells are allocated, the document has ${cells}`);
	}
}

/**
 * Compacts a region, however full it is.
 *
 * @param {Region} region
 * @param {import('../../src/gem/graph/index.js').Node} root
 * @returns {boolean} false when what is done to it is logged
 */
export function compactNow(region, root) {
	const { usage } = region;
	region.usage = () => ({ cells: 0, bytes: 1e9 });
	try {
		return compactIfSparse(region, root);
	} finally {
		region.usage = usage;
	}
}

/** @param {unknown} value @returns {any} */
export const jsonCopy = (value) => JSON.parse(JSON.stringify(value));

/** @param {any} value @returns {any} of this realm, with -0 and holes */
export function clone(value) {
	if (typeof value !== 'object' || value === null) return value;
	const copy = Array.isArray(value) ? new Array(value.length) : {};
	for (const key of Object.keys(value)) define(copy, key, clone(value[key]));
	return copy;
}

/** @param {any} object @param {string | number} key @param {any} value */
export function define(object, key, value) {
	Object.defineProperty(object, key, {
		value,
		writable: true,
		enumerable: true,
		configurable: true,
	});
}

/** The seed is printed when a property fails: `SEED=… npm test -- graph` runs it again. */
export const SEED = process.env.SEED === undefined ? {} : { seed: Number(process.env.SEED) };

const number = fc.oneof(
	fc.integer({ min: -5, max: 5 }),
	fc.integer(),
	fc.double(),
	fc.constantFrom(0, -0, NaN, Infinity, 2 ** 31, -(2 ** 31), 0.5),
);
const text = fc.oneof(
	fc.constantFrom(
		'',
		'a',
		'apple',
		'é',
		'€',
		'\ud800',
		'😀',
		'x'.repeat(80),
		'ÿ'.repeat(70),
		'€'.repeat(70),
	),
	fc.string({ unit: 'binary', maxLength: 12 }),
);
export const keys = fc.oneof(
	fc.constantFrom(
		'a',
		'b',
		'c',
		'd',
		'id',
		'name',
		'__proto__',
		'constructor',
		'length',
		'0',
		'7',
		'10',
		'01',
		'-1',
		'',
		'é',
		'€',
	),
	fc.string({ maxLength: 5 }),
);
export const primitives = fc.oneof(number, text, fc.boolean(), fc.constant(null));

/** Plain data of all kinds that JSON knows, and what it leaves out. */
export const {
	value: values,
	object: objects,
	array: arrays,
} = fc.letrec((tie) => ({
	value: fc.oneof({ maxDepth: 3, withCrossShrink: true }, primitives, tie('object'), tie('array')),
	leftOut: fc.constantFrom(undefined, () => 1),
	entry: fc.tuple(
		keys,
		fc.oneof({ weight: 9, arbitrary: tie('value') }, { weight: 1, arbitrary: tie('leftOut') }),
	),
	object: fc.oneof(
		fc.array(tie('entry'), { maxLength: 6 }).map((entries) => Object.fromEntries(entries)),
		fc.record(
			{ id: fc.integer(), name: text, price: number, tags: tie('array') },
			{ requiredKeys: ['id'] },
		),
	),
	array: fc.oneof(
		fc.array(tie('value'), { maxLength: 6 }),
		fc.array(fc.integer(), { maxLength: 9 }),
		fc.array(fc.double(), { maxLength: 5 }),
		fc.array(tie('object'), { maxLength: 5 }),
		fc.array(tie('leftOut'), { maxLength: 2 }),
	),
}));
