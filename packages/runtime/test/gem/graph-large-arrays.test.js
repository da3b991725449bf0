import { isDeepStrictEqual } from 'node:util';
import * as graph from '../../src/gem/graph/index.js';
import { BOXED, INTS, KIND_MASK } from '../../src/gem/graph/layout.js';
import { I32 } from '../../src/gem/memory/heap.js';
import { beginLog } from '../../src/gem/memory/region.js';
import { clone, compactNow, expectSound, withRegion } from './graph-fixture.js';

// Random operations on arrays of hundreds and thousands of elements, and on plain arrays: equal after each, sound after each.

const { Node, get, materialise } = graph;
const OPERATIONS = 200;
const MOST = 3000;
const FIRST_SEED = Number(process.env.SEED ?? 1);

/** @param {number} seed @returns {(below: number) => number} */
function randomFrom(seed) {
	let state = Math.imul(seed, 0x9e3779b1) | 1;
	return (below) => {
		state = (Math.imul(state, 1664525) + 1013904223) | 0;
		return Math.floor(((state >>> 0) / 2 ** 32) * below);
	};
}

/** What is added, by kind: an array goes from one way in which its elements are stored to the next and, once it is empty, back. */
const makers = {
	ints: (random) => random(2000) - 1000,
	doubles: (random) => random(1000) / 8,
	texts: (random) => `text ${random(300)}`.repeat(1 + random(3)),
	objects: (random) => ({ n: random(50), name: `n${random(9)}`, list: [random(9), 'x'] }),
	mixed: (random) =>
		[random(99), -0, null, true, '€'.repeat(random(9)), [random(9)], { n: random(9) }][random(7)],
};
const KINDS = Object.keys(makers);

/** @param {any} region @param {any} value an element, in the document or in the model @returns {number} */
function rank(region, value) {
	if (value instanceof Node) return Number(get(region, value, 'n') ?? 0);
	if (typeof value === 'object' && value !== null) return value.n ?? 0;
	return typeof value === 'number' ? value : 0;
}

/**
 * One array in a document, and its model.
 *
 * @typedef {{ region: any, node: any, model: any[], random: (below: number) => number, kind: string, make: (count: number) => any[] }} Pair
 */

/** Each does the same to both, and returns what both give. @type {Record<string, (pair: Pair) => [unknown, unknown]>} */
const operations = {
	push({ region, node, model, random, make }) {
		const values = make(1 + random(600));
		return [graph.push(region, node, values), model.push(...values.map(clone))];
	},
	pushOne({ region, node, model, make }) {
		for (const value of make(40)) {
			graph.push(region, node, [value]);
			model.push(clone(value));
		}
		return [graph.lengthOf(region, node), model.length];
	},
	unshift({ region, node, model, random, make }) {
		const values = make(random(100));
		return [graph.unshift(region, node, values), model.unshift(...values.map(clone))];
	},
	shiftAndPop({ region, node, model }) {
		return [
			[graph.shift(region, node), graph.pop(region, node)],
			[model.shift(), model.pop()],
		];
	},
	splice({ region, node, model, random, make }) {
		const place = [random(model.length + 10) - 5, random(random(2) ? 20 : 1500)];
		const values = random(3) ? make(random(200)) : [];
		return [
			graph.splice(region, node, [...place, ...values]),
			model.splice(place[0], place[1], ...values.map(clone)),
		];
	},
	cut({ region, node, model, random }) {
		const length = random(5) ? random(model.length + 1) : 0;
		graph.setLength(region, node, length);
		model.length = length;
		return [undefined, undefined];
	},
	setLength({ region, node, model, random }) {
		const length = model.length + random(300);
		graph.setLength(region, node, length);
		model.length = length;
		return [undefined, undefined];
	},
	set({ region, node, model, random, make }) {
		for (const value of make(30)) {
			const at = random(model.length + 2);
			graph.set(region, node, at, value);
			model[at] = clone(value);
		}
		return [undefined, undefined];
	},
	setFarAway({ region, node, model, random, make }) {
		const at = model.length + random(200);
		const [value] = make(1);
		graph.set(region, node, at, value);
		model[at] = clone(value);
		return [undefined, undefined];
	},
	remove({ region, node, model, random }) {
		for (let turn = 0; turn < 20; turn++) {
			const at = random(model.length + 2);
			const had = graph.remove(region, node, String(at));
			expect(had).toBe(Object.hasOwn(model, at));
			delete model[at];
		}
		return [undefined, undefined];
	},
	sort({ region, node, model }) {
		const compare = (one, other) => rank(region, one) - rank(region, other);
		graph.sort(region, node, compare);
		model.sort(compare);
		return [undefined, undefined];
	},
	sortByText({ region, node, model }) {
		graph.sort(region, node, undefined);
		model.sort();
		return [undefined, undefined];
	},
	reverse({ region, node, model }) {
		graph.reverse(region, node);
		model.reverse();
		return [undefined, undefined];
	},
	fill({ region, node, model, random, make }) {
		const [value] = make(1);
		const start = random(model.length + 1);
		const end = Math.min(start + random(400), model.length);
		graph.fill(region, node, [value, start, end]);
		for (let at = start; at < end; at++) model[at] = clone(value);
		return [undefined, undefined];
	},
	copyWithin({ region, node, model, random }) {
		const [to, from, count] = [random(model.length + 1), random(model.length + 1), random(500)];
		graph.copyWithin(region, node, [to, from, from + count]);
		model.copyWithin(to, from, from + count);
		for (const at of Object.keys(model)) model[at] = clone(model[at]);
		return [undefined, undefined];
	},
	beginAnew(pair) {
		const { region, node, model } = pair;
		graph.setLength(region, node, 0);
		model.length = 0;
		pair.kind = KINDS[(KINDS.indexOf(pair.kind) + 1) % KINDS.length];
		return operations.push(pair);
	},
	compact({ region, root }) {
		return [compactNow(region, root), region.log === null];
	},
};
const NAMES = Object.keys(operations);

