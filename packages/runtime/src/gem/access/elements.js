/** @import { Region } from '../memory/region.js' */
/** @import { Right, Root } from './place.js' */
/** @import { Numbers } from './facts.js' */
import { BOXED, FIXED, INTS, KIND_MASK } from '../graph/layout.js';
import { I32 } from '../memory/heap.js';
import { isIncomplete } from './by-block.js';
import { ElementsFacts, EMPTY, NO_ELEMENTS } from './facts.js';
import { comparedIn } from './compared.js';
import { deriveElements, isOnlyNumbers } from './derive-elements.js';
import { lengthsIn } from './lengths.js';
import { NO_RIGHT, viewAlong } from './place.js';
import { ReachedElements } from './reached-elements.js';
import { Site } from './site.js';
import { fitting, isConstant, noteConstant } from './tame.js';
import { elementsContent } from './window-elements.js';
import { Window } from './window.js';

/**
 * A site that accesses elements, which are primitive values, of the array at a path.
 *
 * Threads: any. Blocks: never.
 *
 * @param {readonly (string | null)[]} path null in place of an index that `enterAt` gets
 * @returns {ElementsSite}
 */
export const elements = (path) => new ElementsSite(path);

/** @extends {Site<ElementsFacts>} */
class ElementsSite extends Site {
	/** What may be written of the array that was found last, where a log has to know before. @type {Window<ElementsFacts> | null} */
	#window = null;
	/** What a type has allowed by and by. */
	#reach = new ReachedElements(false);
	/** What is known by that, while it is found out. @type {ElementsFacts | null} */
	#reached = null;
	/** No index is below it; -1: any may come. */
	#first = -1;
	/** How much a loop most likely writes of what it comes to; null: nothing, or this is no loop. @type {'some' | 'all' | null} */
	#extent = null;

	/** What `enterAt` got last. @type {unknown} */
	#at = null;
	#pathWithHole;

