/** @import { Handle } from '../define/handle.js' */
/** @import { Region } from '../memory/region.js' */
/** @import { Right, Root } from './place.js' */
/** @import { View } from '../define/view.js' */
import { neverGrants } from '../define/grants.js';
import { forgetUsed } from './originals.js';
import { Held } from './held.js';
import { abandonedWord } from '../memory/directory.js';
import { I32 as words } from '../memory/heap.js';
import { FENCE } from '../memory/layout.js';
import { allowedAlong, rightTo, rootOf } from './place.js';
import { NOWHERE, walk } from './walk.js';

/** A constant of this module, see numbers.js. */
const I32 = words;

/** In place of a root: none. */
const NOTHING = Symbol('nothing');
/** In place of the region of what is no GEM. */
const STILL = Object.freeze({ changes: 0 });

/** What decoding a value costs, in rows that a site looks at. */
export const DECODING = 4;
/** Rows that a site may look at without having waited for it. */
const FIRST_ALLOWANCE = 16_384;
/** Rows that it may look at more for each access that went the general way meanwhile. */
const ALLOWANCE_STEP = 256;
/** The same once a change has taken a copied list away, as it most likely will again: such an access takes about as long. */
const STEP_AGAIN = 64;

/** Accesses that take the general way between two looks in vain, at most. */
const MOST_SKIPPED = 63;

/** Calls in a row that what was found out has to serve, so that it is worth to find it out again at once: a look takes as long as some accesses. */
const WORTH = 16;
/** Calls of a function that take the general way before it is found out again, at most. */
const LONGEST_REST = 1024;

/**
 * A place in the program that accesses what one path from one variable leads to.
 *
 * @template Facts
 */
export class Site {
	/** Rows that may be looked at. */
	#allowance = FIRST_ALLOWANCE;
	/** those that an access in the general way earns */
	#step = ALLOWANCE_STEP;
	/** of the list that it wanted to copy last: the number of its region, which it must not keep alive, and `changes` of that */
	#copied = 0;
	#seen = 0;
	#hasCopied = false;
	/** rows that it was short of when it could not afford to look */
	#short = 0;
	/** accesses of loops that take the general way from now on without a look, and how many did after the last one in vain */
	#skips = 0;
	#skipped = 0;
	/** what was looked for in vain @type {unknown} */
	#missing = NOTHING;

	/**
	 * @param {readonly string[]} path from the root
	 * @param {{ nothing: Facts, isDeep?: boolean, derive: (site: Site<Facts>, right: Right, address: number) => Facts | null }} kind
	 *   `isDeep`: what is accessed hangs below the node at the path; `derive` looks at that node, and gives null when the site cannot afford to
	 */
	constructor(path, { nothing, isDeep = false, derive }) {
		this.path = path;
		this.nothing = nothing;
		this.isDeep = isDeep;
		this.derive = derive;
		/** what was found last, and what for @type {unknown} */
		this.root = NOTHING;
		this.facts = nothing;
		/** @type {Region | { changes: number }} */
		this.region = STILL;
		this.changes = 0;
		/** not 0 once the GEM has been abandoned */
		this.word = FENCE;
		this.isRecent = false;
		/** calls of `glance` in a row that found what they wanted, up to WORTH */
		this.served = WORTH;
		/** calls of `glance` that take the general way, from now on */
		this.rest = 0;
		/** as many as the last time; -1: there was none */
		this.pause = -1;
		this.isWriting = false;
		/** whether what it leads to is kept, as it was when it was entered (held.js) */
		this.isHolding = false;
		/** whether it can be read, too, once it has been replaced */
		this.isKeeping = false;
		/** that of what was found last, where there is such @type {Held | null} */
		this.holder = null;
		/** whether it is entered for a loop at once, and not by each access that goes the general way */
		this.isEnteredOnce = false;
	}

	/**
	 * Say that its code writes to memory itself.
	 *
	 * @returns {this}
	 *
	 * Threads: its own. Blocks: never.
	 */
	writing() {
		this.isWriting = true;
		return this;
	}

	/**
	 * Say that its code asks for the object that it leads to after code has run that may have moved it: `holder` has it then.
	 *
	 * @returns {this}
	 *
	 * Threads: its own. Blocks: never.
	 */
	holding() {
		this.isHolding = true;
		return this;
	}

