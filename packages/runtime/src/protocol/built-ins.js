// What a thread has of the platform, as far as a module mentions it: globals, constructors, prototypes, namespaces; both sides.
import { Object, OwnMap, OwnSet, push, Reflect, some } from '../primordials.js';
import { holdersOf } from './built-in-holders.js';
import { isStateOfNode, statesOfNode } from './built-in-modules.js';
import { printProperty } from './built-in-print.js';
import { ownOf } from './content-readers.js';

/**
 * The names in the text of a module, by which what it may use is told from what it cannot.
 *
 * @typedef {object} Mentions
 * @property {Set<string>} words all of them
 * @property {Set<string>} members those that stand where a name of a property does
 * @property {Set<string>} globals those that are read where an undeclared variable is no error
 * @property {Set<string>} modules Node's modules that it imports, by their names without `node:`
 *
 * @typedef {object} SentBuiltIns what the host has, as it crosses
 * @property {string} words separated by spaces, as the others are
 * @property {string} members
 * @property {string} globals
 * @property {string} modules those that the host has loaded
 * @property {string} record
 *
 * @typedef {{ has(name: string): boolean }} Names
 * @typedef {{ path: string, object: object, names: Names }} Holder `path`: empty for the global object
 * @typedef {{ holder: Holder, key: string | symbol, value: unknown }} Slot
 */

const keyOfSymbol = globalThis.Symbol.keyFor;

/** What the language itself reads of prototypes, with no mention. */
const IMPLICIT = new OwnSet([
	...['toString', 'valueOf', 'toJSON', 'toISOString', 'join', 'next', 'return', 'throw', 'then'],
	...['add', 'set', 'exec', 'source', 'flags', 'hasIndices', 'global', 'ignoreCase', 'multiline'],
	...['dotAll', 'unicode', 'unicodeSets', 'sticky'],
]);

const NOT_COMPARED = new OwnSet([
	'constructor',
	'prototype',
	'name',
	'length',
	'globalThis',
	'global',
]);

/** Members of `process` which Node itself makes differ between the main thread and others. */
const OF_THREAD = new OwnSet([
	...['stdin', 'stdout', 'stderr', 'abort', 'chdir', 'cwd', 'umask', 'initgroups', 'setgroups'],
	...['setegid', 'seteuid', 'setgid', 'setuid', 'argv', 'execArgv', 'env', 'title'],
	...['binding', 'dlopen', 'mainModule', 'channel', 'connected', 'disconnect', 'send'],
	...['_fatalException', '_debugProcess', '_debugEnd'],
	...['_startProfilerIdleNotifier', '_stopProfilerIdleNotifier'],
	// What these do ends or tells a thread, and tools (Jest, hooks of exits) replace them.
	...['exit', 'reallyExit', 'emit', 'emitWarning', 'kill'],
]);

/** The built-ins of this thread that a module may use, as they were at one moment. */
export class BuiltIns {
	/** @type {Slot[]} */
	#slots = [];
	#holders;
	/** how many properties each had @type {number[]} */
	#sizes = [];

