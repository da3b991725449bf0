// Exceptions of the engine (a stack overflow) in the allocator, at each call of it that a change of a document makes.
import * as graph from '../../src/gem/graph/index.js';
import { withRegion } from './graph-fixture.js';

const TEXT = 'a string with a block of its own, since it is longer than a cell';

/** Each has an object, a string and a number in place of which others are put. */
const content = () => ({
	struct: { a: { n: 1 }, b: `${TEXT} 1`, c: 1 },
	dictionary: { 'k 1': { n: 1 }, 'k 2': `${TEXT} 2`, 'k 3': 1 },
	list: [{ n: 1 }, `${TEXT} 3`, 1, { n: [1, 2] }],
	ints: [1, 2, 3, 4],
});

/** @type {Record<string, (region: any, at: (key: string) => any) => void>} */
const CHANGES = {
	'a field': (region, at) => graph.set(region, at('struct'), 'a', { m: [2] }),
	'a field of another type': (region, at) => graph.set(region, at('struct'), 'c', { m: 2 }),
	'a string': (region, at) => graph.set(region, at('struct'), 'b', `${TEXT} 4`),
	'a new field': (region, at) => graph.set(region, at('struct'), 'd', { m: 2 }),
	'an entry': (region, at) => graph.set(region, at('dictionary'), 'k 1', { m: 2 }),
	'a new entry': (region, at) => graph.set(region, at('dictionary'), 'k 9', { m: 2 }),
	'an element': (region, at) => graph.set(region, at('list'), 0, { m: [2] }),
	'an element that is a string': (region, at) => graph.set(region, at('list'), 1, `${TEXT} 5`),
	'an element far away': (region, at) => graph.set(region, at('list'), 40, { m: 2 }),
	'an object among integers': (region, at) => graph.set(region, at('ints'), 1, { m: 2 }),
	fill: (region, at) => graph.fill(region, at('list'), [{ m: 2 }]),
	push: (region, at) => void graph.push(region, at('list'), [{ m: 2 }, TEXT, { m: 3 }]),
	splice: (region, at) => void graph.splice(region, at('list'), [0, 2, { m: 2 }, TEXT, 3]),
	unshift: (region, at) => void graph.unshift(region, at('list'), [{ m: 2 }, TEXT]),
	copyWithin: (region, at) => void graph.copyWithin(region, at('list'), [1, 0]),
	shift: (region, at) => void graph.shift(region, at('list')),
	'a shorter array': (region, at) => graph.setLength(region, at('list'), 0),
	remove: (region, at) => void graph.remove(region, at('list'), 0),
};

/** Makes one call of a method of a region throw. @param {any} region @param {string} method @param {number} which @param {boolean} isAfter */
function failing(region, method, which, isAfter) {
	const own = region[method];
	let calls = 0;
	region[method] = (...args) => {
		const isIt = calls++ === which;
		if (isIt && !isAfter) throw new RangeError('Maximum call stack size exceeded');
		const result = own.apply(region, args);
		if (isIt) throw new RangeError('Maximum call stack size exceeded');
		return result;
	};
	return () => {
		delete region[method];
		return calls > which;
	};
}

const METHODS = ['allocate', 'release'];

describe.each(Object.keys(CHANGES))('%s', (name) => {
	test.each(METHODS)('an exception in each %s leaves no memory in two places', (method) => {
		for (const isAfter of [false, true])
			for (let which = 0, isOver = false; !isOver; which++)
				withRegion((region) => {
					const root = graph.createRoot(region, content());
					const at = (/** @type {string} */ key) => graph.get(region, root, key);
					const end = failing(region, method, which, isAfter);
					try {
						CHANGES[name](region, at);
					} catch (thrown) {
						expect(thrown).toBeInstanceOf(RangeError);
					} finally {
						isOver = !end();
					}
					// What is allocated next may not have a place in what is there.
					for (let n = 0; n < 20; n++) graph.set(region, root, 'more', { n, text: `${TEXT} ${n}` });
					const cells = graph.checkInvariants(region, root, { mayLeak: true });
					expect(cells).toBeLessThanOrEqual(region.usage().cells);
					graph.materialise(region, root);
				});
	});
});
