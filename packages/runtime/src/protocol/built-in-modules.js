// Node's modules that a module uses: which they are, and the objects in them that a program may change; both sides.
/** @import { Holder, Names } from './built-ins.js' */
import { builtinModules, createRequire } from 'node:module';
import { inspect, types } from 'node:util';
import { filter, map, Object, OwnSet, push, Reflect, sliceText } from '../primordials.js';
import { ownOf } from './content-readers.js';

/** Different in each thread, deprecated, or of an effect when they are loaded. */
const LEFT_OUT = new OwnSet([
	...['process', 'console', 'worker_threads', 'cluster', 'domain', 'inspector', 'punycode', 'repl'],
	...['sys', 'test', 'trace_events', 'wasi'],
]);

const MODULES = new OwnSet(
	filter(builtinModules, (name) => !name.startsWith('_') && !LEFT_OUT.has(name.split('/')[0])),
);

const PREFIX = 'node:';

/** @param {string} specifier @returns {string | undefined} the module's name without `node:`; undefined for what is not compared */
export function nameOfModule(specifier) {
	const name =
		sliceText(specifier, 0, PREFIX.length) === PREFIX
			? sliceText(specifier, PREFIX.length)
			: specifier;
	return MODULES.has(name) ? name : undefined;
}

/** What the global `crypto` gives, which Node loads when it is read. */
export const WEB_CRYPTO = 'webcrypto';
const ofCrypto = ownOf(globalThis, 'crypto');

const load = createRequire(import.meta.url);
const { moduleLoadList = [] } = /** @type {{ moduleLoadList?: string[] }} */ (process);

/** @returns {number} another whenever a module of Node has been loaded */
export const loadCount = () => moduleLoadList.length;

/**
 * The modules which this thread has loaded: the others it cannot have changed, and loading a module takes time or does something.
 *
 * @param {Iterable<string>} names
 * @returns {Set<string>}
 */
export function loadedOf(names) {
	const list = new OwnSet(moduleLoadList);
	const isListed = (/** @type {string} */ name) => list.has(`NativeModule ${name}`);
	const isLoaded = (/** @type {string} */ name) =>
		name === WEB_CRYPTO
			? isListed('internal/crypto/webcrypto')
			: isListed(name) || isListed(name.split('/')[0]); // `fs.promises` is `node:fs/promises`
	return new OwnSet(filter([...names], isLoaded));
}

/** What modules read of their own properties, with no mention. @type {Record<string, string[]>} */
const USED_BY_NODE = {
	querystring: ['escape', 'unescape'],
	events: ['captureRejections', 'defaultMaxListeners'],
};

/** Modules that are parts of others, behind accessors. */
const BEHIND_ACCESSORS = new OwnSet(['fs', 'timers', 'stream', 'dns', 'readline']);

/** @type {Names} */
const ALL = { has: () => true };

/** Names of functions that write values down as `inspect` does. */
const PRINTING = ['console', 'inspect', 'format', 'formatWithOptions', 'log'];

/** @param {Names} words @returns {boolean} whether a module with these may have values written down */
export function isPrinting(words) {
	for (let at = 0; at < PRINTING.length; at++) if (words.has(PRINTING[at])) return true;
	return false;
}

/** @param {Names} names @param {string[]} more @returns {Names} */
export const withNames = (names, more) => {
	const added = new OwnSet(more);
	return { has: (name) => added.has(name) || names.has(name) };
};

/** The objects of modules, each once. */
export class ModuleHolders {
	#holders;
	#seen = new OwnSet();
	#words;
	#members;

	/**
	 * @param {Holder[]} holders to which they are added
	 * @param {Names} words
	 * @param {Names} members
	 */
	constructor(holders, words, members) {
		this.#holders = holders;
		for (let at = 0; at < holders.length; at++) this.#seen.add(holders[at].object);
		this.#words = words;
		this.#members = members;
	}

