// The classes that both sides of a unit know; runs on both sides.
import { ERROR_ONLY, LATE, NAMED, OBJECT_ITSELF, ONLY_ITSELF, SHOWN_ITSELF } from '../abi.js';
import { map, Object, OwnMap } from '../primordials.js';
import { brandOfClass, ERROR } from './brands.js';
import { Identities, WatchedIdentities } from './identities.js';
import { LateClasses } from './late-classes.js';
import { hasPrivateEntries, hasPrivateMembers } from './private-members.js';

/**
 * @typedef {{ name: string, brand: number, isClosed: boolean }} KnownClass `brand`: see brands.js; `isClosed`: of errors, whether they may have private members
 *
 * @typedef {object} Found
 * @property {Map<object, KnownClass>} byPrototype
 * @property {Map<Function, string>} names
 * @property {Map<string, Function>} classes by name
 * @property {Identities} identities
 * @property {LateClasses} late
 */

/**
 * Classes by name, as the host module or the worker module has them.
 *
 * Read when a value first asks for one: a host module makes calls while it is still being evaluated, and its classes may not be
 * defined by then.
 */
export class KnownClasses {
	#read;
	/** kept once they are complete @type {Found | undefined} */
	#found;
	/** what the modules of late classes gave, which are asked once, by key; undefined where one cannot be loaded @type {Map<string, unknown>} */
	#loaded = new OwnMap();

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
		return (this.#found ?? this.#load()).byPrototype.get(prototype);
	}

	/**
	 * @param {Function} value
	 * @returns {string | undefined} its name, where it is one of the classes
	 */
	nameOf(value) {
		return (this.#found ?? this.#load()).names.get(value);
	}

	/**
	 * @param {string} name
	 * @returns {Function | undefined} the class
	 */
	classOf(name) {
		return (this.#found ?? this.#load()).classes.get(name);
	}

	/**
	 * @param {string} name
	 * @returns {object | undefined} what instances of the class have as prototype
	 */
	prototypeOf(name) {
		return this.classOf(name)?.prototype;
	}

	/** @returns {LateClasses} classes whose module has not been imported for them */
	get late() {
		return (this.#found ?? this.#load()).late;
	}

	/** @returns {Identities | undefined} what crosses by its name from here; undefined when there is nothing of that kind */
	get identities() {
		const { own } = this;
		return own.isEmpty ? undefined : own;
	}

	/** @returns {Identities} what both modules have made, be it that it only crosses to here by its name */
	get own() {
		return (this.#found ?? this.#load()).identities;
	}

	/**
	 * @param {KnownClasses} other
	 * @returns {boolean} whether a class of this side is another one there
	 */
	differsFrom(other) {
		const { classes, identities } = this.#found ?? this.#load();
		if (identities.differsFrom(other.own)) return true;
		for (const [name, found] of classes) {
			if (other.classOf(name) !== found && !other.late.has(name)) return true;
		}
		return false;
	}

	/** @returns {Found} */
	#load() {
		/** @type {Found} */
		const found = {
			byPrototype: new OwnMap(),
			names: new OwnMap(),
			classes: new OwnMap(),
			identities: new Identities(),
			late: new LateClasses((name, made) => {
				this.#loaded.set(name, made);
				addClass(found, name, made);
			}),
		};
		this.isComplete = true;
		for (const [name, made] of this.#entries()) {
			if (name.startsWith(OBJECT_ITSELF) || name.startsWith(SHOWN_ITSELF))
				found.identities.add(name, made);
			else if (name.startsWith(LATE)) this.#addLate(found, name.slice(LATE.length), made);
			else addClass(found, name, made);
		}
		if (this.isComplete) this.#found = found;
		return found;
	}

	/** @param {Found} found @param {string} key @param {unknown} late */
	#addLate(found, key, late) {
		if (this.#loaded.has(key)) addClass(found, key, this.#loaded.get(key));
		else found.late.add(key, late);
	}

	/** @returns {[string, unknown][]} */
	#entries() {
		const known = this.#attempt(this.#read) ?? {};
		return map(Object.keys(known), (name) => [name, this.#attempt(() => known[name])]);
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

/**
 * @param {Found} found
 * @param {string} name
 * @param {unknown} made
 */
function addClass(found, name, made) {
	if (typeof made !== 'function') return;
	const { prototype } = made;
	if (typeof prototype !== 'object' || prototype === null) return;
	const brand = brandOfClass(prototype);
	if (name.startsWith(ERROR_ONLY) && brand !== ERROR) return;
	if (name.startsWith(NAMED) && brand !== ERROR && hasPrivateMembers(prototype)) return;
	const isItselfAlone =
		name.startsWith(ONLY_ITSELF) || (brand !== ERROR && hasPrivateEntries(prototype));
	if (!isItselfAlone && !found.byPrototype.has(prototype)) {
		const isClosed = brand === ERROR && hasPrivateMembers(prototype);
		found.byPrototype.set(prototype, { name, brand, isClosed });
	}
	if (!found.names.has(made)) found.names.set(made, name);
	found.classes.set(name, made);
}

/** Of a unit whose module has none. */
export const NO_CLASSES = new KnownClasses(() => ({}));

/** The classes of one side, and whether a value has been found that has one which is another on the other side. */
export class WatchedClasses extends KnownClasses {
	#from;
	#to;

	hasMet = false;

	/**
	 * @param {KnownClasses} from
	 * @param {KnownClasses} to
	 */
	constructor(from, to) {
		super(() => ({}));
		this.#from = from;
		this.#to = to;
	}

	/**
	 * @override
	 * @returns {Identities | undefined}
	 */
	get identities() {
		const from = this.#from.identities;
		return from && new WatchedIdentities(from, this.#to.own, () => (this.hasMet = true));
	}

	/**
	 * @override
	 * @type {KnownClasses['find']}
	 */
	find(prototype) {
		const known = this.#from.find(prototype);
		if (!known || this.#to.late.has(known.name)) return known;
		if (this.#to.prototypeOf(known.name) !== prototype) this.hasMet = true;
		return known;
	}

	/**
	 * @override
	 * @type {KnownClasses['classOf']}
	 */
	classOf(name) {
		return this.#from.classOf(name);
	}

	/**
	 * @override
	 * @type {KnownClasses['nameOf']}
	 */
	nameOf(value) {
		const name = this.#from.nameOf(value);
		if (name !== undefined && this.#to.classOf(name) !== value) this.hasMet = true;
		return name;
	}
}
