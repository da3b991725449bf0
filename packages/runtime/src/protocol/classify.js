// What becomes of an object that is neither a plain object nor a plain array.
/** @import { Search } from './search.js' */
import { Buffer } from 'node:buffer';
import {
	ADDRESS,
	ADDRESS_QUERY,
	ARRAY,
	BESIDE,
	brandOf,
	CONTENT,
	ERROR,
	isBuiltinPrototype,
	MAP,
	MEMORY,
	OBJECT,
	SET,
	SIGNAL,
	survivesClone,
	usualBrand,
} from './brands.js';
import { types } from 'node:util';
import { isArray, Object, Reflect } from '../primordials.js';
import { describeAddress, describeQuery } from './addresses.js';
import { describeBeside, hasHidden, isLookDue, LONGEST_NAMED } from './beside.js';
import { describeError } from './error-values.js';
import { LateClassMet } from './late-classes.js';
import {
	BESIDE_MARK,
	BUFFER,
	ERROR_MARK,
	NO_PROTOTYPE,
	QUERY_MARK,
	SIGNAL_MARK,
	URL_MARK,
} from './notes.js';
import { hasPrivateEntries, hasPrivateMembers } from './private-members.js';
import { classNameOf, refuse } from './refusal.js';
import { registry } from './registry.js';
import { markOf, note, substitute } from './search.js';

/**
 * Note how an object has to be made again on the other side.
 *
 * @param {object} value
 * @param {object | null} prototype its
 * @param {Search} search
 * @returns {number} its content that is to be looked at: OBJECT for keys, ARRAY, MAP, SET; ERROR, SIGNAL or BESIDE for its substitute; MEMORY for none
 * @throws {Refusal}
 */
export function classify(value, prototype, search) {
	if (prototype === null) {
		if (search.passing-- <= 0 && isLookDue(search) && hasHidden(value, search)) {
			const reason =
				'it has no prototype, and own properties that a copy loses: symbols, or not enumerable';
			throw refuse(search.root, search.path, reason);
		}
		note(search, NO_PROTOTYPE);
		return OBJECT;
	}
	const usual = usualBrand(prototype);
	if (usual === MEMORY) {
		if (isLookedAt(value, search)) refuseOwnKeys(value, MEMORY, search);
		return MEMORY;
	}
	if (usual === CONTENT) {
		refuseOwnKeys(value, usual, search);
		if (!types.isRegExp(value) || Object.is(value.lastIndex, 0)) return MEMORY;
		substitute(search, value, BESIDE_MARK, () => describeBeside(value, search));
		return BESIDE;
	}
	if (Buffer.isBuffer(value)) {
		if (isLookedAt(value, search)) refuseOwnKeys(value, MEMORY, search);
		note(search, BUFFER);
		return MEMORY;
	}
	const known = search.classes.find(prototype);
	const brand = known ? known.brand : (usual ?? brandOf(value, prototype));
	if (brand === ERROR) {
		substitute(search, value, ERROR_MARK, () => describeError(value, search));
		return ERROR;
	}
	const { lender } = search;
	if (brand === SIGNAL && !known && lender?.lendSignal) {
		const signal = /** @type {AbortSignal} */ (value);
		const { lendSignal } = lender;
		substitute(search, value, SIGNAL_MARK, () => Reflect.apply(lendSignal, lender, [signal]));
		search.hasPlatformObjects = true;
		return SIGNAL;
	}
	if (known) return classifyInstance(value, known, search);
	if (brand === OBJECT) return classifyObject(value, prototype, search);
	if (brand === SIGNAL || !isBuiltinPrototype(prototype)) throw refuseClass(prototype, search);
	return classifyBuiltin(value, brand, search);
}

/**
 * @param {object} value an instance of a class that both sides know
 * @param {import('./classes.js').KnownClass} known the class
 * @param {Search} search
 * @returns {number}
 */
function classifyInstance(value, { name, brand }, search) {
	if (brand === ADDRESS || brand === ADDRESS_QUERY || brand === SIGNAL) {
		const reason = `it is an instance of \`${name}\`, which extends a class whose data only the platform sees`;
		throw refuse(search.root, search.path, reason);
	}
	const isCollection = brand === MAP || brand === SET;
	if (isCollection && Reflect.ownKeys(value).length > 0) {
		substitute(search, value, BESIDE_MARK, () => describeBeside(value, search, name));
		return BESIDE;
	}
	note(search, markOf(name, search));
	if (brand === ARRAY || brand === OBJECT) refuseHiddenKeys(value, name, search);
	else refuseOwnKeys(value, brand, search);
	return brand === CONTENT ? MEMORY : brand;
}

