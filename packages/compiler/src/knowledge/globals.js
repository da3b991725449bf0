import globals from 'globals';

/** Names that the CommonJS wrapper gives every module. */
const COMMONJS = ['require', 'module', 'exports', '__filename', '__dirname'];

const ECMASCRIPT = Object.keys(globals.builtin);
const NODE = Object.keys(globals.nodeBuiltin);

/** Globals that a worker thread of Node has. */
const WORKER = new Set([
	...ECMASCRIPT,
	...NODE,
	...COMMONJS,
	'arguments',
	'undefined',
	'WebAssembly',
	'gc',
]);

/** Globals that only a page, a service worker or a test runner has. */
const HOST_ONLY = new Set([
	...Object.keys(globals.browser),
	...Object.keys(globals.jest),
	...Object.keys(globals.mocha),
]);

/**
 * Members of `process` that Node refuses in a worker, or that belong to the main thread
 * (Node's documentation of `worker_threads`, class Worker).
 */
const HOST_ONLY_MEMBERS = new Set(
	[
		...['abort', 'chdir', 'initgroups', 'setegid', 'seteuid', 'setgid', 'setgroups', 'setuid'],
		...['stdin', 'connect', 'send', 'disconnect', 'connected', 'channel'],
	].map((name) => `process.${name}`),
);

/**
 * What a name that the module does not declare is to a worker.
 *
 * @param {string} name
 * @returns {'worker' | 'host-only' | 'unknown'}
 */
export function classifyGlobal(name) {
	if (WORKER.has(name)) return 'worker';
	return HOST_ONLY.has(name) ? 'host-only' : 'unknown';
}

/** @param {string} path of a method @returns {boolean} the program has made the global that it belongs to: `rows.push`, `globalThis.rows.push` */
export function isOfOwnGlobal(path) {
	const [name, ...rest] = path.replace(/^global(This)?\./, '').split('.');
	return rest.length > 0 && classifyGlobal(String(name)) === 'unknown';
}

/** How the names of roots begin that are globals of the program, in the flow of values. */
export const GLOBAL_ROOT = 'globalThis.';

/** @param {string} path `process.chdir` @returns {boolean} */
export const isHostOnlyMember = (path) => HOST_ONLY_MEMBERS.has(path);

/** Objects and names that Node gives each module: a worker module has its own, whatever the program has put into those of its source. */
const OF_MODULE = /^(import\.meta|__filename|__dirname|require|module\.(?!exports\b))(\.|\w|$)/;

/** @param {string} path of what is changed @returns {boolean} it is a part of them, `module.stamp`; not what the module exports */
export const isOfModule = (path) => OF_MODULE.test(path);
