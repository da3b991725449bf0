/** @import { Program } from '../content.js' */
import { cluster } from './cluster.js';
import { clone, cloneKept, json } from './messages.js';
import { objectBuffer } from './object-buffer.js';
import { piscina, tinypool, workers } from './pools.js';
import { sharedArray } from './shared-array.js';

/**
 * @typedef {object} Job
 * @property {Program} program
 * @property {any[]} content
 * @property {number} parts workers, and parts of the content
 * @property {(parts: any[]) => any} merge
 *
 * @typedef {object} Peer
 * @property {string} name
 * @property {string[]} files what a user writes for it, beside the plain program
 * @property {(job: Job) => boolean} [canDo]
 * @property {number} [share] of the content that it gets, where it would take too long
 * @property {(job: Job) => Promise<{ run: () => Promise<any>, close: () => Promise<unknown> }>} open
 */

/** What a user would take without the compiler. @type {Record<string, Peer>} */
export const PEERS = {
	clone,
	json,
	cluster,
	piscina,
	tinypool,
	workerpool: workers,
	cloneKept,
	sharedArray,
	objectBuffer,
};
