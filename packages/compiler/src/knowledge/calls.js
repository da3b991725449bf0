/** @import { Row } from './platform/row.js' */
import { isHolder, pathOfImport, rowOf, rowOfMethod } from './platform/table.js';
import { isReaderMethod, keepsCallback, resultOfCallback } from './methods.js';

export { classifyAliasing, isMutatorMethod, isPrimitiveMethod, isReaderMethod } from './methods.js';

/**
 * What calls of the platform do, as far as it matters for running them again in a worker: questions to the
 * table in `platform`.
 */

/**
 * `pure`: nothing but a result, and what `changes` says. `fresh`: another result each time or in each thread.
 * `external`: acts on the world, or may do anything. `shared`: allocates shared memory.
 *
 * @typedef {object} Behaviour
 * @property {'pure' | 'fresh' | 'external' | 'shared'} kind
 * @property {readonly number[]} changes indexes of arguments that it changes
 * @property {boolean} changesThis
 * @property {Row | null} row null for what the table does not have
 */

/** What a worker sees another value of. What else a row says that is read is the same in every thread of a process. */
const DIFFERS = new Set(['clock', 'random', 'environment', 'files', 'zone', 'module']);

/** @type {Behaviour} */
const UNKNOWN = { kind: 'external', changes: [], changesThis: false, row: null };
/** @type {Behaviour} */
const PURE = { ...UNKNOWN, kind: 'pure' };

/** @param {Row} row @param {number} argumentCount @returns {Behaviour} */
function behaviourOf(row, argumentCount) {
	const reads = row.reads ?? (argumentCount === 0 ? row.readsBare : undefined);
	const changed = row.changes?.split(' ') ?? [];
	const changes = changed.filter((one) => /^\d+$/.test(one)).map(Number);
	const changesThis = changed.includes('this');
	const kind =
		row.acts === 'shared'
			? 'shared'
			: row.acts
				? 'external'
				: DIFFERS.has(reads ?? '')
					? 'fresh'
					: 'pure';
	return { kind, changes, changesThis, row };
}

/**
 * @param {string} path dotted name of a global function: `Math.max`
 * @param {number} [argumentCount]
 * @returns {Behaviour}
 */
export function globalCall(path, argumentCount = 1) {
	const row = rowOf('call', path);
	if (row) return behaviourOf(row, argumentCount);
	if (OF_DECORATORS.test(path)) return PURE;
	const at = path.lastIndexOf('.');
	if (at < 0) return UNKNOWN;
	const holder = path.slice(0, at);
	const method = path.slice(at + 1);
	// `process.argv.includes('-v')`, `Math.PI.toFixed(2)`: a method of a value.
	const value = valueRead(holder);
	if (!isReaderMethod(method)) return UNKNOWN;
	if (value !== null) return { ...PURE, kind: value };
	return isHolder(holder.replace(/\.[^.]*$/, '')) && !rowOf('call', holder) ? PURE : UNKNOWN;
}

/**
 * What `__decorate` and `__metadata` of TypeScript call in place of what they do themselves, where a library has added it: it
 * does the same, and no platform has it.
 */
const OF_DECORATORS = /^Reflect\.(decorate|metadata)$/;

/**
 * @param {string} path dotted name of a global constructor
 * @param {number} argumentCount
 * @returns {Behaviour}
 */
export function globalNew(path, argumentCount) {
	const row = rowOf('new', path);
	return row ? behaviourOf(row, argumentCount) : UNKNOWN;
}

/**
 * @param {string} source of an import: `node:path`
 * @param {string[]} names of the function, from the module on: `['posix', 'join']`; none for the module itself
 * @param {{ isNew?: boolean, argumentCount?: number }} [how]
 * @returns {Behaviour | null} null for anything but a function that is known of a module of Node
 */
export function builtinCall(source, names, { isNew = false, argumentCount = 1 } = {}) {
	const found = pathOfImport(source, names);
	if (found === null) return null;
	const path = CALLED_MODULES[found] ?? found;
	const row = rowOf(isNew ? 'new' : 'call', path);
	if (row)
		return row.acts && row.acts !== 'thread' && !row.changes
			? null
			: behaviourOf(row, argumentCount);
	if (path.startsWith('node:') || isNew) return null;
	const behaviour = globalCall(path, argumentCount);
	return behaviour.kind === 'external' ? null : behaviour;
}

/**
 * Whether a function of a module of Node surely acts on the world: of those that the table does not have one by one, that is all
 * of a module, but for what only reads.
 *
 * @param {string} source of an import: `node:fs`
 * @param {string[]} names of the function, from the module on
 * @returns {boolean}
 */
export function isActOfPlatform(source, names) {
	const path = pathOfImport(source, names);
	if (path === null) return false;
	const row = rowOf('call', path) ?? rowOf('new', path);
	if (row) return row.acts === 'world' || row.acts === 'thread';
	const [module = '', ...rest] = path.split('.');
	return REACHES_OUT.test(module) && !ONLY_READS.test(rest.at(-1) ?? '');
}

/** Of the modules that act, those whose acts are seen outside of the thread. */
const REACHES_OUT =
	/^node:(child_process|cluster|dgram|fs|fs\/promises|http|http2|https|net|repl|tls)$/;
/** `readFileSync`, `fs.promises.stat`, `existsSync`, `http.Agent`; but `new net.Server()` is made to listen. */
const ONLY_READS =
	/^(read|exists|l?stat|fstat|access|realpath|opendir|open|glob|createReadStream|is[A-Z]|get[A-Z]|(?!Server$)[A-Z]|$)/;

