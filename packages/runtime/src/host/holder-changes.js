// What a function that a call has lent changes of the object that it is a method of.
import { Object } from '../primordials.js';

/** Own data properties, by key. @typedef {Record<string, unknown>} Data */

/**
 * @param {object} holder
 * @returns {Data} without what accessors would give
 */
export function dataOf(holder) {
	/** @type {Data} */
	const data = Object.create(null);
	for (const key of Object.keys(holder)) {
		const descriptor = Object.getOwnPropertyDescriptor(holder, key);
		if (descriptor && 'value' in descriptor && typeof descriptor.value !== 'function')
			data[key] = descriptor.value;
	}
	return data;
}

/**
 * In the plain program the unit has the same object, and sees what its method has assigned to it.
 *
 * @param {Data} before
 * @param {object} holder
 * @returns {Data | undefined} the properties that have another value since; undefined when none has
 */
export function changesSince(before, holder) {
	const now = dataOf(holder);
	/** @type {Data | undefined} */
	let changes;
	for (const key of Object.keys(now)) {
		if (key in before && Object.is(before[key], now[key])) continue;
		changes ??= {};
		changes[key] = now[key];
	}
	return changes;
}
