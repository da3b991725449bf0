// What a value is on its way between two threads; both sides.
/** @import { KnownClasses } from './classes.js' */
/** @import { Notes } from './notes.js' */
/** @import { Lender } from './search.js' */
import { packGems } from './pack-gems.js';
import { registry } from './registry.js';
import { scan } from './scan.js';
import { substituteAll } from './substitute.js';
import { unpack } from './unpack.js';

/**
 * @template {object} T
 * @typedef {object} Packed
 * @property {T} root the value, for structured clone; what it cannot bring has been replaced in a copy
 * @property {object[] | undefined} gems what is to be kept until it has arrived: it keeps their memory
 * @property {Notes | undefined} notes for `unpack`
 * @property {object[] | undefined} transferList
 * @property {boolean} hasPlatformObjects whether it holds what only a message can carry, a Blob for one
 * @property {boolean} isShared whether it holds memory that threads share, GEMs apart
 * @property {number} weight objects and elements of arrays in it, each once
 */

/**
 * Prepare a value for structured clone.
 *
 * @template {object} T
 * @param {T} root an object or array made for this purpose: its keys start the paths of refusals
 * @param {KnownClasses} classes of this side
 * @param {Lender} [lender]
 * @returns {Packed<T>}
 * @throws {Refusal} for an instance of a class that the other side does not know
 */
export function pack(root, classes, lender) {
	const isQuick = lender?.functions === undefined && classes.identities === undefined;
	const packed = isQuick && packGems(root, lender !== undefined);
	if (packed) {
		if (packed.gems) registry.gems?.leave(packed.gems, lender !== undefined);
		const { gems, notes, weight } = packed;
		return {
			gems,
			root: packed.root,
			notes,
			transferList: undefined,
			hasPlatformObjects: false,
			isShared: false,
			weight,
		};
	}
	const search = scan(root, classes, lender);
	// What a call sends the caller's side keeps until it is settled; whether its message is ever read nobody can say.
	if (search.gems) registry.gems?.leave(search.gems, lender !== undefined);
	return {
		gems: search.gems,
		root: search.substituted ? /** @type {T} */ (substituteAll(search)) : root,
		notes: search.notes,
		transferList: search.transferList,
		hasPlatformObjects: search.hasPlatformObjects,
		isShared: search.isShared,
		weight: search.weight,
	};
}

/**
 * Clone a value as a trip to another thread would.
 *
 * @template {object} T
 * @param {T} root
 * @param {KnownClasses} from classes of the side that it leaves
 * @param {KnownClasses} to classes of the side that it gets to
 * @returns {T}
 * @throws {unknown} a Refusal, or that of structured clone
 */
export function cloneLikeATrip(root, from, to) {
	const packed = pack(root, from);
	const copy = structuredClone(packed.root, /** @type {any} */ ({ transfer: packed.transferList }));
	return packed.notes ? unpack(copy, packed.notes, to) : copy;
}
