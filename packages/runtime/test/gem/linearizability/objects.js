// Small objects: as one thread sees them, and as threads use them in a GEM within a block.
/** @import { Specification } from './check.js' */

/** @typedef {Specification & { content: object, blocks: Record<string, (gem: any, argument: any) => unknown>, choose: (random: (limit: number) => number) => [string, any] }} SharedObject */

/** @type {Record<string, SharedObject>} */
export const objects = {
	register: {
		initial: 0,
		operations: {
			read: (state) => ({ state, result: state }),
			write: (_, value) => ({ state: value, result: null }),
			swap: (state, [old, value]) =>
				state === old ? { state: value, result: true } : { state, result: false },
		},
		content: { value: 0 },
		blocks: {
			read: (gem) => gem.value,
			write(gem, value) {
				gem.value = value;
				return null;
			},
			swap(gem, [old, value]) {
				if (gem.value !== old) return false;
				gem.value = value;
				return true;
			},
		},
		choose: (random) =>
			[
				['read', null],
				['write', random(3)],
				['swap', [random(3), random(3)]],
			][random(3)],
	},
	counter: {
		initial: 0,
		operations: {
			get: (state) => ({ state, result: state }),
			increment: (state) => ({ state: state + 1, result: state + 1 }),
		},
		content: { deep: { n: 0 } },
		blocks: { get: (gem) => gem.deep.n, increment: (gem) => ++gem.deep.n },
		choose: (random) => [random(3) === 0 ? 'get' : 'increment', null],
	},
	set: {
		initial: [],
		operations: {
			has: (state, key) => ({ state, result: state.includes(key) }),
			add: (state, key) => ({
				state: state.includes(key) ? state : [...state, key].sort(),
				result: !state.includes(key),
			}),
			remove: (state, key) => ({
				state: state.filter((each) => each !== key),
				result: state.includes(key),
			}),
			list: (state) => ({ state, result: state }),
		},
		content: { keys: {} },
		blocks: {
			has: (gem, key) => key in gem.keys,
			add(gem, key) {
				if (key in gem.keys) return false;
				gem.keys[key] = { key };
				return true;
			},
			remove(gem, key) {
				if (!(key in gem.keys)) return false;
				delete gem.keys[key];
				return true;
			},
			list: (gem) => Object.keys(gem.keys).sort(),
		},
		choose: (random) => [['has', 'add', 'add', 'remove', 'list'][random(5)], `k${random(3)}`],
	},
	queue: {
		initial: [],
		operations: {
			put: (state, item) => ({ state: [...state, item], result: state.length + 1 }),
			take: (state) => ({ state: state.slice(1), result: state[0] ?? 'none' }),
		},
		content: { items: [] },
		blocks: {
			put: (gem, item) => gem.items.push(item),
			take: (gem) => gem.items.shift() ?? 'none',
		},
		choose: (random) => (random(2) ? ['take', null] : ['put', `item ${random(1000)}`]),
	},
};
