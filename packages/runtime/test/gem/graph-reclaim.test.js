import * as graph from '../../src/gem/graph/index.js';
import { expectSound, withRegion } from './graph-fixture.js';

const OPERATIONS = 60_000;
const MOST = 2;

/** @param {number} seed @returns {(below: number) => number} */
function randomFrom(seed) {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1664525) + 1013904223) | 0;
		return Math.floor(((state >>> 0) / 2 ** 32) * below);
	};
}

const content = () => ({
	rows: Array.from({ length: 500 }, (_, at) => ({
		id: at,
		name: `row ${at}`,
		tags: ['a', 'b'],
		score: at / 3,
	})),
	cache: {},
	log: [],
	scores: [],
	board: { best: { who: 'x', points: 1 }, notes: '' },
});

/** @param {any} region @param {any} root @param {(below: number) => number} random */
function updatesOf(region, root, random) {
	const { get, has, keys, lengthOf, push, remove, set, setLength, splice } = graph;
	const at = (/** @type {(string | number)[]} */ ...path) =>
		path.reduce((/** @type {any} */ node, key) => get(region, node, key), root);
	const row = () => at('rows', random(500));
	let phase = 0;
	const text = () => {
		const length = [random(20), 20 + random(200), random(8)][phase];
		let made = '';
		while (made.length < length) made += String.fromCharCode(97 + random(26));
		return made;
	};
	const kinds = [
		() => set(region, row(), 'name', text()),
		() => set(region, row(), 'tags', Array.from({ length: random(6) }, text)),
		() =>
			set(region, at('rows'), random(500), {
				id: random(9),
				name: text(),
				tags: [],
				score: random(9) / 2,
			}),
		() => set(region, at('cache'), `key ${random(3000)}`, random(3) ? { body: text() } : text()),
		() => remove(region, at('cache'), `key ${random(3000)}`),
		() => {
			push(region, at('log'), [text(), random(9), { at: random(9) }]);
			if (lengthOf(region, at('log')) > 1500) splice(region, at('log'), [0, 100 + random(1400)]);
		},
		() => {
			push(region, at('scores'), [1, 2, 3, random(1e6)]);
			if (lengthOf(region, at('scores')) > 2000) setLength(region, at('scores'), random(1000));
		},
		() => set(region, at('board'), 'best', { who: text(), points: random(100) }),
		() => {
			const node = row();
			const all = keys(region, node);
			if (has(region, node, 'extra') || (all.length > 2 && random(3) === 0)) {
				remove(region, node, all[random(all.length)]);
			} else set(region, node, random(2) ? 'extra' : `k${random(6)}`, text());
		},
	];
	return (/** @type {number} */ done) => {
		phase = Math.floor((done / OPERATIONS) * 3);
		const node = row();
		if (!has(region, node, 'tags')) set(region, node, 'tags', []);
		kinds[random(kinds.length)]();
	};
}

test.each([1, 2])(
	'an hour of updates takes at most twice the memory of a fresh copy (seed %i)',
	(seed) => {
		withRegion((region) => {
			const root = graph.createRoot(region, content());
			const update = updatesOf(region, root, randomFrom(seed));
			for (let done = 0; done < OPERATIONS; done++) {
				update(done);
				if (done % 500 === 0) graph.compactIfSparse(region, root);
				if (done % (OPERATIONS / 12) !== OPERATIONS / 12 - 1) continue;
				expectSound(region, root);
				withRegion((other) => {
					graph.createRoot(other, graph.materialise(region, root));
					expect(region.usage().bytes / other.usage().bytes).toBeLessThan(MOST);
				});
			}
		});
	},
);
