/** @import { Node } from '../graph/index.js' */
/** @import { Handle } from './handle.js' */
import {
	deref,
	FinalizationRegistry,
	Map,
	mapDelete,
	mapForEach,
	mapGet,
	mapHas,
	mapSet,
	register,
	WeakRef,
} from './primordials.js';
import { View } from './view.js';

/** Views that are kept as long as their GEM is: a WeakRef keeps what it is made of, and so the GEM, until the end of the job. */
const FEW = 16;

/** More are kept while there are objects that were replaced and can be read still (graph/detached.js): a loop may go on exchanging objects. */
const MANY = 4096;

/** Views that are made between two of those whose end is noticed. */
const SWEEP_EVERY = 1024;

/** @type {FinalizationRegistry<WeakRef<Views>>} */
const gone = new FinalizationRegistry((views) => deref(views)?.sweep());

/**
 * What a thread has made of the objects of a GEM: for each the same view, as long as anybody holds it.
 *
 * Threads: one, for good. Blocks: never.
 */
export class Views {
	#handle;
	/** By address: the first few themselves. @type {Map<number, View | WeakRef<View>>} */
	#views = new Map();
	/** Addresses of others that are kept themselves while objects change places. @type {Map<number, true> | null} */
	#exchanged = null;

	/** @param {Handle} handle */
	constructor(handle) {
		this.#handle = handle;
	}

	/** @param {Node} node @returns {View | undefined} its view, if anybody still holds that */
	known({ address, stamp }) {
		const known = viewIn(mapGet(this.#views, address));
		return known?.node.stamp === stamp ? known : undefined;
	}

	/** @param {Node} node that has none @param {View} parent where it was found @param {string} key its there @returns {View} */
	add(node, parent, key) {
		const view = new View(this.#handle, node, parent, key);
		if (this.#views.size < FEW || this.#isExchanging()) {
			if (this.#views.size >= FEW) mapSet((this.#exchanged ??= new Map()), node.address, true);
			mapSet(this.#views, node.address, view);
			return view;
		}
		mapSet(this.#views, node.address, new WeakRef(view));
		// Now and then one tells when it is gone, and with it most of those that came with it.
		if (this.#views.size % SWEEP_EVERY === 0) register(gone, view, new WeakRef(this));
		return view;
	}

	/** @returns {boolean} */
	#isExchanging() {
		const { detached } = this.#handle.region;
		return detached !== null && detached.count > 0 && (this.#exchanged?.size ?? 0) < MANY;
	}

	/** Forget views that nobody holds any more. */
	sweep() {
		mapForEach(
			this.#views,
			(/** @type {View | WeakRef<View>} */ found, /** @type {number} */ address) => {
				if (viewIn(found) === undefined) mapDelete(this.#views, address);
			},
		);
	}

	/** @param {number} address of a node @returns {boolean} whether the program may hold it */
	mayHold(address) {
		return mapHas(this.#views, address);
	}

	/** @param {number} address of a node that is gone */
	forget(address) {
		mapDelete(this.#views, address);
		if (this.#exchanged !== null) mapDelete(this.#exchanged, address);
	}

	/** Nothing that was replaced can be read any more: views that are not held elsewhere go. */
	settled() {
		if (this.#exchanged === null) return;
		mapForEach(this.#exchanged, (/** @type {true} */ _, /** @type {number} */ address) => {
			const found = mapGet(this.#views, address);
			if (found instanceof View) mapSet(this.#views, address, new WeakRef(found));
		});
		this.#exchanged = null;
	}
}

/** @param {View | WeakRef<View> | undefined} found @returns {View | undefined} the view, if anybody still holds it */
const viewIn = (found) => (found instanceof WeakRef ? deref(found) : found);