	/** @param {string} name of a module */
	addModule(name) {
		if (name === WEB_CRYPTO) {
			const get = ofCrypto?.get;
			this.#addParts('crypto', get ? Reflect.apply(get, globalThis, []) : ofCrypto?.value, 0);
			return;
		}
		const exported = moduleNamed(name);
		const path = `node:${name}`;
		this.#addParts(path, exported, 2, withNames(this.#words, USED_BY_NODE[name] ?? []));
		if (BEHIND_ACCESSORS.has(name) && this.#words.has('promises'))
			this.#addParts(`node:${name}/promises`, moduleNamed(`${name}/promises`), 1);
	}

	/** Add what changes how values are written down. */
	addInspect() {
		this.#addHolder('node:util.inspect.defaultOptions', OPTIONS, ALL);
		if (!this.#words.has('inspect')) return;
		this.#addHolder('node:util.inspect.styles', inspect.styles, ALL);
		this.#addHolder('node:util.inspect.colors', inspect.colors, ALL);
	}

	/** Add what functions of `process` have, `process.hrtime.bigint`. */
	addProcess() {
		const keys = Reflect.ownKeys(process);
		for (let at = 0; at < keys.length; at++) {
			const key = keys[at];
			if (typeof key !== 'string' || !this.#words.has(key)) continue;
			const part = ownOf(process, key)?.value;
			if (typeof part === 'function') this.#addHolder(`process.${key}`, part, this.#words);
		}
	}

	/**
	 * @param {string} path
	 * @param {any} object
	 * @param {number} depth how far its parts are looked at
	 * @param {Names} [names]
	 */
	#addParts(path, object, depth, names = this.#words) {
		if (!this.#addHolder(path, object, names)) return;
		this.#addPrototypes(path, object);
		if (depth > 0) this.#addMentioned(path, object, depth, names);
	}

	/**
	 * @param {string} path
	 * @param {object} object
	 * @param {number} depth
	 * @param {Names} names
	 */
	#addMentioned(path, object, depth, names) {
		const keys = Reflect.ownKeys(object);
		for (let at = 0; at < keys.length; at++) {
			const key = keys[at];
			if (typeof key !== 'string' || key === 'prototype' || key === 'constructor') continue;
			const part = ownOf(object, key)?.value;
			const isFunction = typeof part === 'function';
			if (names.has(key) && (isFunction || isNamespace(part)))
				this.#addParts(`${path}.${key}`, part, depth - 1, names);
			else if (isFunction && isClassName(key)) this.#addPrototypes(`${path}.${key}`, part);
		}
	}

	/**
	 * Add those that instances have, whether the module mentions the class or has them from a function.
	 *
	 * @param {string} path
	 * @param {any} made a class, or an object that is an instance
	 */
	#addPrototypes(path, made) {
		if (!isReadable(made)) return;
		let prototype =
			typeof made === 'function' ? ownOf(made, 'prototype')?.value : Object.getPrototypeOf(made);
		let name = typeof made === 'function' ? path : nameOfClass(prototype);
		while (this.#addHolder(`${name}.prototype`, prototype, this.#members)) {
			prototype = Object.getPrototypeOf(prototype);
			name = nameOfClass(prototype);
		}
	}

	/** @param {string} path @param {unknown} object @param {Names} names @returns {boolean} whether it is a new one */
	#addHolder(path, object, names) {
		if (!isReadable(object) || this.#seen.has(object)) return false;
		this.#seen.add(object);
		push(this.#holders, { path, object, names });
		return true;
	}
}

/** What the runtime's own copy of the accessor gives, which a program cannot redefine. */
const OPTIONS = inspect.defaultOptions;

/** @param {string} name @returns {unknown} undefined when it cannot be loaded */
function moduleNamed(name) {
	try {
		return load(`node:${name}`);
	} catch {
		return undefined;
	}
}

/** @param {string} key @returns {boolean} */
const isClassName = (key) => key[0] >= 'A' && key[0] <= 'Z';

/** @param {any} value @returns {boolean} whether it has no class, `os.constants` */
function isNamespace(value) {
	if (!isReadable(value)) return false;
	const prototype = Object.getPrototypeOf(value);
	return prototype === null || prototype === globalThis.Object.prototype;
}

/** @param {any} prototype @returns {string} */
function nameOfClass(prototype) {
	const made = isReadable(prototype) ? ownOf(prototype, 'constructor')?.value : undefined;
	const name = isReadable(made) ? ownOf(made, 'name')?.value : undefined;
	return typeof name === 'string' ? name : '?';
}

/** @param {any} value @returns {value is object} whether it has descriptors that can be read without running code of the program */
export const isReadable = (value) =>
	((typeof value === 'object' && value !== null) || typeof value === 'function') &&
	!types.isProxy(value);

/** Node's accessors of numbers and booleans, which are not configurable: the property tells of the state behind them. */
const STATES = new OwnSet(USED_BY_NODE.events);
const events = load('node:events');

/** @param {object} object @param {string | symbol} key @returns {boolean} */
export const isStateOfNode = (object, key) =>
	object === events && typeof key === 'string' && STATES.has(key);

/** @returns {[path: string, value: unknown][]} */
export const statesOfNode = () =>
	map(USED_BY_NODE.events, (key) => [`node:events.${key}`, events[key]]);