	/**
	 * Say that its code reads the object that it leads to, too, after code has run that may have put another one in its place: `holder.at()` gives it.
	 *
	 * @returns {this}
	 *
	 * Threads: its own. Blocks: never.
	 */
	keeping() {
		this.isKeeping = true;
		return this;
	}

	/**
	 * Find out what may be done without asking any trap, until this thread gives up a right or writes to the GEM in another way.
	 *
	 * Threads: any; the answer is the thread's own. Blocks: never.
	 *
	 * @param {unknown} root anything
	 * @returns {Facts}
	 */
	enter(root) {
		return root === this.root && this.region.changes === this.changes && I32[this.word] === 0
			? this.facts
			: this.#look(root, true);
	}

	/**
	 * The same for a function that is called often, and accesses little each time: with values that are other ones in most calls, or with what is no
	 * GEM, looking costs more than it gives. So it is done less and less often.
	 *
	 * Threads: any; the answer is the thread's own. Blocks: never.
	 *
	 * @param {unknown} root anything
	 * @returns {Facts}
	 */
	glance(root) {
		if (root === this.root && this.region.changes === this.changes && I32[this.word] === 0) {
			if (this.served < WORTH) this.served++;
			return this.facts;
		}
		if (this.rest === 0 || this.served === WORTH) return this.#lookSeldom(root);
		this.rest--;
		this.served = 0;
		return this.nothing;
	}