	/** @param {Mentions} mentions */
	constructor(mentions) {
		this.#holders = holdersOf(mentions);
		for (let at = 0; at < this.#holders.length; at++) this.#add(this.#holders[at]);
	}

	/** @param {Holder} holder */
	#add(holder) {
		const keys = Reflect.ownKeys(holder.object);
		push(this.#sizes, keys.length);
		for (let at = 0; at < keys.length; at++) {
			const key = keys[at];
			if (isCompared(holder, key))
				push(this.#slots, { holder, key, value: valueOf(holder.object, key) });
		}
	}

	/** @returns {boolean} whether all of it is as it was */
	isCurrent() {
		for (let at = 0; at < this.#holders.length; at++)
			if (Reflect.ownKeys(this.#holders[at].object).length !== this.#sizes[at]) return false;
		for (let at = 0; at < this.#slots.length; at++) {
			const { holder, key, value } = this.#slots[at];
			if (!Object.is(valueOf(holder.object, key), value)) return false;
		}
		return true;
	}

	/** @returns {string} a line for each object: its path; and after it a line for each property: its path and what it is */
	describe() {
		let text = '';
		let next = 0;
		for (let at = 0; at < this.#slots.length; at++) {
			const { holder, key } = this.#slots[at];
			if (this.#slots[at - 1]?.holder !== holder)
				do text += `${this.#holders[next].path}\n`;
				while (this.#holders[next++] !== holder);
			const own = describedBy(holder.object, key);
			if (own) text += `${pathOf(holder, key)}\t${printProperty(own)}\n`;
		}
		for (; next < this.#holders.length; next++) text += `${this.#holders[next].path}\n`;
		return text;
	}
}

/** @param {Holder} holder @param {string | symbol} key @returns {boolean} */
function isCompared({ path, object, names }, key) {
	if (typeof key === 'symbol')
		return path === '' ? isMentionedKey(key, names) : isMentionedSymbol(key, names);
	if (isOfErrors(key) && path.endsWith('Error.prototype')) return true;
	if (object === ANY_OBJECT || (object === ANY_ARRAY && names.has(LISTS_KEYS)))
		if (ownOf(object, key)?.enumerable) return true;
	if (NOT_COMPARED.has(key) || (object === process && OF_THREAD.has(key))) return false;
	if (names.has(key)) return true;
	return IMPLICIT.has(key) && path.endsWith('.prototype') && object !== Function.prototype;
}

const ANY_OBJECT = globalThis.Object.prototype;
const ANY_ARRAY = Array.prototype;
/** `for (const key in rows)` */
const LISTS_KEYS = 'in';

/** Whoever writes an error down reads these of its prototype. @param {string} key @returns {boolean} */
const isOfErrors = (key) => key === 'name' || key === 'message';

/** @param {symbol} symbol a key of the global object @param {Names} names @returns {boolean} whether the text has all words of its name, `Symbol.for('app.config')` */
function isMentionedKey(symbol, names) {
	const words = keyOfSymbol(symbol)?.match(/[\w$]+/g) ?? [];
	return words.length > 0 && words[0] !== 'lapidary' && !some(words, (one) => !names.has(one));
}

/** @param {symbol} symbol @param {Names} names @returns {boolean} those of the language are used with no mention */
function isMentionedSymbol(symbol, names) {
	const { description = '' } = symbol;
	if (description.startsWith('Symbol.')) return true;
	return names.has(/[\w$]*$/.exec(description)?.[0] ?? '');
}

/** State of a thread that is behind an accessor of Node's. @param {object} object @param {string | symbol} key @returns {boolean} */
const isState = (object, key) =>
	(object === process && key === 'exitCode') || isStateOfNode(object, key);

/** @returns {Map<string, string>} what code sets for its own thread, by its path: as `describe` has it */
export function statesOfThread() {
	/** @type {Map<string, string>} */
	const states = new OwnMap();
	states.set('process.exitCode', printProperty({ value: process.exitCode }));
	states.set('Error.stackTraceLimit', printProperty({ value: Error.stackTraceLimit }));
	for (const [path, value] of statesOfNode()) states.set(path, printProperty({ value }));
	return states;
}

/** @param {any} object @param {string | symbol} key @returns {PropertyDescriptor | undefined} */
const describedBy = (object, key) =>
	isState(object, key) ? { value: object[key] } : ownOf(object, key);

/** @param {object} object @param {string | symbol} key @returns {unknown} the value, or the function behind it */
function valueOf(object, key) {
	const own = describedBy(object, key);
	return own && (own.get ?? own.set ?? own.value);
}

/** @param {Holder} holder @param {string | symbol} key @returns {string} */
function pathOf({ path }, key) {
	if (typeof key === 'symbol')
		return path === ''
			? `globalThis[Symbol.for('${keyOfSymbol(key)}')]`
			: `${path}[${key.description ?? ''}]`;
	return path === '' ? key : `${path}.${key}`;
}
