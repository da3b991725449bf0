// What a value is on its way between two threads; both sides.
/** @import { KnownClasses } from './classes.js' */
/** @import { Notes } from './notes.js' */
/** @import { OriginsHolder } from './origins.js' */
/** @import { Lender } from './search.js' */
import { onlyOrigins } from './origins.js';
import { packGems } from './pack-gems.js';
import { receiverFor } from './search.js';
import { allGems } from './gem-copies.js';
import { scan } from './scan.js';
import { substituteAll } from './substitute.js';
import { unpack } from './unpack.js';
import { structuredClone } from '../primordials.js';

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
 * @property {string[] | undefined} losses what errors in it do not arrive with
 */

/**
 * Prepare a value for structured clone.
 *
 * @template {object} T
 * @param {T} root an object or array made for this purpose: its keys start the paths of refusals
 * @param {KnownClasses} classes of this side
 * @param {Lender} [lender]
 * @returns {Packed<T>}
 * @throws {unknown} a Refusal or a LateClassMet, for an instance of a class that the other side does not know, or does not know yet
 */
export function pack(root, classes, lender) {
	const receiver = receiverFor(lender);
	const isQuick =
		lender?.functions === undefined &&
		!lender?.origins?.hasCopies &&
		classes.identities === undefined;
	const packed = isQuick && packGems(root, receiver);
	if (packed) {
		if (packed.gems) allGems()?.leave(packed.gems, receiver);
		const { gems, notes, weight } = packed;
		return {
			gems,
			root: packed.root,
			notes,
			transferList: undefined,
			hasPlatformObjects: false,
			isShared: false,
			weight,
			losses: undefined,
		};
	}
	const search = scan(root, classes, lender);
	const substituted = /** @type {T} */ (substituteAll(search));
	// At the end: what is refused, or overflows the stack, has not left. What a call sends the caller's side keeps until it is settled; whether its message is ever read is not known.
	if (search.gems) allGems()?.leave(search.gems, receiver);
	return {
		gems: search.gems,
		root: substituted,
		notes: search.notes,
		transferList: search.transferList,
		hasPlatformObjects: search.hasPlatformObjects,
		isShared: search.isShared,
		weight: search.weight,
		losses: search.losses,
	};
}

/** One side of a call. @typedef {{ classes: KnownClasses, holder?: OriginsHolder }} Side `holder`: what it knows again */

/**
 * Clone a value as a trip to another thread would.
 *
 * @template {object} T
 * @param {T} root
 * @param {Side} from that it leaves
 * @param {Side} to that it gets to
 * @param {(losses: string[] | undefined) => void} [onLosses] gets what errors in it do not arrive with
 * @returns {T}
 * @throws {unknown} a Refusal, or that of structured clone
 */
export function cloneLikeATrip(root, from, to, onLosses) {
	const packed = pack(root, from.classes, onlyOrigins(from.holder));
	const copy = structuredClone(packed.root, /** @type {any} */ ({ transfer: packed.transferList }));
	const made = packed.notes ? unpack(copy, packed.notes, to.classes, onlyOrigins(to.holder)) : copy;
	onLosses?.(packed.losses);
	return made;
}