/** @param {string} path of a global function @returns {boolean} whether it changes what each thread has of its own: `console.count` */
export const changesThread = (path) => rowOf('call', path)?.acts === 'thread';

/** What a module is that is called itself. @type {Record<string, string>} */
const CALLED_MODULES = {
	'node:assert': 'node:assert.ok',
	'node:events': 'node:events.EventEmitter',
	'node:module': 'node:module.Module',
};

/**
 * @param {string} path of something that is no function, or of something in it: `process.env.HOME`
 * @returns {'pure' | 'fresh' | null} whether threads see different values; null for what the table does not have
 */
export function valueRead(path) {
	for (let at = path; at !== ''; at = at.slice(0, Math.max(at.lastIndexOf('.'), 0))) {
		const row = rowOf('value', at);
		if (row) return DIFFERS.has(row.reads ?? '') ? 'fresh' : 'pure';
	}
	return null;
}

/** @param {string} path @returns {boolean} exactly this is a value that differs from thread to thread, though nothing is called */
export const isDifferingValue = (path) => DIFFERS.has(rowOf('value', path)?.reads ?? '');

/** @param {string} source of an import @param {string[]} names @returns {string | null} `process.env` for `env` of `node:process`, when that differs from thread to thread */
export function differingImport(source, names) {
	const path = pathOfImport(source, names);
	return path !== null && isDifferingValue(path) ? path : null;
}

/** @param {string} className of a built-in class, which a row of the table gives @param {string} method @param {number} argumentCount @returns {Behaviour | null} null for what the table does not have */
export function methodCall(className, method, argumentCount) {
	const row = rowOfMethod(className, method);
	return row ? behaviourOf(row, argumentCount) : null;
}

/** @param {string} path dotted name of a global function: `Math.max` @returns {boolean} its results are no objects */
export const givesPrimitive = (path) =>
	givesNumber(path) || rowOf('call', path)?.gives === 'primitive';

/** @param {string} path of what is no function: `process.pid` @returns {boolean} it is a number, a string or a truth value */
export const isPrimitiveValue = (path) => rowOf('value', path)?.gives === 'primitive';

/** @param {string} path `process.env` @returns {boolean} whatever is read of it is a number, a string or a truth value */
export const holdsPrimitives = (path) => rowOf('value', path)?.gives === 'primitives';

/** @param {string} path @returns {boolean} its results are numbers */
export const givesNumber = (path) => rowOf('call', path)?.gives === 'number';

/** @param {string} path @returns {boolean} its result is its first argument */
export const givesArgument = (path) => rowOf('call', path)?.gives === 'argument';

/** @param {string} path @returns {boolean} its result is an array or a plain object that nobody else has */
export const makesObject = (path) => /^(array|object)$/.test(rowOf('call', path)?.gives ?? '');

/** @param {string} path @returns {boolean} it goes through all of its first argument */
export const scansArgument = (path) => rowOf('call', path)?.scans === true;

/** @param {string} path @returns {boolean} copies of its arguments do as well */
export const takesCopies = (path) => rowOf('call', path)?.plain === true;

/** @param {string} path @returns {boolean} it computes a number of its arguments, the same each time */
export const isPureNumber = (path) => givesNumber(path) && globalCall(path).kind === 'pure';

/** @param {string} path @returns {boolean} it takes a few cycles */
export const isQuickFunction = (path) => rowOf('call', path)?.quick === true;

/** @param {string} path @returns {boolean} it may run code of the program that no argument shows */
export const runsHiddenCode = (path) => rowOf('call', path)?.runs === true;

/** @param {string} path @returns {number[]} indexes of arguments that it calls before it returns */
export const calledArguments = (path) => indexesOf(rowOf('call', path)?.calls);

/** @param {'call' | 'new'} as @param {string} path @returns {boolean} it takes the values of its first argument one by one */
export const iteratesArgument = (as, path) => indexesOf(rowOf(as, path)?.iterates).includes(0);

/** Functions that give their first argument properties, take them away, or give it another prototype. */
const CHANGES_FIRST =
	/^(Object\.(assign|definePropert(y|ies)|setPrototypeOf)|Reflect\.(set|defineProperty|deleteProperty|setPrototypeOf))$/;

/** @param {string | null} path dotted name of the callee @returns {boolean} a call changes what its first argument has: `Object.assign` */
export const changesFirstArgument = (path) => CHANGES_FIRST.test(path ?? '');

/** @param {string | undefined} text @returns {number[]} */
const indexesOf = (text) => text?.split(' ').map(Number) ?? [];

/** @param {string | null} path dotted name of the callee @param {string | null} method @returns {boolean} it keeps a function for later instead of running it */
export const defersCallback = (path, method) =>
	(path !== null && rowOf('call', path)?.keeps !== undefined) ||
	(method !== null && keepsCallback(method));

/**
 * What becomes of the value that a callback returns: see `callback` of a row.
 *
 * @param {string | null} path dotted name of the callee; `new Promise` of a constructor
 * @param {string | null} method
 * @returns {NonNullable<Row['callback']> | 'used' | null} null for what takes no callback, as far as is known
 */
export function callbackResult(path, method) {
	const isNew = path?.startsWith('new ');
	const row = path === null ? null : isNew ? rowOf('new', path.slice(4)) : rowOf('call', path);
	if (row) return row.calls || row.keeps ? (row.callback ?? 'used') : null;
	return method === null ? null : resultOfCallback(method);
}
