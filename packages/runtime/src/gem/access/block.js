/** @import { Block } from '../define/blocks.js' */
import { viewOf } from '../define/sides.js';
import { forgetSoon } from './site.js';

/** In place of a root: none. */
const NOTHING = Symbol('nothing');
/** Calls in a row with the same root, after which it is looked for what stands behind that: it takes as long as some calls the general way. */
const WORTH = 3;

/**
 * A place in the program that runs code by a function of a GEM, `gem.atomic(() => { … })`. To look that up on the proxy takes as long as a
 * short block does; and where the type says what comes before and behind it (`blocks` of its configuration), V8 may put the whole block into a
 * loop.
 *
 * Threads: its own. Blocks: never.
 */
class BlockSite {
	#name;
	/** What it was called with last, though nothing is known of it, and how often in a row. @type {unknown} */
	#candidate = NOTHING;
	#times = 0;

	/** @param {string} name of the function, no index */
	constructor(name) {
		this.#name = name;
		/** @type {unknown} */
		this.root = NOTHING;
		/** what runs code there; undefined: not known @type {Block | undefined} */
		this.block = undefined;
		/** the function, where the type says no more of it; undefined: not known, and the general way finds it @type {((fn: unknown) => unknown) | undefined} */
		this.fn = undefined;
		this.isRecent = false;
	}

	/**
	 * Threads: its own. Blocks: never.
	 *
	 * @param {unknown} root anything
	 * @returns {Block | undefined} undefined: `fn`, or the general way
	 */
	of(root) {
		return root === this.root ? this.block : this.#look(root);
	}

	/** @param {unknown} root @returns {Block | undefined} */
	#look(root) {
		if (this.root !== NOTHING) this.forget();
		if (typeof root !== 'object' || root === null) return undefined;
		if (root !== this.#candidate) {
			this.#candidate = root;
			this.#times = 0;
			if (!this.isRecent) forgetSoon(this);
		}
		if (++this.#times !== WORTH) return undefined;
		const view = viewOf(root);
		if (view === null || view.rootKey !== null) return undefined;
		const { handle } = view;
		this.block = handle.block(this.#name);
		this.fn = /** @type {any} */ (handle.publicApi[this.#name]);
		this.root = root;
		return this.block;
	}

	/** Let go of what it has kept, so that it keeps no GEM alive. Threads: its own. Blocks: never. */
	forget() {
		this.root = NOTHING;
		this.block = undefined;
		this.fn = undefined;
		this.#candidate = NOTHING;
	}
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {string} name of the function
 * @returns {BlockSite}
 */
export const block = (name) => new BlockSite(name);
