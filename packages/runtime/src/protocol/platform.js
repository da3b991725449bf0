// What the platform gives every thread: its constructors, functions, namespaces and symbols cross by their names; both sides.
import { createRequire, isBuiltin } from 'node:module';
import {
	filter,
	join,
	map,
	Object,
	Reflect,
	some,
	OwnMap,
	Set,
	keyOfSymbol,
	symbolOfKey,
	textOfFunction,
} from '../primordials.js';
import { printOf } from './print.js';

/**
 * How such a value is found on the other side.
 *
 * @typedef {object} PlatformReference
 * @property {string} name `Array.prototype.push`, `node:util format`, `Symbol.for key`
 * @property {number} print of it (print.js): who has replaced it must have done so on both sides
 *
 * @typedef {object} Table built when the first value asks for it; per thread
 * @property {Map<unknown, string>} names
 * @property {Map<string, unknown>} values
 */

/** @type {{ table: Table | undefined }} */
const kept = { table: undefined };

const REGISTERED = 'Symbol.for ';
/** Holders of what belongs to the thread: they are there in each, and have other properties. */
const PER_THREAD = new Set([
	...['globalThis', 'process', 'process.env', 'console', 'performance', 'Error'],
]);

/**
 * What has no property that a clone would bring, but is no empty object.
 *
 * @param {object} value a plain object without enumerable properties
 * @returns {boolean} whether it may be a namespace or a prototype
 */
export const maySeemEmpty = (value) =>
	Object.hasOwn(value, 'constructor') || Object.hasOwn(value, Symbol.toStringTag);

/**
 * @param {unknown} value an object, a function or a symbol
 * @returns {PlatformReference | undefined} undefined when it is none of the platform's
 */
export function referToPlatform(value) {
	if (typeof value === 'symbol') {
		const key = keyOfSymbol(value);
		if (key !== undefined) return { name: REGISTERED + key, print: 0 };
	}
	const name = (kept.table ??= buildTable()).names.get(value);
	return name === undefined ? undefined : { name, print: printFor(name, value) };
}

/**
 * @param {PlatformReference} reference of the other side
 * @returns {unknown} undefined when this side has none, or another one
 */
export function findOnPlatform({ name, print }) {
	if (name.startsWith(REGISTERED)) return symbolOfKey(name.slice(REGISTERED.length));
	const value = (kept.table ??= buildTable()).values.get(name) ?? builtinValue(name);
	return value !== undefined && printFor(name, value) === print ? value : undefined;
}

/** @param {string} name @param {unknown} value @returns {number} */
function printFor(name, value) {
	if (PER_THREAD.has(name)) return 0;
	const isCode = typeof value === 'function';
	const text = isCode ? textOfFunction(value) : '';
	const names = join(Object.getOwnPropertyNames(Object(value)), ' ');
	return printOf(value, `${text} ${typeof value === 'symbol' ? '' : names}`);
}

/** @returns {Table} */
function buildTable() {
	const table = createTable();
	add(table, 'globalThis', globalThis);
	for (const name of Object.getOwnPropertyNames(globalThis)) {
		if (!isSelf(name)) addHolder(table, name, valueOf(globalThis, name), DEPTH);
	}
	addHolder(table, 'process', process, 1);
	addHolder(table, 'process.env', process.env, 0);
	addHolder(table, 'performance', performance, 0);
	for (const [name, made] of HIDDEN) addHolder(table, name, made, DEPTH);
	for (const name of loadedBuiltins()) addHolder(table, `node:${name}`, builtin(name), DEPTH);
	return table;
}

/** @returns {Table} */
const createTable = () => ({ names: new OwnMap(), values: new OwnMap() });

/** @param {string} name @returns {boolean} whether it is the global object again */
const isSelf = (name) => name === 'globalThis' || name === 'global';

/** How far below a global or a module of Node: `Intl.NumberFormat.prototype.format`. */
const DEPTH = 3;

/** What the language names nowhere. @type {[string, unknown][]} */
const HIDDEN = [
	['%TypedArray%', Object.getPrototypeOf(Uint8Array)],
	['%AsyncFunction%', (async () => undefined).constructor],
	['%GeneratorFunction%', function* () {}.constructor],
	['%AsyncGeneratorFunction%', async function* () {}.constructor],
];

/**
 * @param {Table} table
 * @param {string} name
 * @param {unknown} value
 * @param {number} depth how far its parts are looked at
 */
function addHolder(table, name, value, depth) {
	if (typeof value === 'symbol') add(table, name, value);
	if (Object(value) !== value || !add(table, name, value) || depth === 0) return;
	const holder = /** @type {object} */ (value);
	for (const key of Reflect.ownKeys(holder)) {
		const part = valueOf(holder, key);
		const path = `${name}.${typeof key === 'symbol' ? `[${key.description}]` : key}`;
		if (typeof part === 'function' || typeof part === 'symbol' || holdsFunctions(part))
			addHolder(table, path, part, depth - 1);
	}
}

/** @param {unknown} value @returns {boolean} whether it is a namespace or a prototype, and no data */
function holdsFunctions(value) {
	if (Object(value) !== value) return false;
	const holder = /** @type {object} */ (value);
	return some(Reflect.ownKeys(holder), (key) => typeof valueOf(holder, key) === 'function');
}

/** @param {Table} table @param {string} name @param {unknown} value @returns {boolean} false when it has been met */
function add({ names, values }, name, value) {
	values.set(name, value);
	if (names.has(value)) return false;
	names.set(value, name);
	return true;
}

/** @param {object} object @param {PropertyKey} key @returns {any} undefined for an accessor, which may warn or load something */
const valueOf = (object, key) => Object.getOwnPropertyDescriptor(object, key)?.value;

/** @returns {string[]} Node's modules that this thread has loaded, so that looking for a function loads none */
function loadedBuiltins() {
	const { moduleLoadList = [] } = /** @type {{ moduleLoadList?: string[] }} */ (process);
	const native = filter(moduleLoadList, (one) => one.startsWith('NativeModule '));
	const names = map(native, (one) => one.slice('NativeModule '.length));
	return filter(names, (one) => isBuiltin(one) && !one.startsWith('internal/'));
}

const load = createRequire(import.meta.url);

/** @param {string} name of a module of Node @returns {unknown} */
const builtin = (name) => load(`node:${name}`);

/** @param {string} name `node:util.format` @returns {unknown} of a module that only the other side has loaded so far */
function builtinValue(name) {
	const [, module] = /^node:([\w/]+)/.exec(name) ?? [];
	if (module === undefined || !isBuiltin(module)) return undefined;
	const table = createTable();
	addHolder(table, `node:${module}`, builtin(module), DEPTH);
	return table.values.get(name);
}