	/** @param {readonly (string | null)[]} path */
	constructor(path) {
		super(path.map(String), {
			nothing: NO_ELEMENTS,
			derive: (site, right, address) => {
				const reached = this.#reached;
				this.#reached = null;
				if (reached !== null) return reached;
				const facts = deriveElements(site, right, address);
				if (this.#extent !== null) this.#open(right, address, facts);
				return facts;
			},
		});
		this.#pathWithHole = path;
	}

	/**
	 * Say that its code writes elements to memory itself. In a loop, it is worth while to have them on a log before, where there is one.
	 *
	 * Threads: its own. Blocks: never.
	 *
	 * @override
	 * @param {'some' | 'all'} [extent] of a loop; `all`: it ends with the array, so that most likely it writes all of them
	 * @returns {this}
	 */
	writing(extent) {
		this.#extent = extent ?? null;
		this.#reach = new ReachedElements(extent !== undefined);
		return super.writing();
	}

	/** @param {Right} right @param {number} address @param {ElementsFacts | null} facts */
	#open({ isLogged, handle }, address, facts) {
		const word = I32[2 * address];
		const isMemory = (word & (KIND_MASK | BOXED)) === INTS || isOnlyNumbers(word);
		const isOpen = isLogged && facts !== null && facts.o === 0 && isMemory && (word & FIXED) === 0;
		if (!isOpen || !isNumbers(facts.v)) this.#window = null;
		else if (this.#window?.base !== facts)
			this.#window = new Window(handle.region, {
				array: address,
				content: elementsContent(handle.region, facts),
				extent: this.#extent ?? 'some',
			});
	}

	/**
	 * Say that a loop goes through all of the array, and has no use for a part.
	 *
	 * Threads: its own. Blocks: never.
	 *
	 * @returns {this}
	 */
	through() {
		this.#reach.through();
		this.isEnteredOnce = true;
		return this;
	}

	/**
	 * Threads: its own. Blocks: never.
	 *
	 * @override
	 * @param {unknown} root anything
	 * @returns {ElementsFacts}
	 */
	enter(root) {
		const facts = this.#enter(root, -1);
		facts.rest?.goOn(/** @type {Region} */ (this.region), this);
		return this.#window?.base === facts ? this.#window.facts(0) : facts;
	}

	/**
	 * The same for a list that an element of another one is, or has.
	 *
	 * Threads: its own. Blocks: never.
	 *
	 * @param {unknown} root anything
	 * @param {unknown} at index of the element
	 * @returns {ElementsFacts}
	 */
	enterAt(root, at) {
		if (typeof at !== 'number') return this.nothing;
		if (at !== this.#at) {
			this.#at = at;
			this.path = this.#pathWithHole.map((key) => key ?? String(at));
			this.changes = -1;
			this.#reach.forget();
			this.#window = null;
		}
		return this.enter(root);
	}

	/** @param {unknown} root @param {number} first @returns {ElementsFacts} */
	#enter(root, first) {
		this.#first = first;
		if (root === this.root && this.#reach.passes()) return this.nothing;
		// What was found for other indexes, or less than the loop needs, is looked for again.
		if (this.#reach.isShort(first)) this.changes = -1;
		return super.enter(root);
	}

	/**
	 * Threads: its own. Blocks: for instructions, where the type's `onLoop` does.
	 *
	 * @override
	 * @param {Root} root
	 * @returns {{ right: Right, address: number } | null}
	 */
	allowed(root) {
		this.#reached = null;
		if (root.view.meta.onLoop === undefined) return super.allowed(root);
		const view = viewAlong(root, this.path);
		if (view === null || !view.isArray) return view && super.allowed(root);
		const found = this.#reach.look(this, view, this.#first);
		if (found === null) return null;
		const { address } = view.node;
		if (!(found instanceof ElementsFacts)) return { right: found, address };
		this.#reached = found;
		return { right: NO_RIGHT, address };
	}

	/**
	 * Threads: its own. Blocks: never.
	 *
	 * @override
	 */
	forget() {
		super.forget();
		this.#window = null;
		this.#reach.forget();
	}

	/**
	 * See `comparedIn`.
	 *
	 * Threads: its own. Blocks: never.
	 *
	 * @param {any} list `v` of its facts
	 * @param {unknown} value
	 * @returns {{ e: any, k: unknown }}
	 */
	compared(list, value) {
		return comparedIn(list, value);
	}

	/**
	 * Whether a loop may take each element as it is in there.
	 *
	 * Threads: its own. Blocks: never.
	 *
	 * @param {any} list `v` of its facts, as long as the array
	 * @returns {boolean} else some are `undefined`, and accessed the general way
	 */
	isWhole(list) {
		const { v, rest } = this.facts;
		return (rest === null && v === list) || !isIncomplete(list);
	}

	/**
	 * See `lengthsIn`.
	 *
	 * Threads: its own. Blocks: never.
	 *
	 * @param {any} list `v` of its facts
	 * @returns {Int32Array | any[]}
	 */
	lengths(list) {
		return lengthsIn(list);
	}

	/**
	 * See `fitting`.
	 *
	 * Threads: its own. Blocks: never.
	 *
	 * @param {(value: unknown) => boolean} fits `q` of its facts
	 * @param {readonly ArrayLike<unknown>[]} lists `v` of others
	 * @returns {(value: unknown) => boolean}
	 */
	fitting(fits, lists) {
		return fitting(fits, lists);
	}

	/**
	 * What a loop may do whose indexes count up: `o` is 0, so that an index is one of `v`. What is before the first element that may be accessed is
	 * in there as well, and out of the loop's reach.
	 *
	 * Threads: its own. Blocks: never.
	 *
	 * @param {unknown} root anything
	 * @param {unknown} first no index is below it
	 * @returns {ElementsFacts}
	 */
	enterFrom(root, first) {
		if (typeof first !== 'number') return this.nothing;
		const facts = this.#enter(root, first >= 0 ? first : -1);
		facts.rest?.goOn(/** @type {Region} */ (this.region), this);
		if (this.#window?.base === facts) return this.#window.facts(first);
		if (facts.o === 0) return facts;
		return first >= facts.o ? (facts.shifted ??= shift(facts)) : this.nothing;
	}
}

/** @param {ArrayLike<unknown>} values @returns {boolean} whether it is memory */
const isNumbers = (values) => values instanceof Int32Array || values instanceof Float64Array;

/** @param {ElementsFacts} facts @returns {ElementsFacts} with `o` 0 */
function shift({ v, w, o, n, q }) {
	const all = shiftValues(v, o);
	const written = w === v ? /** @type {Numbers} */ (all) : EMPTY;
	if (isConstant(v)) noteConstant(all);
	return new ElementsFacts({ v: all, w: written, o: 0, n, all: undefined, fits: q });
}

/** @param {ArrayLike<unknown>} values @param {number} distance @returns {ArrayLike<unknown>} with as many before them */
function shiftValues(values, distance) {
	if (values.length === 0) return EMPTY;
	if (Array.isArray(values)) return [...new Array(distance).fill(undefined), ...values];
	const view = /** @type {Int32Array} */ (values);
	const Kind = /** @type {Int32ArrayConstructor} */ (view.constructor);
	const before = distance * view.BYTES_PER_ELEMENT;
	return new Kind(view.buffer, view.byteOffset - before, view.length + distance);
}
