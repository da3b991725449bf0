// Texts of an array that never changes are decoded as loops get to them.
import { ReadOnly, send } from '../../src/gem/index.js';
import { elements } from '../../src/internal/gem.js';

const SIZE = 20_000;
const textOf = (/** @type {number} */ at) => `text ${at % 700}`;
const texts = () => Array.from({ length: SIZE }, (_, at) => textOf(at));

/** @param {any[]} content @returns {any} that never changes again */
function constant(content) {
	const gem = ReadOnly.create(content);
	send({ postMessage() {} }, gem);
	return gem;
}

/** As the compiler writes it. @param {any} site @param {any} gem @param {Iterable<number>} indexes */
function read(site, gem, indexes) {
	const values = [];
	let general = 0;
	let { v, o } = site.enter(gem);
	for (const at of indexes) {
		let value = v[at - o];
		if (value === undefined) {
			general++;
			value = gem[at];
			({ v, o } = site.enter(gem));
		}
		values.push(value);
	}
	return { values, general };
}

/** @param {number} from @param {number} to @param {number} [step] */
const range = (from, to, step = 1) =>
	Array.from({ length: Math.ceil((to - from) / step) }, (_, at) => from + at * step);

test.each([
	['all', range(0, SIZE)],
	['the second half', range(SIZE / 2, SIZE)],
	['backwards', range(0, SIZE).reverse()],
	['a few', range(3, SIZE, 997)],
	['one', [SIZE - 1]],
])('%s', (_, indexes) => {
	const gem = constant(texts());
	const site = elements([]);
	for (let turn = 0; turn < 3; turn++) {
		expect(read(site, gem, indexes).values).toEqual(indexes.map(textOf));
	}
});

test('a loop that goes through a part decodes that part, and seldom asks', () => {
	const gem = constant(texts());
	const site = elements([]);
	const { general } = read(site, gem, range(0, SIZE / 4));
	expect(general).toBeLessThan(SIZE / 50);
	const { v } = site.enter(gem);
	expect(v[10]).toBe(textOf(10));
	expect(v[SIZE - 1]).toBe(undefined);
	expect(read(site, gem, range(0, SIZE / 4)).general).toBe(0);
});

test('a few accesses here and there do not decode all', () => {
	const site = elements([]);
	const gem = constant(texts());
	read(site, gem, range(5, SIZE, 1100));
	const { v } = site.enter(gem);
	expect([...v].filter((value) => value !== undefined).length).toBeLessThan(SIZE / 2);
});

test('other values among the texts', () => {
	const content = [...texts(), null, true, false, 1.5, -0.5, ''];
	/** @type {any} */ (content)[1500] = { n: 1 };
	const gem = constant(content);
	const site = elements([]);
	const indexes = range(0, content.length);
	for (let turn = 0; turn < 3; turn++) {
		const { values } = read(site, gem, indexes);
		expect(values[1500]).toBe(gem[1500]);
		values[1500] = content[1500];
		expect(values).toEqual(content);
	}
	// The object is no value, and is asked for each time.
	expect(read(site, gem, indexes).general).toBe(1);
});

test('what is compared or measured is decoded as a whole, or not at all', () => {
	const gem = constant(texts());
	const site = elements([]);
	read(site, gem, range(0, 100));
	const some = site.enter(gem).v;
	expect(site.compared(some, textOf(3))).toEqual({ e: some, k: textOf(3) });
	expect(site.lengths(some)).toHaveLength(0);
	read(site, gem, range(0, SIZE));
	const { v } = site.enter(gem);
	const { e, k } = site.compared(v, textOf(3));
	expect(range(0, SIZE).filter((at) => e[at] === k)).toEqual(range(3, SIZE, 700));
	expect([...site.lengths(v)]).toEqual(texts().map(({ length }) => length));
});
