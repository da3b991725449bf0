// Several copies of this package in one thread: of several versions, or of one that is installed twice. Each knows its own GEMs alone,
// whose proxies and handles are objects of its code. What brings values to other threads asks each of them.
/** @import { GemCopy, Gems } from './registry.js' */
import { gemCopies } from '../errors/codes.js';
import { filter, Object, push, some } from '../primordials.js';
import { registry } from './registry.js';

/** Raised when a function of `GemCopy` changes: GEMs of a copy with another number are not sent by this one. */
export const PROTOCOL = 2;

/** @param {GemCopy} copy whose code for GEMs has been loaded */
export function addCopy(copy) {
	push(registry.gemCopies, copy);
}

/** @returns {Gems | undefined} of all copies; undefined before one has loaded its code for GEMs: no value is a GEM then */
export function allGems() {
	const { gemCopies: copies } = registry;
	if (copies.length === 1 && copies[0].protocol === PROTOCOL) return copies[0];
	return copies.length === 0 ? undefined : together;
}

/**
 * @param {unknown} value
 * @returns {GemCopy | undefined} the copy that it is a GEM of; undefined for what is no GEM
 */
export function copyOf(value) {
	if (Object(value) !== value) return undefined;
	for (const copy of registry.gemCopies)
		if (copy.viewOf(/** @type {object} */ (value))) return copy;
	return undefined;
}

/** @returns {GemCopy[]} those that can be asked */
const usable = () => filter(registry.gemCopies, ({ protocol }) => protocol === PROTOCOL);

/** @param {object} view that `viewOf` has given @returns {GemCopy} */
function ownerOf(view) {
	const [owner] = filter(usable(), ({ isOwn }) => isOwn(view));
	return owner;
}

/**
 * @param {{ heap: number, gem: number, type?: string }} reference
 * @returns {GemCopy} that can make the GEM, or else say why it cannot be made
 */
function receiverOf(reference) {
	const copies = usable();
	const inHeap = filter(copies, ({ heap }) => heap === reference.heap);
	const knowing = filter(inHeap, ({ isKnown }) => isKnown(reference));
	return knowing[0] ?? inHeap[0] ?? copies[0];
}

/** All copies, as if they were one. @type {Gems} */
const together = Object.freeze({
	viewOf(value) {
		const copy = copyOf(value);
		if (copy && copy.protocol !== PROTOCOL) {
			const own = usable()[0]?.copy ?? 'a copy that has made none';
			throw gemCopies({ what: 'the GEM that is to be sent', other: copy.copy, own });
		}
		return copy?.viewOf(value);
	},
	describe: (view, receiver) => ownerOf(view).describe(view, receiver),
	moduleOf: (view) => ownerOf(view).moduleOf(view),
	isWhole: (view) => ownerOf(view).isWhole(view),
	refer: (view, receiver) => ownerOf(view).refer(view, receiver),
	isTypeKnown: (heap, gem) => some(usable(), (copy) => copy.isTypeKnown(heap, gem)),
	receive: (reference) => receiverOf(reference).receive(reference),
	arrive: (reference) => receiverOf(reference).arrive(reference),
	discard(reference) {
		const [copy] = filter(usable(), ({ heap }) => heap === reference.heap);
		copy?.discard(reference);
	},
	leave(views, receiver) {
		/** @type {object[]} */
		const left = [];
		try {
			for (const { isOwn, leave } of usable()) {
				const own = filter(views, isOwn);
				leave(own, receiver);
				push(left, ...own);
			}
		} catch (refusal) {
			together.stay(left, receiver);
			throw refusal;
		}
	},
	stay(views, receiver) {
		for (const { isOwn, stay } of usable()) stay(filter(views, isOwn), receiver);
	},
	isLoaded: (url) => some(usable(), ({ isLoaded }) => isLoaded(url)),
	isWaiting: () => some(usable(), ({ isWaiting }) => isWaiting()),
});
