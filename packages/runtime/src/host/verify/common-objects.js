import { Object, OwnSet } from '../../primordials.js';
import { entriesOf } from '../../protocol/places.js';

// A look at larger values would take longer than the runs that are compared.
const MOST_OBJECTS = 100_000;

/**
 * @param {unknown} left
 * @param {unknown} right
 * @returns {boolean} whether an object can be reached from both
 */
export function haveObjectInCommon(left, right) {
	const known = new OwnSet(objectsOf(right));
	for (const object of objectsOf(left)) if (known.has(object)) return true;
	return false;
}

/** @param {unknown} root @returns {Iterable<object>} the root's own array is none of them */
function* objectsOf(root) {
	/** @type {Set<object>} */
	const found = new OwnSet([/** @type {object} */ (root)]);
	for (const object of found) {
		if (object !== root) yield object;
		if (found.size > MOST_OBJECTS) return;
		const isView = ArrayBuffer.isView(object);
		const inner = entriesOf(object) ?? [];
		const values = isView ? [] : Object.values(Object.getOwnPropertyDescriptors(object));
		// A Set grows while it is walked.
		for (const value of [...inner, ...values.map((one) => one.value)])
			if (typeof value === 'object' && value !== null) found.add(value);
	}
}
