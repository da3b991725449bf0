// The classes that both sides of a unit know; runs on both sides.
import { brandOfClass } from './brands.js';

/** @typedef {{ name: string, brand: number }} KnownClass `brand`: see brands.js */

/**
 * Classes by name, as the host module or the worker module has them.
 *
 * Read when a value first asks for one: a host module makes calls while it is still being evaluated, and its classes may not be
 * defined by then.
 */
export class KnownClasses {
	#read;
	/** @type {Map<object, KnownClass> | undefined} */
	#byPrototype;
	/** @type {Map<string, object> | undefined} */
	#prototypes;

	/** whether every class was there when they were last read */
	isComplete = true;

	/** @param {() => Record<string, unknown>} read may throw, whole or class by class, while they are not defined yet */
	constructor(read) {
		this.#read = read;
	}

	/**
	 * @param {object} prototype
	 * @returns {KnownClass | undefined} the class whose instances have it
	 */
	find(prototype) {
		return (this.#byPrototype ?? this.#load().byPrototype).get(prototype);
	}

	/**
	 * @param {string} name
	 * @returns {object | undefined} what instances of the class have as prototype
	 */
	prototypeOf(name) {
		return (this.#prototypes ?? this.#load().prototypes).get(name);
	}

	/**
	 * @param {KnownClasses} other
	 * @returns {boolean} whether a class of this side is another one there
	 */
	differsFrom(other) {
		const { prototypes } = this.#load();
		for (const [name, prototype] of prototypes) {
			if (other.prototypeOf(name) !== prototype) return true;
		}
		return false;
	}

	/** @returns {{ byPrototype: Map<object, KnownClass>, prototypes: Map<string, object> }} kept once they are complete */
	#load() {
		if (this.#byPrototype && this.#prototypes) {
			return { byPrototype: this.#byPrototype, prototypes: this.#prototypes };
		}
		/** @type {Map<object, KnownClass>} */
		const byPrototype = new Map();
		/** @type {Map<string, object>} */
		const prototypes = new Map();
		this.isComplete = true;
		for (const [name, found] of this.#entries()) {
			const prototype = typeof found === 'function' ? found.prototype : undefined;
			if (typeof prototype !== 'object' || prototype === null) continue;
			if (!byPrototype.has(prototype)) {
				byPrototype.set(prototype, { name, brand: brandOfClass(prototype) });
			}
			prototypes.set(name, prototype);
		}
		if (this.isComplete) {
			this.#byPrototype = byPrototype;
			this.#prototypes = prototypes;
		}
		return { byPrototype, prototypes };
	}

	/** @returns {[string, unknown][]} */
	#entries() {
		const known = this.#attempt(this.#read) ?? {};
		return Object.keys(known).map((name) => [name, this.#attempt(() => known[name])]);
	}

	/**
	 * @template T
	 * @param {() => T} read
	 * @returns {T | undefined}
	 */
	#attempt(read) {
		try {
			return read();
		} catch {
			this.isComplete = false; // asked again when the next value needs them
			return undefined;
		}
	}
}

/** Of a unit whose module has none. */
export const NO_CLASSES = new KnownClasses(() => ({}));
