// The methods of classes and prototypes, as far as two threads can compare them; both sides.
import { types } from 'node:util';
import { Object, OwnMap, OwnSet, Reflect, textOfFunction, WeakMap } from '../primordials.js';
import { usualBrand } from './brands.js';
import { ownOf } from './content-readers.js';
import { ANY, isNative, nameOfFunction, printOfCode } from './function-print.js';
import { hash } from './print.js';

/** Classes and prototypes of a value that are looked at. */
const MOST_HOLDERS = 64;

/** Objects of a value among which functions are looked at. */
const MOST_FUNCTIONS = 256;

/** What is no method, or the same in every function. */
const NO_METHODS = new OwnSet([
	...['constructor', 'prototype', 'name', 'length', 'arguments', 'caller'],
]);

/**
 * Describes the functions, and the methods of the classes and prototypes, that a value leads to.
 *
 * A method within the source text of its class counts as its name, since lowering changes the text of both in the same way, and both sides
 * have all of them. Any other method has been put there by a statement, `Shape.prototype.scale = function () {}`, and counts as its source
 * text. A worker module leaves out statements whose methods its units do not use, so that those are compared which both sides have, and those that hide
 * an inherited one.
 */
export class ClassMembers {
	#holders = new OwnSet();
	#own = 0;
	#others = '';

	/** @param {Function} made a class, or a function that may make instances */
	ofFunction(made) {
		for (let at = made; isOfProgram(at); at = Object.getPrototypeOf(at))
			if (!this.#add(at, at)) break;
		const prototype = ownOf(made, 'prototype')?.value;
		if (typeof prototype === 'object' && prototype !== null) this.ofPrototype(prototype);
	}

	/** @param {Function} fn a function or class that the value holds @param {number} place of it in the value */
	ofCode(fn, place) {
		if (place >= MOST_FUNCTIONS || isNative(fn)) return;
		const print = printOfCode(fn);
		if (print !== ANY) this.#others += `,${hash(`code ${place}`)}=${print}`;
	}

	/** @param {object | null} prototype what objects inherit, with all that it inherits */
	ofPrototype(prototype) {
		for (let at = prototype; at !== null; at = Object.getPrototypeOf(at))
			if (types.isProxy(at) || isOfLanguage(at) || !this.#add(at, makerOf(at))) return;
	}

	/** @param {object} holder of methods @param {Function | undefined} made its class @returns {boolean} false where it has been looked at */
	#add(holder, made) {
		const { size } = this.#holders;
		if (size >= MOST_HOLDERS || types.isProxy(holder) || this.#holders.has(holder)) return false;
		this.#holders.add(holder);
		const keys = Reflect.ownKeys(holder);
		for (let at = 0; at < keys.length; at++) {
			const key = keys[at];
			const own = NO_METHODS.has(key) ? undefined : ownOf(holder, key);
			if (!own) continue;
			const name = `${size} ${String(key)}`;
			const how = { made, isOverriding: isInherited(holder, key) };
			this.#method(name, own.value, how);
			this.#method(`${name} get`, own.get, how);
			this.#method(`${name} set`, own.set, how);
		}
		return true;
	}

	/** @param {string} name @param {unknown} method @param {{ made: Function | undefined, isOverriding: boolean }} how `isOverriding`: another one of the name is inherited */
	#method(name, method, { made, isOverriding }) {
		if (typeof method !== 'function' || types.isProxy(method)) return;
		const print = printOfMethod(method, made);
		if (isOverriding) this.#own = hash(`${this.#own} ${name}`);
		if (print !== undefined) this.#others += `,${hash(name)}=${print}`;
		else this.#own = hash(`${this.#own} ${name} ${nameOfFunction(method)}`);
	}

	/** @returns {string} empty where there are no methods */
	get print() {
		return this.#own === 0 && this.#others === '' ? '' : `:${this.#own}${this.#others}`;
	}
}

/**
 * @param {string} one what a thread has made of a value
 * @param {string} other what another thread has made of it
 * @param {boolean} hasOtherTexts the same function has another source text in each thread: methods that the texts of classes show count alone
 * @returns {boolean} whether the methods that both have are the same
 */
export function isSameMembers(one, other, hasOtherTexts) {
	const [own, ...others] = one.split(',');
	const [ownThere, ...othersThere] = other.split(',');
	if ((own || '0') !== (ownThere || '0')) return false; // without any function the text is empty
	if (hasOtherTexts) return true;
	/** @type {Map<string, string>} */
	const there = new OwnMap();
	for (let at = 0; at < othersThere.length; at++) {
		const [name = '', print = ''] = String(othersThere[at]).split('=');
		there.set(name, print);
	}
	for (let at = 0; at < others.length; at++) {
		const [name = '', print] = String(others[at]).split('=');
		const known = there.get(name) ?? ANY;
		if (print !== known && print !== ANY && known !== ANY) return false;
	}
	return true;
}

/**
 * Prints of methods by their class; per thread. The source text of a function never changes.
 *
 * @type {WeakMap<Function, { made: Function | undefined, print: string | undefined }>}
 */
const known = new WeakMap();

/**
 * @param {Function} method
 * @param {Function | undefined} made its class
 * @returns {string | undefined} undefined for a method within the source text of its class
 */
function printOfMethod(method, made) {
	const found = known.get(method);
	if (found && found.made === made) return found.print;
	const print = made && isInClass(method, made) ? undefined : printOfOther(method);
	known.set(method, { made, print });
	return print;
}

/** @param {Function} method that a statement has put there @returns {string} */
function printOfOther(method) {
	const print = printOfCode(method);
	return print === ANY ? ANY : String(hash(`${nameOfFunction(method)} ${print}`));
}

/** @param {Function} method @param {Function} made @returns {boolean} */
function isInClass(method, made) {
	const around = textOfFunction(made);
	return around.startsWith('class') && around.includes(textOfFunction(method));
}

/** @param {object} holder @param {string | symbol} key @returns {boolean} whether what it inherits has one of the name */
function isInherited(holder, key) {
	for (let at = Object.getPrototypeOf(holder); at !== null; at = Object.getPrototypeOf(at)) {
		if (types.isProxy(at)) return false;
		if (ownOf(at, key)) return true;
	}
	return false;
}

/** @param {object} object @returns {boolean} whether it is the prototype of a class */
export function isPrototype(object) {
	const made = makerOf(object);
	return made !== undefined && ownOf(made, 'prototype')?.value === object;
}

/** @param {object} prototype @returns {Function | undefined} the class whose prototype it is */
function makerOf(prototype) {
	const made = ownOf(prototype, 'constructor')?.value;
	return typeof made === 'function' && !types.isProxy(made) ? made : undefined;
}

/** @param {object} prototype @returns {boolean} */
function isOfLanguage(prototype) {
	if (usualBrand(prototype) !== undefined) return true;
	const made = makerOf(prototype);
	return made !== undefined && isNative(made);
}

/** @param {unknown} value what a class extends @returns {boolean} false for what a chain of base classes ends with */
const isOfProgram = (value) =>
	typeof value === 'function' && !types.isProxy(value) && !isNative(value);
