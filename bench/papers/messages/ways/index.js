import { clone } from './clone.js';
import { gem } from './gem.js';
import { json } from './json.js';
import { objectBuffer } from './object-buffer.js';
import { processes } from './processes.js';

/**
 * @typedef {'Owned' | 'ReadOnly'} Policy
 * @typedef {Record<string, any> & { kind: string }} Message
 *
 * @typedef {object} Way how a message gets to another thread or process, and back
 * @property {string} name
 * @property {(content: any, policy: Policy) => any} prepare what goes into messages; done once
 * @property {(target: any, message: Message) => void} post
 * @property {(source: any, listener: (message: any) => void) => void} listen
 * @property {(body: any) => any} view what has arrived, for reading
 * @property {(body: any) => any} plain a plain copy of it
 */

/** @type {Record<'gem' | 'clone' | 'json' | 'processes' | 'objectBuffer', Way>} */
export const WAYS = { gem, clone, json, processes, objectBuffer };

/** @typedef {keyof typeof WAYS} WayName */

/** Ways whose messages do not grow with the content. @type {ReadonlySet<WayName>} */
export const SHARED = new Set(/** @type {const} */ (['gem', 'objectBuffer']));
