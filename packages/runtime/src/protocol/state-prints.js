// Fingerprints of what two threads have of the state; both sides.
/** @import { ChecksOfUnit, Readable } from './checks.js' */
/** @import { Looked } from './fingerprint.js' */
/** @import { Known } from './weak-entries.js' */
import { join, map, Object, OwnMap, OwnSet, push } from '../primordials.js';
import { fingerprint, isObject, lookAtKnown, lookAtState, printOfState } from './fingerprint.js';
import { knownIn } from './shown.js';

/** Of a fingerprint that could not be computed: the binding has no value yet. */
export const NONE = '-1';

/** @typedef {{ known?: (() => unknown)[], others?: ChecksOfUnit['others'] }} OthersKnown where objects are that both sides have, besides the state */

/**
 * The fingerprints of state, as a host sends them: text, which costs nothing to clone.
 *
 * @param {readonly (Looked | string)[]} looks at it
 * @param {OthersKnown} [others]
 * @returns {string}
 */
export function textOfLooks(looks, others = {}) {
	const known = knownTo(looks, others);
	return join(
		map(looks, (one) => textOf(one, known)),
		' ',
	);
}

/**
 * @param {readonly (Looked | string)[]} looks at state
 * @param {OthersKnown} others
 * @returns {Known[]} objects that both sides have; empty where no weak collection is asked for them
 */
export function knownTo(looks, { known, others = [] }) {
	if (!known || !looks.some((one) => typeof one !== 'string' && one.collections.length > 0))
		return [];
	/** @type {Known[]} */
	const found = [];
	for (let at = 0; at < looks.length; at++) {
		const one = looks[at];
		if (typeof one !== 'string') push(found, { ...one, place: `${at}` });
	}
	const files = others.map(([, file]) => file);
	const lists = [known, ...map([...new OwnSet(files)], knownIn)];
	for (let list = 0; list < lists.length; list++)
		for (let at = 0; at < lists[list].length; at++) {
			const one = lookAtOther(lists[list][at]);
			if (one) push(found, { ...one, place: `${list}.${at}` });
		}
	return found;
}

/** @param {() => unknown} read @returns {Omit<Known, 'place'> | undefined} */
function lookAtOther(read) {
	try {
		const value = read();
		return isObject(value) ? lookAtKnown(/** @type {object} */ (value)) : undefined;
	} catch {
		return undefined; // it has no value yet
	}
}

/** @param {Looked | string} looked @param {readonly Known[]} known @returns {string} */
export const textOf = (looked, known) =>
	typeof looked === 'string' ? looked : printOfState(looked, known);

/** @param {Readable} root @returns {Looked | string} its fingerprint, where nothing leads from it to weak collections */
export function look({ read, closedOver, without }) {
	let value;
	try {
		value = read();
	} catch {
		return NONE; // the program may read it in vain, and see the same error
	}
	return closedOver ? lookAtState(value, closedOver()) : String(fingerprint(value, { without }));
}

/** @param {Readable} root @param {readonly Known[]} [known] @returns {string} */
export const print = (root, known = []) => textOf(look(root), known);

/**
 * What a module has filled while it was loaded, of what its units go on to fill. Later it is too late to look: a unit has run.
 *
 * @param {Record<string, ChecksOfUnit>} checks by unit
 * @returns {Map<string, string>} fingerprints by name
 */
export function fingerprintsAsLoaded(checks) {
	/** @type {Map<string, string>} */
	const found = new OwnMap();
	for (const id of Object.keys(checks)) {
		const { loaded = [], state = {}, closedOver = [] } = checks[id];
		for (let at = 0; at < loaded.length; at++) {
			const name = loaded[at];
			if (Object.hasOwn(state, name) && !found.has(name))
				found.set(name, print({ read: state[name], closedOver: () => closedOver }));
		}
	}
	return found;
}
