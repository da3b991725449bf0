import { AtomicLK, Owned } from '../../../src/gem/index.js';

export const TEXTS = 6000;
/** One text of so many is kept. */
export const KEEP = 16;

/** @param {number} at @returns {string} of 112 bytes in memory */
export const textOf = (at) => `text number ${at} `.padEnd(100, '.');

/** How to get the right to all of a GEM: to be taken by each thread. */
export const policies = {
	Owned: { type: Owned, within: (gem, fn) => fn() },
	AtomicLK: { type: AtomicLK, within: (gem, fn) => gem.atomic(fn) },
};
