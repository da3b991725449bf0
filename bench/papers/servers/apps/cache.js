/** @import { App } from './index.js' */
import { AtomicSTM } from '@lapidary/runtime/gem';
import { MemcachedClient } from '../memcached-client.js';

const KEYS = 10_000;
/** One of so many requests changes what it asks for. */
const WRITES = 20;
const LENGTH = 500;

const keyAt = (/** @type {number} */ index) => `key-${index}`;
const valueOf = (/** @type {string} */ key, version = 0) =>
	`${key} version ${version} `.padEnd(LENGTH, 'x');

/**
 * @typedef {object} Store
 * @property {(key: string) => string | undefined | Promise<string | undefined>} get
 * @property {(key: string, value: string) => unknown} set
 */

/** A cache that is mostly read, one for all workers. @type {App} */
export const cache = {
	async prepare(way, { memcachedPort }) {
		const keys = Array.from({ length: KEYS }, (_, index) => keyAt(index));
		if (way === 'gem') {
			const entries = Object.fromEntries(keys.map((key) => [key, { value: valueOf(key) }]));
			return { gem: AtomicSTM.create({ entries }) };
		}
		if (way === 'memcached' || way === 'memcachedProcesses') {
			const client = await MemcachedClient.open(memcachedPort);
			await Promise.all(keys.map((key) => client.set(key, valueOf(key))));
			client.close();
		}
		return {};
	},
	async open(way, given, { memcachedPort }) {
		const store = await openStore(way, given, memcachedPort);
		let requests = 0;
		return async (path) => {
			if (path !== '') return store.get(path);
			requests++;
			const key = keyAt((requests * 7919) % KEYS);
			if (requests % WRITES !== 0) return store.get(key);
			await store.set(key, valueOf(key, requests));
			return valueOf(key, requests);
		};
	},
	checks: ['key-0', 'key-17', 'key-9999'].map((key) => ({ path: key, body: valueOf(key) })),
};

/** @param {string} way @param {any} given @param {number} port @returns {Promise<Store>} */
async function openStore(way, given, port) {
	if (way === 'gem') {
		const shared = given.gem;
		return {
			get: (key) => shared.atomic(() => shared.entries[key].value),
			set: (key, value) => shared.atomic(() => void (shared.entries[key].value = value)),
		};
	}
	if (way === 'own') {
		const own = new Map(
			Array.from({ length: KEYS }, (_, index) => [keyAt(index), valueOf(keyAt(index))]),
		);
		return { get: (key) => own.get(key), set: (key, value) => own.set(key, value) };
	}
	return MemcachedClient.open(port);
}