	/** @param {unknown} root @returns {Facts} */
	#lookSeldom(root) {
		if (this.pause < 0) this.#allowance = 0;
		this.#allowance += ALLOWANCE_STEP * (1 + Math.max(0, this.pause));
		this.pause = this.served >= WORTH ? 0 : Math.min(2 * this.pause + 1, LONGEST_REST);
		this.rest = this.pause;
		this.served = 0;
		return this.#look(root, false);
	}

	/**
	 * Whether to look at many rows now. What does so again and again for loops that need few of them would cost more than the general way: so
	 * it has to be earned by accesses that went that way.
	 *
	 * Threads: its own. Blocks: never.
	 *
	 * @param {number} rows less than 0: what was not needed comes back
	 * @returns {boolean}
	 */
	affords(rows) {
		if (this.#allowance < rows) {
			this.#allowance += this.#step;
			this.#short = rows - this.#allowance;
			return false;
		}
		this.#allowance -= rows;
		return true;
	}

	/**
	 * Whether to copy a list, which the next change takes away. Once one has, the list is copied by what has been earned since the latest change
	 * alone: a loop that accesses a few elements between two changes would pay for all of a long list otherwise, again and again.
	 *
	 * Threads: its own. Blocks: never.
	 *
	 * @param {Region} region
	 * @param {number} rows
	 * @returns {boolean}
	 */
	affordsCopy(region, rows) {
		if (region.number !== this.#copied) {
			this.#hasCopied = false;
			this.#step = ALLOWANCE_STEP;
		} else if (this.#hasCopied && region.changes !== this.#seen) {
			this.#allowance = Math.min(this.#allowance, ALLOWANCE_STEP); // for short lists at once
			this.#step = STEP_AGAIN;
		}
		this.#copied = region.number;
		this.#seen = region.changes;
		return this.affords(rows);
	}

	/** Note that a list has been copied. Threads: its own. Blocks: never. */
	noteCopied() {
		this.#hasCopied = true;
	}

	/** @param {unknown} value @param {boolean} isLoop a type may allow more than is asked for @returns {Facts} */
	#look(value, isLoop) {
		if (this.#skips > 0 && value === this.#missing && isLoop) {
			this.#skips--;
			this.#allowance += this.#step;
			return this.nothing;
		}
		if (typeof value !== 'object' || value === null) return this.nothing;
		const root = rootOf(value);
		if (root === null) return this.#keep(value, this.nothing, null);
		const { view } = root;
		const { handle } = view;
		const mayGrant = !neverGrants(handle);
		if (!mayGrant && !handle.allowsObjects && view.meta.onLoop === undefined)
			return this.#keep(value, this.nothing, handle);
		if (!handle.isUsable || I32[2 * view.node.address + 1] !== view.node.stamp) return this.nothing;
		const isNoContent =
			this.path.length > 0 &&
			(root.subset || (view.rootKey === null && this.path[0] in handle.publicApi));
		if (isNoContent) return this.#keep(value, this.nothing, handle);
		const right = mayGrant ? rightTo(root, this.path) : null;
		const found = right
			? { right, address: walk(view.node.address, this.path) }
			: isLoop
				? this.allowed(root)
				: null;
		if (found === null) return this.#miss(value, mayGrant); // the next access may acquire a right
		const { address } = found;
		if (this.isWriting && (found.right.isSettable || found.right.isLogged))
			noteWritten(handle.region);
		const facts = address === NOWHERE ? this.nothing : this.derive(this, found.right, address);
		if (facts === null && this.#step === STEP_AGAIN && mayGrant) return this.#wait(value);
		if (facts === null) return this.#miss(value, mayGrant);
		this.#missing = NOTHING;
		if (this.isHolding || this.isKeeping) {
			this.holder = facts === this.nothing ? null : this.hold(view, found.right, facts);
			if (this.isKeeping) this.holder?.keep();
		}
		return this.#keep(value, facts, handle);
	}

	/**
	 * What its path leads to now.
	 *
	 * Threads: its own. Blocks: never.
	 *
	 * @param {View} root
	 * @param {Right} _right
	 * @param {Facts} _facts
	 * @returns {Held}
	 */
	hold(root, _right, _facts) {
		return new Held(root, this.path);
	}

	/**
	 * What the type allows of what is at the path.
	 *
	 * Threads: its own. Blocks: for instructions, where the type's `onLoop` does.
	 *
	 * @param {Root} root
	 * @returns {{ right: Right, address: number } | null}
	 */
	allowed(root) {
		return this.isDeep ? null : allowedAlong(root, this.path, this.isWriting);
	}

	/** @param {object} root for which the site is short of rows: there is no use in looking before it has earned them @returns {Facts} */
	#wait(root) {
		if (this.isEnteredOnce) return this.nothing;
		this.#skips = Math.min(Math.floor(this.#short / this.#step), MOST_SKIPPED);
		this.#missing = root;
		if (!this.isRecent) forgetSoon(this);
		return this.nothing;
	}

	/** @param {object} root @param {boolean} mayGrant whether its type grants rights to all of a GEM, which come and go @returns {Facts} */
	#miss(root, mayGrant) {
		if (mayGrant || this.isEnteredOnce) return this.nothing;
		// A type that allows objects does so at once, or it cannot: what was asked in vain again and again is asked less often.
		this.#skipped = root === this.#missing ? Math.min(2 * this.#skipped + 1, MOST_SKIPPED) : 0;
		this.#skips = this.#skipped;
		this.#missing = root;
		if (!this.isRecent) forgetSoon(this);
		return this.nothing;
	}

	/** @param {object} root @param {Facts} facts @param {Handle | null} handle null: holds whatever happens @returns {Facts} */
	#keep(root, facts, handle) {
		this.root = root;
		this.facts = facts;
		this.region = handle ? handle.region : STILL;
		this.changes = this.region.changes;
		this.word = handle ? abandonedWord(handle.index) : FENCE;
		if (!this.isRecent) forgetSoon(this);
		return facts;
	}

	/** Let go of what it has kept, so that it keeps no GEM alive. Threads: its own. Blocks: never. */
	forget() {
		this.#missing = NOTHING;
		this.root = NOTHING;
		this.facts = this.nothing;
		this.holder = null;
		this.region = STILL;
		this.changes = 0;
		this.word = FENCE;
	}
}

/** Sites that keep something. Per-thread state. @type {{ isRecent: boolean, forget: () => void }[]} */
const recent = [];

/**
 * Have a site forget what it keeps at the end of the job.
 *
 * Threads: its own. Blocks: never.
 *
 * @param {{ isRecent: boolean, forget: () => void }} site that is not among them: `isRecent`, which is set
 */
export function forgetSoon(site) {
	site.isRecent = true;
	if (recent.push(site) === 1) queueMicrotask(forgetAll);
}

/** Regions that loops of this job write to in memory. Per-thread state. @type {Region[]} */
const written = [];

/** @param {Region} region */
function noteWritten(region) {
	if (region.isCopied) region.forgetCopies();
	if (region.isWrittenInPlace) return;
	region.isWrittenInPlace = true;
	written.push(region);
}

function forgetAll() {
	for (const site of recent) {
		site.forget();
		site.isRecent = false;
	}
	recent.length = 0;
	for (const region of written) region.isWrittenInPlace = false;
	written.length = 0;
	forgetUsed();
}
