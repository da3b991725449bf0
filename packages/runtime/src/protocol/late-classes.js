// Classes whose module a worker module does not import itself; both sides.
/** @import { KnownClasses } from './classes.js' */
/** @import { Notes } from './notes.js' */
import { filter, Object, OwnMap } from '../primordials.js';
import { isGemNotes } from './pack-gems.js';

/**
 * @typedef {object} LateClass as the table of a worker module has it
 * @property {string[]} names what the class may call itself
 * @property {() => unknown} load imports its module, and gives the class or a promise of it
 */

/**
 * The classes that the host names and a worker module does not: a unit meets them as errors and results of code that it calls, or among its
 * arguments.
 *
 * A worker module must not import their modules for that: most calls bring none of them, and a module that no unit needs may be large,
 * or do something while it loads. But once there is an error or an instance whose class has such a name, its module has nearly always been
 * loaded in this thread, and the import only finds it.
 */
export class LateClasses {
	/** by their key in the host's table @type {Map<string, LateClass>} */
	#waiting = new OwnMap();
	#onLoaded;

	/** @param {(name: string, made: unknown) => void} onLoaded */
	constructor(onLoaded) {
		this.#onLoaded = onLoaded;
	}

	/** @param {string} key @param {unknown} late */
	add(key, late) {
		this.#waiting.set(key, /** @type {LateClass} */ (late));
	}

	/** @param {string} key @returns {boolean} whether it is one of them, and has not been loaded */
	has(key) {
		return this.#waiting.has(key);
	}

	/** @returns {boolean} */
	get isEmpty() {
		return this.#waiting.size === 0;
	}

	/**
	 * @param {object} prototype of an error or an instance
	 * @returns {string | undefined} key of a class that it may be an instance of
	 */
	keyFor(prototype) {
		const made = Object.hasOwn(prototype, 'constructor') ? prototype.constructor : undefined;
		if (typeof made !== 'function') return undefined;
		for (const [key, { names }] of this.#waiting) if (names.includes(made.name)) return key;
		return undefined;
	}

	/**
	 * @param {string} key
	 * @returns {Promise<void>} resolves in any case: an error must arrive
	 */
	async load(key) {
		const late = this.#waiting.get(key);
		if (!late) return;
		try {
			const made = await late.load();
			this.#onLoaded(key, made);
		} catch {
			// The module cannot be loaded here, so the error is not of its class.
			this.#onLoaded(key, undefined);
		}
		this.#waiting.delete(key);
	}

	/** @returns {Promise<void>} */
	async loadAll() {
		for (const key of [...this.#waiting.keys()]) await this.load(key);
	}
}

/**
 * @param {{ classes: KnownClasses }} side
 * @param {Notes | undefined} notes of values that have come
 * @returns {string[]} keys of classes whose modules are to be loaded before the values can be read
 */
export function lateIn({ classes }, notes) {
	const names = notes && !isGemNotes(notes) ? notes[0] : [];
	if (names.length === 0 || classes.late.isEmpty) return [];
	return filter(names, (name) => classes.late.has(name));
}

/** @param {{ classes: KnownClasses }} side @param {Notes | undefined} notes @returns {Promise<void>} resolves in any case */
export async function loadLate({ classes }, notes) {
	for (const key of lateIn({ classes }, notes)) await classes.late.load(key);
}

/** Thrown by a search that has come to an error or an instance whose class is to be loaded first. */
export class LateClassMet extends Error {
	/** @param {LateClasses} late @param {string} key */
	constructor(late, key) {
		super(key);
		this.late = late;
		this.key = key;
	}

	/** @returns {Promise<void>} */
	load() {
		return this.late.load(this.key);
	}
}
