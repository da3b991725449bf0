// How the conformance suite gets the right to a GEM of each policy, and what each policy promises.
import {
	AtomicLK,
	AtomicSTM,
	Owned,
	Partitioned,
	PartitionedDynamic,
	ReadOnly,
} from '../../../src/gem/index.js';

export const CONTENT = [{ n: 1, deep: { list: [1, 2] } }, 2, 'three', null, true, 2.5, -1, 8];

/**
 * @typedef {object} Policy
 * @property {() => any} create a GEM of CONTENT
 * @property {<T>(gem: any, fn: () => T) => T} within runs a function with the right to all of it
 * @property {(gem: any) => void} drop gives up what `within` has taken, where it is kept
 * @property {boolean} writes whether the right is one to write
 * @property {boolean} isFixed the length cannot change
 * @property {boolean} isOpen every thread may read without asking
 * @property {'kept' | 'lost' | 'undone'} death of a thread that writes: nothing to lose; others get LP8102; its changes are taken back
 */

const nothing = () => undefined;
const release = (gem) => gem.release();
const inBlock = (gem, fn) => gem.atomic(fn);

/** @type {Record<string, Policy>} */
export const policies = {
	ReadOnly: {
		create: () => ReadOnly.create(CONTENT),
		within: (gem, fn) => fn(),
		drop: nothing,
		writes: false,
		isFixed: false,
		isOpen: true,
		death: 'kept',
	},
	Owned: {
		create: () => Owned.create(CONTENT),
		within: (gem, fn) => fn(),
		drop: release,
		writes: true,
		isFixed: false,
		isOpen: false,
		death: 'lost',
	},
	Partitioned: {
		create: () => Partitioned.create(CONTENT, { partitions: 1 }),
		within: (gem, fn) => {
			gem.subset();
			return fn();
		},
		drop: release,
		writes: true,
		isFixed: true,
		isOpen: false,
		death: 'lost',
	},
	PartitionedDynamic: {
		create: () => PartitionedDynamic.create(CONTENT, { range: CONTENT.length }),
		within(gem, fn) {
			let result;
			if (!gem.getRange(() => (result = fn()))) throw new Error('there was no range left');
			return result;
		},
		drop: nothing,
		writes: true,
		isFixed: true,
		isOpen: false,
		death: 'lost',
	},
	AtomicLK: {
		create: () => AtomicLK.create(CONTENT),
		within: inBlock,
		drop: nothing,
		writes: true,
		isFixed: false,
		isOpen: false,
		death: 'undone',
	},
	AtomicSTM: {
		create: () => AtomicSTM.create(CONTENT),
		within: inBlock,
		drop: nothing,
		writes: true,
		isFixed: false,
		isOpen: false,
		death: 'undone',
	},
};