/**
 * @param {object} value of no brand, and of no class that both sides know
 * @param {object} prototype its
 * @param {Search} search
 * @returns {number}
 */
function classifyObject(value, prototype, search) {
	if (Object.getPrototypeOf(prototype) === null) return OBJECT; // plain, of another realm
	const isMoved = registry.hasMarked && registry.marked.has(value);
	if (!isMoved && !survivesClone(value, prototype)) {
		const { late } = search.classes;
		const key = search.lender?.mayWait && !late.isEmpty ? late.keyFor(prototype) : undefined;
		throw key === undefined ? refuseClass(prototype, search) : new LateClassMet(late, key);
	}
	search.hasPlatformObjects = true;
	return MEMORY;
}

/**
 * @param {object} value
 * @param {number} brand
 * @param {Search} search
 * @returns {number}
 */
function classifyBuiltin(value, brand, search) {
	if (brand === ADDRESS) {
		substitute(search, value, URL_MARK, () => describeAddress(value, search));
		return MEMORY;
	}
	if (brand === ADDRESS_QUERY) {
		substitute(search, value, QUERY_MARK, () => describeQuery(value, search));
		return MEMORY;
	}
	if (brand === MAP || brand === SET || brand === CONTENT) refuseOwnKeys(value, brand, search);
	return brand === MAP || brand === SET || brand === ARRAY ? brand : MEMORY;
}

/**
 * @param {object} value an instance that crosses as its enumerable properties
 * @param {string} name of its class
 * @param {Search} search
 */
function refuseHiddenKeys(value, name, search) {
	const all = Reflect.ownKeys(value).length - (isArray(value) ? 1 : 0); // `length`
	if (all === Object.keys(value).length) return;
	const reason = `it is an instance of \`${name}\` with own properties that a copy loses: symbols, or not enumerable`;
	throw refuse(search.root, search.path, reason);
}

/**
 * Elements are own properties as well, so that the names beside them are found only by passing over all elements.
 *
 * @param {object} value memory
 * @param {Search} search
 * @returns {boolean} whether it is short, and its turn to be looked at
 */
const isLookedAt = (value, search) =>
	search.passing-- <= 0 && !(Reflect.get(value, 'length') > LONGEST_NAMED) && isLookDue(search);

/**
 * @param {object} value something that crosses as its content
 * @param {number} brand
 * @param {Search} search
 */
function refuseOwnKeys(value, brand, search) {
	// Elements of typed arrays and characters of boxed strings are own properties, and come first.
	let elements = brand === MEMORY || brand === CONTENT ? (Reflect.get(value, 'length') ?? 0) : 0;
	for (const key in value) {
		if (!Object.hasOwn(value, key)) return;
		if (elements-- > 0) continue;
		const reason = 'it has properties of its own beside its content, which a copy loses';
		throw refuse(search.root, search.path, reason);
	}
}

/** Classes whose subclasses cross, where both sides have them. */
const KEPT_BY_CLONE =
	/^(?:Array|Map|Set|Date|Buffer|(?:Uint8Clamped|(?:Int|Uint)(?:8|16|32)|Float(?:32|64)|Big(?:Int|Uint)64)Array|(?:\w*Error))$/;

/** @param {object} prototype @returns {string | undefined} the nearest class of the platform, whose instances cannot cross; undefined where there is none */
function platformClassOf(prototype) {
	for (let at = prototype; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
		const made = Object.getOwnPropertyDescriptor(at, 'constructor')?.value;
		const name = typeof made === 'function' ? made.name : '';
		if (name === '' || Reflect.get(globalThis, name) !== made) continue;
		return KEPT_BY_CLONE.test(name) ? undefined : name;
	}
	return undefined;
}

/**
 * @param {object} prototype
 * @param {Search} search
 * @returns {Error}
 */
function refuseClass(prototype, search) {
	const early = search.classes.isComplete ? '' : ', or that its module has not defined yet';
	const made = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
	const isKnown = typeof made === 'function' && search.classes.nameOf(made) !== undefined;
	const platform = platformClassOf(prototype);
	const ofPlatform =
		platform === made?.name
			? ' of the platform, which cannot be copied'
			: `, which extends \`${platform}\` of the platform, and a copy would lose its class`;
	const ofProgram =
		isKnown || hasPrivateMembers(prototype) || hasPrivateEntries(prototype)
			? ', and has private state that no copy would have'
			: `, which only this side knows${early}`;
	const why = platform === undefined || isKnown ? ofProgram : ofPlatform;
	const reason = `it is an instance of ${classNameOf(prototype)}${why}`;
	return refuse(search.root, search.path, reason);
}
