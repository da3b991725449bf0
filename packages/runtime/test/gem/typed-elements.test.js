// Values that are set as elements of typed arrays: a GEM converts them, or refuses them, as a typed array of the platform does.
import { Owned, snapshot } from '../../src/gem/index.js';

const KINDS = [Uint8ClampedArray, Int32Array, Float64Array, BigInt64Array, BigUint64Array];

const VALUES = [
	...[0, 1, -1, -0, 1.5, NaN, Infinity, 300, 2 ** 40, 1n, -1n, 2n ** 64n, '5', '0x10', 'x', ''],
	...[null, undefined, true, Symbol('s'), [], [7], [1, 2], {}, Object(1n), Object(1)],
	{ valueOf: () => 3 },
	{ valueOf: () => 3n },
	{ toString: () => '4' },
];

/** @param {() => unknown} fn @returns {unknown} what it gives, or the name of what it throws */
function outcome(fn) {
	try {
		return fn();
	} catch (thrown) {
		return /** @type {Error} */ (thrown).name;
	}
}

describe.each(KINDS.map((Kind) => /** @type {const} */ ([Kind.name, Kind])))('%s', (_, Kind) => {
	test.each([0, 1, 2])('element %i of two', (index) => {
		for (const value of VALUES) {
			const plain = /** @type {any} */ (new Kind(2));
			const gem = /** @type {any} */ (Owned.create(new Kind(2)));
			const set = (/** @type {any} */ array) => outcome(() => void (array[index] = value));
			expect({ value, outcome: set(gem) }).toEqual({ value, outcome: set(plain) });
			expect(String([...snapshot(gem)])).toBe(String([...plain]));
		}
	});

	test('as text', () => {
		const plain = /** @type {any} */ (new Kind(2));
		const gem = /** @type {any} */ (Owned.create(plain));
		expect([String(gem), `${gem}`]).toEqual([String(plain), `${plain}`]);
	});

	test('fill and set', () => {
		for (const value of VALUES) {
			const plain = /** @type {any} */ (new Kind(2));
			const gem = /** @type {any} */ (Owned.create(new Kind(2)));
			const change = (/** @type {any} */ array) => [
				outcome(() => void array.fill(value)),
				outcome(() => void array.set([value], 1)),
			];
			expect({ value, outcome: change(gem) }).toEqual({ value, outcome: change(plain) });
			expect(String([...snapshot(gem)])).toBe(String([...plain]));
		}
	});
});
