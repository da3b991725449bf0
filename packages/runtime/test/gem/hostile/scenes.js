// GEMs of each policy with a list in them, and how this thread gets the right to it.
import {
	AtomicLK,
	AtomicSTM,
	Owned,
	Partitioned,
	PartitionedDynamic,
	ReadOnly,
} from '../../../src/gem/index.js';

const LENGTH = 48;
/** One kind of list is long: what it gives back when it becomes shorter are whole units, which other GEMs get. */
const LONG = 1000;

/** @type {Record<string, () => any>} */
export const contents = {
	integers: () => Array.from({ length: LONG }, (_, at) => at),
	doubles: () => Array.from({ length: LENGTH }, (_, at) => at + 0.5),
	values: () => Array.from({ length: LENGTH }, (_, at) => [at, `t${at}`, { a: at }, null][at % 4]),
	rows: () =>
		Array.from({ length: LENGTH }, (_, at) => ({ n: at, t: `t${at}`, deep: { x: at + 0.5 } })),
	bytes: () => new Int32Array(LENGTH).fill(3),
};

const whole = (type) => (list) => {
	const gem = type.create({ list, x: { old: 'text' }, n: 1 });
	return { gem, up: gem, list: () => gem.list };
};
const root = (type, options) => (list) => {
	const gem = type.create(ArrayBuffer.isView(list) ? [...list] : list, options);
	return { gem, up: gem, list: () => gem };
};
const plainly = (_, fn) => fn();
const inBlock = (gem, fn) => gem.atomic(fn);

/** @type {Record<string, { create: (list: any) => { gem: any, up: any, list: () => any }, within: (gem: any, fn: () => unknown) => unknown }>} */
export const policies = {
	Owned: { create: whole(Owned), within: plainly },
	ReadOnly: { create: whole(ReadOnly), within: plainly },
	AtomicLK: { create: whole(AtomicLK), within: inBlock },
	AtomicSTM: { create: whole(AtomicSTM), within: inBlock },
	Partitioned: { create: root(Partitioned, { partitions: 1 }), within: plainly },
	PartitionedDynamic: {
		create: root(PartitionedDynamic, { range: LONG }),
		within: (gem, fn) => {
			let result;
			gem.getRange(() => (result = fn()));
			return result;
		},
	},
};
