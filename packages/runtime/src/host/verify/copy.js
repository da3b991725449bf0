/** @import { KnownClasses } from '../../protocol/classes.js' */
/** @import { Lender } from '../../protocol/search.js' */
/** @import { Borrower } from '../../protocol/unpack.js' */
import { Object, structuredClone } from '../../primordials.js';
import { OF_HOST, Origins } from '../../protocol/origins.js';
import { receiverFor } from '../../protocol/search.js';
import { pack } from '../../protocol/pack.js';
import { allGems } from '../../protocol/gem-copies.js';
import { unpack } from '../../protocol/unpack.js';

/**
 * Copy a value as a trip to another thread and back would, and leave the original whole: what is marked to be moved is
 * copied as well.
 *
 * @template {object} T
 * @param {T} root
 * @param {KnownClasses} classes of the host module
 * @param {{ lender: Lender, borrower: Borrower }} [trade] for functions and signals in it
 * @returns {T | undefined} undefined when memory that threads share is in it: two runs would change it twice
 * @throws {unknown} a Refusal, or that of structured clone
 */
export function copyOf(root, classes, trade) {
	const errors = new CopiedErrors();
	const openOrigins = () => errors;
	const packed = pack(root, classes, { ...trade?.lender, openOrigins });
	if (packed.gems) allGems()?.stay(packed.gems, receiverFor(trade?.lender));
	if (packed.gems || packed.isShared) return undefined;
	const copy = structuredClone(packed.root);
	return packed.notes
		? unpack(copy, packed.notes, classes, { ...trade?.borrower, openOrigins })
		: copy;
}

/** The errors of a copy have the classes of the originals: those that the pool passes back are the originals themselves. */
class CopiedErrors extends Origins {
	constructor() {
		super(OF_HOST);
	}

	/**
	 * @override
	 * @type {Origins['adopt']}
	 */
	adopt(number, copy) {
		const original = /** @type {object} */ (this.original(number));
		Object.setPrototypeOf(copy, Object.getPrototypeOf(original));
	}
}
