import { cache } from './cache.js';
import { immutable } from './immutable.js';

/**
 * @typedef {{ memcachedPort: number }} Setting
 *
 * @typedef {object} App whose workers each take requests
 * @property {(way: string, setting: Setting) => Promise<any>} prepare once: what all workers get
 * @property {(way: string, given: any, setting: Setting) => Promise<(path: string) => any>} open in a worker: what answers a request; the
 *   path is empty for the load, which asks for one thing after the other
 * @property {{ path: string, body: string }[]} checks what is answered before there is load
 */

/** @type {Record<'cache' | 'immutable', App>} */
export const APPS = { cache, immutable };
