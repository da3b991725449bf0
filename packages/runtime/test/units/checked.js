// Units as the compiler emits them where it cannot prove what they leave alone.
import { show } from '@lapidary/runtime/internal/state';

class Counter {
	static total = 1;
}
const table = { limit: 3, rows: [{ x: 1 }] };
const registry = new Map();
const other = { limit: 3, rows: [{ x: 1 }] };
show('shown.js', { table: () => table, other: () => other });

export const $lp_units = {
	'test/checked.js#reads': () => (list) => list.length,
	'test/checked.js#pushes': () => (list, other) => {
		list.push(1);
		return other ?? 0;
	},
	'test/checked.js#captured':
		([weights]) =>
		() =>
			(weights.sum = 1),
	'test/checked.js#later': () => async (list) => {
		await undefined;
		list.push(1);
		return { list };
	},
	'test/checked.js#takes': () => async (get) => {
		const given = await get();
		given.list?.push(1);
		return (await get()).list?.length;
	},
	'test/checked.js#throws': () => (list) => {
		list.length = 0;
		throw new RangeError('as planned');
	},
	'test/checked.js#steps': () =>
		function* (list) {
			yield 1;
			list.push(2);
			const given = yield 2;
			given.n = 3;
			return list.length;
		},
	'test/checked.js#state': () => () => table.limit,
	'test/checked.js#both': () => () => table.limit,
	'test/checked.js#fills': () => (key) => registry.set(key, 1).size,
	'test/checked.js#inner': ([], roots) => {
		class Local {
			static n = 1;
		}
		roots.push(() => Local);
		return () => Local.n;
	},
	'test/checked.js#proven': () => (list) => list.push(1),
	'test/checked.js#nested': () => (list) => list.push(Counter.total),
};

export const $lp_checks = {
	'test/checked.js#reads': { inputs: ['list'] },
	'test/checked.js#pushes': { inputs: ['list', null] },
	'test/checked.js#captured': { inputs: [], captures: ['weights'] },
	'test/checked.js#later': { inputs: ['list'] },
	'test/checked.js#throws': { inputs: [''] },
	'test/checked.js#takes': { inputs: ['get'] },
	'test/checked.js#steps': { inputs: ['list'], isGenerator: true },
	'test/checked.js#state': { state: { table: () => table } },
	'test/checked.js#both': {
		state: { table: () => table },
		others: [
			['table', 'shown.js'],
			['other', 'shown.js'],
		],
	},
	'test/checked.js#fills': { inputs: ['key'], state: { registry: () => registry } },
	'test/checked.js#inner': { locals: ['Local'] },
	'test/checked.js#nested': { inputs: ['list'], state: { Counter: () => Counter } },
};
