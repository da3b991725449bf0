/** @import { Random } from '../generate/random.js' */

/**
 * What a document looks like, so that most accesses of a generated program find something.
 *
 * @typedef {{ kind: 'value', of: string } | { kind: 'array', of: Shape } | { kind: 'typed', of: Shape, name: string } | { kind: 'object', fields: Record<string, Shape> } | { kind: 'dictionary', of: Shape }} Shape
 */

/** @param {string} of @returns {Shape} */
const value = (of) => ({ kind: 'value', of });
/** @param {Shape} of @returns {Shape} */
const array = (of) => ({ kind: 'array', of });

/** Keys of dictionaries, and some that none has. */
export const KEYS = ['a', 'b', 'kk', '1', 'x y', 'toString', 'q'];

/** Kinds of values, with what a document may hold of them. @type {Record<string, readonly string[]>} */
const VALUES = {
	int: ['0', '1', '2', '3', '7', '-4', '1000', '2147483647'],
	double: ['0.5', '1.25', '-2.75', '1e9', '3', '0.1'],
	text: ["'s'", "''", "'amber'", "'é'", "'7'", "'amber'"],
	flag: ['true', 'false'],
	empty: ['null'],
};
VALUES.mixed = Object.values(VALUES).flat();
VALUES.big = ['0n', '1n', '-4n', '9007199254740993n'];

/** Kinds of typed arrays, with what lies in them. */
const TYPED = [
	...['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Uint16Array', 'Uint32Array'],
	...['Int32Array', 'Int32Array', 'Float32Array', 'Float64Array', 'Float64Array', 'BigInt64Array'],
];

/** @param {string} name @returns {Shape} */
export const typed = (name) => ({
	...{ kind: 'typed', name },
	of: value(/^Float/.test(name) ? 'double' : /^Big/.test(name) ? 'big' : 'int'),
});

/** @param {Random} random */
const someTyped = (random) => typed(random.pick(TYPED));

/** @param {Random} random @returns {Shape} of a value */
const someValue = (random) =>
	value(random.pick(['int', 'int', 'int', 'double', 'double', 'text', 'flag', 'mixed', 'empty']));

/** @param {Random} random @returns {Shape} of an object in a list */
function row(random) {
	/** @type {Record<string, Shape>} */
	const fields = { a: value('int'), b: value('double') };
	if (random.chance(0.5)) fields.s = value('text');
	if (random.chance(0.4))
		fields.n = { kind: 'object', fields: { x: value('int'), y: someValue(random) } };
	if (random.chance(0.3)) fields.z = someValue(random);
	if (random.chance(0.25)) fields.t = array(someValue(random));
	if (random.chance(0.15)) fields.v = someTyped(random);
	return { kind: 'object', fields };
}

/** @param {Random} random @returns {Shape} of an array */
const someArray = (random) =>
	random.weighted([
		[12, () => array(someValue(random))],
		[8, () => array(row(random))],
		[1, () => array(someTyped(random))],
	])();

/**
 * @param {Random} random
 * @param {boolean} isArray whether the root must be one
 * @returns {Shape}
 */
export function someShape(random, isArray) {
	if (!isArray && random.chance(0.06)) return someTyped(random);
	if (isArray || random.chance(0.3)) return someArray(random);
	/** @type {Record<string, Shape>} */
	const fields = { list: array(someValue(random)), f: value('int'), d: value('double') };
	if (random.chance(0.6)) fields.rows = array(row(random));
	if (random.chance(0.4))
		fields.p = { kind: 'object', fields: { q: someArray(random), r: row(random) } };
	if (random.chance(0.4)) fields.dict = { kind: 'dictionary', of: someValue(random) };
	if (random.chance(0.4)) fields.v = someTyped(random);
	if (random.chance(0.3)) fields.u = someValue(random);
	if (random.chance(0.2)) fields.grid = array(array(value('int')));
	return { kind: 'object', fields };
}

/**
 * @param {Random} random
 * @param {Shape} shape
 * @returns {string} content of that shape, now and then of another one
 */
export function someContent(random, shape) {
	switch (shape.kind) {
		case 'value':
			return random.pick(random.chance(0.03) ? VALUES.mixed : VALUES[shape.of]);
		case 'array':
			return someList(random, () => element(random, shape.of));
		case 'typed': {
			const kind = /** @type {{ of: string }} */ (shape.of).of;
			const values = kind === 'int' ? [...VALUES.int, ...VALUES.double] : VALUES[kind];
			return `new ${shape.name}(${someList(random, () => random.pick(values))})`;
		}
		case 'object': {
			const kept = Object.entries(shape.fields).filter(() => !random.chance(0.03));
			const order = random.chance(0.1) ? random.shuffle(kept) : kept;
			return `{ ${order.map(([key, of]) => `${key}: ${someContent(random, of)}`).join(', ')} }`;
		}
		default: {
			const keys = KEYS.slice(0, 5).filter(() => random.chance(0.8));
			return `{ ${keys.map((key) => `'${key}': ${someContent(random, shape.of)}`).join(', ')} }`;
		}
	}
}

/** @param {Random} random @param {() => string} element @returns {string} */
function someList(random, element) {
	const size = random.weighted([
		[1, 0],
		[2, 1],
		[6, 4],
		[1, 9],
	]);
	return `[${Array.from({ length: size }, element).join(', ')}]`;
}

/** @param {Random} random @param {Shape} shape @returns {string} */
const element = (random, shape) =>
	shape.kind !== 'value' && random.chance(0.04) ? 'null' : someContent(random, shape);