/** @param {any} node of an array @returns {string} how its elements are stored */
function storageOf(node) {
	const word = I32[2 * node.address];
	if ((word & KIND_MASK) === INTS) return 'ints';
	return word & BOXED ? 'anything' : 'doubles';
}

/** @param {any} pair @param {string} name */
function run(pair, name) {
	const { region, root, node } = pair;
	if (pair.model.length > MOST) operations.cut(pair);
	const kept = keep(pair);
	const [given, expected] = operations[name](pair);
	expect(isDeepStrictEqual([name, given], [name, expected])).toBe(true);
	expect(isDeepStrictEqual(materialise(region, node), pair.model)).toBe(true);
	// With a log, what has to be released is still there until the end.
	if (region.log === null) expectSound(region, root);
	if (name === 'copyWithin' || kept === undefined) return;
	// An object stays the one that it is, wherever it has gone.
	if (pair.model.includes(kept.model)) {
		expect(materialise(region, kept.node)).toEqual(kept.model);
	} else {
		expect(() => materialise(region, kept.node)).toThrow(
			expect.objectContaining({ code: 'LP8108' }),
		);
	}
}

/** @param {any} pair */
function runAny(pair) {
	const { random } = pair;
	if (random(12) === 0) pair.kind = KINDS[random(KINDS.length)];
	run(pair, NAMES[random(NAMES.length)]);
}

/** @param {Pair} pair @returns {{ node: any, model: any } | undefined} one of its objects */
function keep({ region, node, model, random }) {
	const at = random(Math.max(model.length, 1));
	const found = get(region, node, at);
	return found instanceof Node ? { node: found, model: model[at] } : undefined;
}

/** @param {any} region @param {number} seed */
function createPair(region, seed) {
	const random = randomFrom(seed);
	const root = graph.createRoot(region, { before: 'x', array: [], after: ['y'] });
	const pair = {
		region,
		root,
		node: get(region, root, 'array'),
		/** @type {any[]} */
		model: [],
		random,
		kind: 'ints',
		make: (count) => Array.from({ length: count }, () => makers[pair.kind](random)),
	};
	return pair;
}

const seeds = [0, 1].map((each) => FIRST_SEED + each);

test.each(seeds)('large arrays behave as plain ones do (seed %i)', (seed) => {
	withRegion((region) => {
		const pair = createPair(region, seed);
		const storages = new Set();
		let longest = 0;
		for (let done = 0; done < OPERATIONS; done++) {
			if (done < KINDS.length) run(pair, 'beginAnew');
			else runAny(pair);
			storages.add(storageOf(pair.node));
			longest = Math.max(longest, pair.model.length);
		}
		expect([...storages].sort()).toEqual(['anything', 'doubles', 'ints']);
		expect(longest).toBeGreaterThan(500);
		graph.releaseTree(region, pair.root);
		expect(region.usage().cells).toBe(0);
	});
});

test.each(seeds)('what is rolled back of large arrays has never been (seed %i)', (seed) => {
	withRegion((region) => {
		const pair = createPair(region, seed);
		for (let turn = 0; turn < 12; turn++) {
			for (let done = 0; done < 6; done++) runAny(pair);
			const before = clone(pair.model);
			const log = (region.log = beginLog());
			try {
				for (let done = 0; done < 3; done++) runAny(pair);
			} finally {
				region.log = null;
				log.rollback();
			}
			pair.model = before;
			expectSound(region, pair.root);
			expect(isDeepStrictEqual(materialise(region, pair.node), before)).toBe(true);
		}
	});
});
