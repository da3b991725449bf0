/** @import { View } from './view.js' */
import * as graph from '../graph/index.js';
import { ensureStack } from '../memory/stack.js';
import { allowUpdate, expose } from './accesses.js';
import { plainOf } from './snapshot.js';
import { sideOf } from './sides.js';

const { apply } = Reflect;

/** Methods that change a whole array: what moves stays the object that it is, what is removed comes back as a plain copy. */
const UPDATES = /** @type {const} */ ([
	'push',
	'pop',
	'shift',
	'unshift',
	'splice',
	'fill',
	'copyWithin',
	'reverse',
	'sort',
]);

/** @typedef {(typeof UPDATES)[number]} Update */

/**
 * @param {View} view
 * @param {Update} name
 * @param {unknown[]} given
 * @param {boolean} isRaw the policy calls it
 * @returns {unknown}
 */
function update(view, name, given, isRaw) {
	const { handle, node } = view;
	const { region } = handle;
	const self = isRaw ? view.rawProxy : view.proxy;
	switch (name) {
		case 'push':
		case 'unshift':
			return graph[name](region, node, given.map(plainOf));
		case 'pop':
		case 'shift':
			return graph[name](region, node);
		case 'splice':
			return graph.splice(region, node, given.map(plainOf));
		case 'fill':
			graph.fill(region, node, [plainOf(given[0]), ...given.slice(1)]);
			return self;
		case 'copyWithin':
			graph.copyWithin(region, node, given);
			return self;
		case 'reverse':
			graph.reverse(region, node);
			return self;
		default:
			graph.sort(region, node, comparing(view, given[0], isRaw));
			return self;
	}
}

/**
 * @param {View} array
 * @param {any} compare as `sort` was given it
 * @param {boolean} isRaw
 * @returns {((one: any, other: any) => unknown) | undefined}
 */
function comparing(array, compare, isRaw) {
	if (compare === undefined) return undefined;
	const shown = (/** @type {unknown} */ value) => {
		if (!(value instanceof graph.Node)) return value;
		// The element's own index is not known here; those that are locked by it have no `sort`.
		const view = array.handle.view(value, array, '');
		return isRaw ? view.rawProxy : view.proxy;
	};
	return (one, other) => compare(shown(one), shown(other));
}

/** @param {boolean} isRaw @returns {Record<string, Function>} */
const makeUpdates = (isRaw) =>
	Object.freeze(
		Object.fromEntries(
			UPDATES.map((name) => [
				name,
				{
					/** @this {any} @param {unknown[]} given */
					[name](...given) {
						const side = sideOf(this);
						if (!side?.view.isArray) return apply(Array.prototype[name], this, given);
						if (side.isRaw) ensureStack();
						else allowUpdate(side.view, name);
						// Objects may have getters, and functions compare.
						const isPlain = given.every((each) => Object(each) !== each);
						const run = () => update(side.view, name, given, isRaw);
						return expose(isPlain ? run() : side.view.handle.hold(run));
					},
				}[name],
			]),
		),
	);

/** As users call them. Threads: who may by the policy. Blocks: where `onUpdate` does. */
export const arrayUpdates = makeUpdates(false);
/** As policies call them. Threads: who has the right by the policy. Blocks: never. */
export const rawUpdates = makeUpdates(true);

/**
 * What typed arrays in a GEM have beside their elements. They are no typed arrays of the platform, which would be a way past the
 * policy: `slice()` makes one.
 *
 * Threads: who may by the policy. Blocks: never.
 *
 * @type {Readonly<Record<string, Function>>}
 */
export const typedMethods = Object.freeze({
	...Object.fromEntries(
		[
			'at',
			'every',
			'find',
			'findIndex',
			'forEach',
			'includes',
			'indexOf',
			'join',
			'reduce',
			'some',
			'values',
			'entries',
			'keys',
			'toString',
		].map((name) => [name, Reflect.get(Array.prototype, name)]),
	),
	/** @this {object} @param {number} [start] @param {number} [end] @returns {object} a typed array of the platform, a copy */
	slice(start, end) {
		return /** @type {any} */ (plainOf(this)).slice(start, end);
	},
	/** @this {any} @param {ArrayLike<number>} values @param {number} [offset] @throws {RangeError} nothing is written then */
	set(values, offset) {
		const start = graph.toInteger(offset);
		if (values === undefined || values === null) throw new TypeError('there are no values to set');
		// A part of the same GEM may overlap with this.
		const from = Object(plainOf(values));
		const count = Math.max(graph.toInteger(from.length), 0);
		if (start < 0 || start + count > this.length) throw new RangeError('offset is out of bounds');
		for (let index = 0; index < count; index++) this[start + index] = from[index];
	},
	/** @this {any} @param {unknown} value @param {number} [start] @param {number} [end] */
	fill(value, start, end) {
		const { handle, node } = /** @type {View} */ (sideOf(this)?.view);
		const element = graph.convertElement(handle.region, node, value);
		const { length } = this;
		const first = graph.toPosition(start, length, 0);
		const last = graph.toPosition(end, length, length);
		for (let index = first; index < last; index++) this[index] = element;
		return this;
	},
});
