// The environment of the process, as code in this thread sees it.
//
// A thread has a copy of the environment as it was when the thread began, so that `process.env.MODE = 'fast'` on the host was never
// seen by calls of units. Pools share it (`SHARE_ENV`): code here reads what the host has at that moment. What it writes stays in this
// thread, since a module that is evaluated again in each thread must not undo what the host has set since.
/** @import { StartedWith } from '../types.js' */
import { Object, OwnMap, OwnSet, Reflect } from '../primordials.js';
import { registry } from '../protocol/registry.js';
import { adoptTerminal } from './terminal.js';

/**
 * @typedef {object} Environment per thread
 * @property {Record<string, string | undefined>} shared that of the process
 * @property {Map<string, string | undefined>} written here; undefined: deleted
 * @property {string | undefined} zone that this thread computes local times with
 */

/** @type {Environment} */
const own = { shared: process.env, written: new OwnMap(), zone: process.env.TZ };

/** @type {ProxyHandler<Environment['shared']>} */
const handler = {
	get: (shared, key) =>
		typeof key === 'string' && own.written.has(key)
			? own.written.get(key)
			: Reflect.get(shared, key),
	has: (shared, key) =>
		typeof key === 'string' && own.written.has(key)
			? own.written.get(key) !== undefined
			: Reflect.has(shared, key),
	ownKeys(shared) {
		const keys = new OwnSet(Reflect.ownKeys(shared));
		for (const [key, value] of own.written) {
			if (value === undefined) keys.delete(key);
			else keys.add(key);
		}
		return [...keys];
	},
	getOwnPropertyDescriptor(shared, key) {
		if (typeof key !== 'string' || !own.written.has(key))
			return Reflect.getOwnPropertyDescriptor(shared, key);
		const value = own.written.get(key);
		if (value === undefined) return undefined;
		return { value, writable: true, enumerable: true, configurable: true };
	},
	set: (shared, key, value) => write(key, value),
	defineProperty: (shared, key, { value }) => write(key, value),
	deleteProperty(shared, key) {
		if (typeof key === 'string') own.written.set(key, undefined);
		return true;
	},
};

/** @param {string | symbol} key @param {unknown} value @returns {boolean} */
function write(key, value) {
	if (typeof key === 'symbol') return false;
	own.written.set(key, `${value}`); // a symbol throws, as it does for the platform's
	return true;
}

/** Begin with what the host has. @param {StartedWith} host */
export function adoptEnvironment({ argv, execArgv, terminal }) {
	Object.assign(process, { argv, execArgv });
	adoptTerminal(terminal);
	process.env = new Proxy(own.shared, handler);
}

/** What modules have written while they were evaluated the host has had from its own evaluation of them. */
export function forgetWrites() {
	if (registry.isWorker) own.written.clear();
}

/**
 * Compute local times as the host does now. V8 keeps the zone per thread, and Node tells it of a change where the variable is
 * written: so it is written again, with the value that it has.
 */
export function followZone() {
	const { TZ } = own.shared;
	if (TZ === own.zone) return;
	own.zone = TZ;
	if (TZ === undefined) delete own.shared.TZ;
	else own.shared.TZ = TZ;
}
