// What weak collections of the state have for objects that two threads know; both sides.
import { types } from 'node:util';
import { Math, OwnMap, push } from '../primordials.js';
import { isInWeakMap, isInWeakSet, valueInWeakMap } from './content-readers.js';

/** Objects of a value that weak collections are asked for: each takes 20 to 50 ns for a collection. */
const MOST_OBJECTS = 1_000;

/** Weak collections of a value that are asked. */
const MOST_COLLECTIONS = 16;

/**
 * Objects that both threads have, as a walk over a value has met them: the first is the value itself, and the others are the same ones in the same
 * order where the values have the same `number`.
 *
 * @typedef {{ place: string, number: string, objects: readonly object[] }} Known `place`: the same in both threads
 */

/** @param {unknown} object @returns {boolean} */
export const isWeak = (object) => types.isWeakMap(object) || types.isWeakSet(object);

/**
 * The keys of a weak collection cannot be listed, so that it is asked for each object that both sides know. Objects of calls, by which
 * caches remember what they have computed, are not among these.
 *
 * @param {readonly object[]} collections of a value, in the order of a walk over it
 * @param {readonly Known[]} known
 * @param {(value: unknown) => number} fingerprint
 * @returns {string} compared by `isSameEntries`
 */
export function printOfEntries(collections, known, fingerprint) {
	let text = '';
	const found = (/** @type {readonly object[]} */ objects, /** @type {number} */ from) => {
		const entries = entriesOf(collections, objects, from);
		return entries.length === 0 ? 0 : fingerprint(entries);
	};
	for (let at = 0; at < known.length; at++) {
		const { place, number, objects } = known[at];
		if (objects.length === 0) continue;
		text += `;${place}=${found([objects[0]], 0)}`;
		if (objects.length > 1) text += `;${place}/${number}=${found(objects, 1)}`;
	}
	return text;
}

/** @param {readonly object[]} collections @param {readonly object[]} objects @param {number} from @returns {unknown[]} of each entry, the numbers of the collection and of the object, and the value */
function entriesOf(collections, objects, from) {
	/** @type {unknown[]} */
	const entries = [];
	const most = Math.min(collections.length, MOST_COLLECTIONS);
	const end = Math.min(objects.length, MOST_OBJECTS);
	for (let number = 0; number < most; number++) {
		const collection = collections[number];
		const isMap = types.isWeakMap(collection);
		for (let at = from; at < end; at++) {
			const object = objects[at];
			if (!(isMap ? isInWeakMap(collection, object) : isInWeakSet(collection, object))) continue;
			push(entries, number, at, isMap ? valueInWeakMap(collection, object) : true);
		}
	}
	return entries;
}

/**
 * @param {readonly string[]} one what a thread has made of collections
 * @param {readonly string[]} other what another thread has made of them
 * @returns {boolean} whether they have the same for all objects that both have compared
 */
export function isSameEntries(one, other) {
	/** @type {Map<string, string>} */
	const there = new OwnMap();
	for (const entry of other) {
		const [place = '', print = ''] = entry.split('=');
		there.set(place, print);
	}
	return one.every((entry) => {
		const [place = '', print] = entry.split('=');
		return (there.get(place) ?? print) === print;
	});
}
