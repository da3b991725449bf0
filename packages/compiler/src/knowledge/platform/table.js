/** @import { Row } from './row.js' */
import { COLLECTION_METHODS } from './collections.js';
import { ECMASCRIPT } from './ecmascript.js';
import { NODE_GLOBALS } from './node-globals.js';
import { ACTING_MODULES, NODE_MODULES, SAME_MODULES } from './node-modules.js';
import { BASIC_METHODS } from './prototypes.js';
import { WEB } from './web.js';

/** The whole table. @type {readonly Row[]} */
export const ROWS = [
	...ECMASCRIPT,
	...BASIC_METHODS,
	...COLLECTION_METHODS,
	...NODE_GLOBALS,
	...WEB,
	...NODE_MODULES,
];

/** By `call Math.max`, `new Map`, `value process.env`. @type {Map<string, Row>} */
const BY_PATH = new Map();
/** Rows of methods, by their name alone. @type {Map<string, Row[]>} */
const BY_METHOD = new Map();
/** What holds functions of the table. @type {Set<string>} */
const HOLDERS = new Set();

for (const row of ROWS) {
	HOLDERS.add(row.of);
	for (const name of row.names.split(' ')) {
		BY_PATH.set(`${row.as ?? 'call'} ${row.of === '' ? name : `${row.of}.${name}`}`, row);
		if (!row.of.endsWith('.prototype')) continue;
		const methods = BY_METHOD.get(name) ?? [];
		BY_METHOD.set(name, methods);
		methods.push(row);
	}
}

const ACTING = new Set(ACTING_MODULES.split(' ').map((name) => `node:${name}`));

/** The class whose functions and methods a class has besides its own. */
const PARENTS = new Map([
	['Buffer', 'TypedArray'],
	...ECMASCRIPT.filter(({ as, gives }) => as === 'new' && /^(TypedArray|Error)$/.test(gives ?? ''))
		.flatMap(({ names, gives }) => names.split(' ').map((name) => [name, gives]))
		.filter(([name, parent]) => name !== parent)
		.map((pair) => /** @type {[string, string]} */ (pair)),
]);

/**
 * @param {'call' | 'new' | 'value'} as
 * @param {string} path `Math.max`, `node:path.posix.join`
 * @returns {Row | null} null for what the table does not have
 */
export function rowOf(as, path) {
	const row = BY_PATH.get(`${as} ${path}`);
	if (row) return row;
	const at = path.lastIndexOf('.');
	const holder = path.slice(0, at);
	const parent = PARENTS.get(holder);
	return at > 0 && parent ? rowOf(as, `${parent}${path.slice(at)}`) : null;
}

/**
 * @param {string} className
 * @param {string} method
 * @returns {Row | null} of the method of an instance
 */
export function rowOfMethod(className, method) {
	for (let at = /** @type {string | undefined} */ (className); at; at = PARENTS.get(at)) {
		const row = BY_PATH.get(`call ${at}.prototype.${method}`);
		if (row) return row;
	}
	return BY_PATH.get(`call Object.prototype.${method}`) ?? null;
}

/** @param {string} method @returns {readonly Row[]} of all classes that have one of the name */
export const rowsOfMethod = (method) => BY_METHOD.get(method) ?? [];

/** @param {string} path @returns {boolean} the table has functions of it: `Math`, `Intl.NumberFormat` */
export const isHolder = (path) => HOLDERS.has(path) || PARENTS.has(path);

/**
 * @param {string} source of an import: `node:path`, `path`
 * @param {string[]} names of what is used of it, from the module on: `['posix', 'join']`
 * @returns {string | null} by which the table has it: `node:path.join`; null for anything but a module of Node
 */
export function pathOfImport(source, names) {
	const module = `node:${source.replace(/^node:/, '')}`;
	const isKnown = HOLDERS.has(module) || Object.hasOwn(SAME_MODULES, module) || ACTING.has(module);
	if (!isKnown) return null;
	let path = module;
	for (const name of ['', ...names]) {
		if (name !== '') path += `.${name}`;
		while (Object.hasOwn(SAME_MODULES, path)) path = /** @type {string} */ (SAME_MODULES[path]);
	}
	return path;
}

/** @param {string} path as `pathOfImport` returns it @returns {boolean} a function of a module that acts on the world */
export const isActing = (path) => ACTING.has(/^[^.]*/.exec(path)?.[0] ?? '');
