/** @import { Random } from '../generate/random.js' */
/** @import { Part, Tree } from '../generate/tree.js' */
/** @import { Shape } from './shapes.js' */
import { expression } from '../generate/tree.js';
import { KEYS } from './shapes.js';

/**
 * Names that a piece of a program may use.
 *
 * @typedef {object} Scope
 * @property {Random} random
 * @property {readonly { name: string, shape: Shape }[]} roots GEMs, and parts of them
 * @property {readonly string[]} indexes variables with numbers
 * @property {readonly string[]} keys variables with strings
 * @property {readonly string[]} values variables with anything
 * @property {readonly string[]} odd objects that run statements when they are converted, and their getters
 * @property {(scope: Scope, most: number) => Tree} body statements, for what stands in others
 * @property {number} depth how deep this piece lies in others
 * @property {boolean} isLoop `break` and `continue` may stand here
 */

/** @typedef {{ text: Part[], shape: Shape }} Place */

/** @param {Scope} scope @returns {Scope} of what is part of the piece */
export const deeper = (scope) => ({ ...scope, depth: scope.depth + 1 });

/**
 * @param {Scope} scope
 * @returns {Part} the text of an index
 */
export function someIndex({ random, indexes, odd }) {
	if (odd.length > 0 && random.chance(0.2)) {
		const one = random.pick(odd);
		return expression('num', [random.pick([one, `${one} * 1`, `2 - ${one}`])]);
	}
	const literal = () => random.pick(['0', '1', '2', '3', '5']);
	if (indexes.length === 0) return expression('num', [literal()]);
	const name = random.pick(indexes);
	const text = random.weighted([
		[12, name],
		[2, `${name} + 1`],
		[2, `${name} - 1`],
		[1, `${name} * 0.5`],
		[1, `${name} * 2 + 1`],
		[1, `${name} | 0`],
		[1, `${name} >> 1`],
		[1, `-${name}`],
		[1, `'${random.int(3)}'`],
		[1, `String(${name})`],
		[2, literal()],
	]);
	return expression('num', [text]);
}

/** @param {Scope} scope @returns {Part} a string that may be a key */
export function someKey({ random, keys }) {
	if (keys.length > 0 && random.chance(0.7)) return expression('str', [random.pick(keys)]);
	return expression('str', [`'${random.pick(KEYS)}'`]);
}

/**
 * A place that a root leads to, by a walk of chance.
 *
 * @param {Scope} scope
 * @param {(shape: Shape) => boolean} accepts
 * @returns {Place | null} null: none was found
 */
export function somePlace(scope, accepts) {
	const { random, roots } = scope;
	for (let attempt = 0; attempt < 12; attempt++) {
		const { name, shape } = random.pick(roots);
		/** @type {Place} */
		let place = { text: [name], shape };
		for (let step = 0; step < 5; step++) {
			if (accepts(place.shape) && (step > 2 || random.chance(0.6))) return place;
			if (place.shape.kind === 'value') break;
			place = next(scope, place);
		}
		if (accepts(place.shape)) return place;
	}
	return null;
}

/** @param {Scope} scope @param {Place} place of no value @returns {Place} one step further */
function next(scope, { text, shape }) {
	const { random, indexes } = scope;
	switch (shape.kind) {
		case 'typed':
		case 'array':
			// A row that is not there ends the loop.
			return shape.of.kind !== 'value' && indexes.length > 0 && random.chance(0.7)
				? { text: [...text, `[${indexes[indexes.length - 1]}]`], shape: shape.of }
				: { text: [...text, '[', someIndex(scope), ']'], shape: shape.of };
		case 'dictionary':
			return random.chance(0.7)
				? { text: [...text, '[', someKey(scope), ']'], shape: shape.of }
				: { text: [...text, `.${random.pick(['a', 'b', 'kk', 'none'])}`], shape: shape.of };
		case 'object': {
			const key = random.pick(Object.keys(shape.fields));
			if (random.chance(0.02))
				return { text: [...text, '.none'], shape: { kind: 'value', of: 'empty' } };
			return {
				text: [...text, random.chance(0.9) ? `.${key}` : `['${key}']`],
				shape: shape.fields[key],
			};
		}
		default:
			throw new Error('a value leads nowhere');
	}
}

export const isValue = (/** @type {Shape} */ { kind }) => kind === 'value';
export const isArray = (/** @type {Shape} */ { kind }) => kind === 'array';
export const isTyped = (/** @type {Shape} */ { kind }) => kind === 'typed';
/** What has elements and a length. */
export const isList = (/** @type {Shape} */ shape) => isArray(shape) || isTyped(shape);
export const isNumber = (/** @type {Shape} */ shape) =>
	shape.kind === 'value' && (shape.of === 'int' || shape.of === 'double');
export const isRows = (/** @type {Shape} */ shape) =>
	shape.kind === 'array' && shape.of.kind === 'object';
export const isValues = (/** @type {Shape} */ shape) =>
	shape.kind === 'array' && shape.of.kind === 'value';
/** What has values as elements, and the methods that typed arrays have, too. */
export const isValueList = (/** @type {Shape} */ shape) => isValues(shape) || isTyped(shape);
