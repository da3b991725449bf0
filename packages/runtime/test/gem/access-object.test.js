// Values of one object, as compiled loops access them.
import { execFileSync } from 'node:child_process';
import {
	AtomicLK,
	AtomicSTM,
	Owned,
	Partitioned,
	ReadOnly,
	snapshot,
} from '../../src/gem/index.js';
import { object } from '../../src/internal/gem.js';
import { readObject } from './access/emitted.js';

const content = () => ({
	at: { x: 1, y: 1.5, name: 'one', none: null, sure: true, list: [1] },
	ints: [4, 5],
	doubles: [0.5, 2],
	texts: ['a', 'b'],
});

test('numbers and other primitives are what the general way gives', () => {
	const gem = ReadOnly.create(content());
	const keys = ['x', 'y', 'name', 'none', 'sure'];
	const general = keys.map((key) => gem.at[key]);
	expect(readObject(object(['at'], keys).enter(gem))).toEqual(general);
	expect(readObject(object([], keys).enter(gem.at))).toEqual(general);
	expect(readObject(object(['ints'], ['1', 'length']).enter(gem))).toEqual([5, 2]);
	expect(readObject(object(['doubles'], ['0']).enter(gem))).toEqual([0.5]);
	expect(readObject(object(['texts'], ['1']).enter(gem))).toEqual(['b']);
});

test.each([
	['a key that it does not have', ['at'], ['x', 'z']],
	['an object', ['at'], ['x', 'list']],
	['something inherited', ['at'], ['toString']],
	['an index behind the end', ['ints'], ['2']],
	['an object that is not there', ['no'], ['x']],
])('nothing is known of %s', (_, path, keys) => {
	expect(object(path, keys).enter(ReadOnly.create(content())).x).toBe(undefined);
	expect(object(path, keys).enter(content()).x).toBe(undefined);
});

test('what is set is what fits, and where it is', () => {
	const gem = Owned.create(content());
	const { x } = object(['at'], ['x', 'y', 'name']).enter(gem);
	expect([7, -(2 ** 31)].map((value) => x.p0(value))).toEqual([true, true]);
	for (const value of [0.5, -0, NaN, '1', undefined, 2 ** 31]) expect(x.p0(value)).toBe(false);
	expect(x.p1(-0)).toBe(true);
	expect(x.p1('1')).toBe(false);
	expect(x.p2('two')).toBe(false);
	expect(snapshot(gem).at).toMatchObject({ x: -(2 ** 31), y: -0, name: 'one' });
	expect(object(['ints'], ['1']).enter(gem).x.p0(9)).toBe(true);
	expect(gem.ints[1]).toBe(9);
});

test('objects of one make share a class, and a GEM that is being filled can be set', () => {
	const gem = Owned.create([{ a: 1 }, { a: 2 }, { a: 'x' }]);
	const site = object([], ['a']);
	const [first, second, third] = [0, 1, 2].map((at) => site.enter(gem[at]).x);
	expect(first.constructor).toBe(second.constructor);
	expect(first.constructor).not.toBe(third.constructor);
	const shared = ReadOnly.create({ a: 1 });
	expect(object([], ['a']).enter(shared).x.p0(2)).toBe(true); // its creator still fills it
});

describe('what a log has to be able to take back is on it before it is written', () => {
	const keys = ['x', 'y', 'name'];
	const writingTo = (/** @type {string[]} */ path, /** @type {string[]} */ names) =>
		object(path, names).writing();

	test('by a transaction in a block, which takes back its own', () => {
		const gem = AtomicLK.create(content());
		const other = AtomicSTM.create({ n: 1 });
		const at = writingTo(['at'], keys);
		const ints = writingTo(['ints'], ['1', '0']);
		for (let turn = 1; turn < 4; turn++) {
			gem.atomic(() => {
				const { x } = at.enter(gem);
				expect([x.p0(turn), x.p1(turn / 2), x.p2('two'), x.p0(0.5)]).toEqual([
					...[true, true, false, false],
				]);
				expect([ints.enter(gem).x.p0(turn), ints.enter(gem).x.p1(-turn)]).toEqual([true, true]);
				expect(at.enter(gem).x).toBe(x);
				const failing = () =>
					other.atomic(() => {
						other.n = 2;
						expect(at.enter(gem).x.p0(50) && at.enter(gem).x.p1(50)).toBe(true);
						expect(ints.enter(gem).x.p1(50)).toBe(true);
						expect([gem.at.x, gem.at.y, gem.ints[0]]).toEqual([50, 50, 50]);
						throw new RangeError('back');
					});
				expect(failing).toThrow(RangeError);
				expect(readObject(at.enter(gem))).toEqual([turn, turn / 2, 'one']);
				expect(at.enter(gem).x.p0(turn + 10)).toBe(true);
				expect(failing).toThrow(RangeError);
			});
			expect(snapshot(gem)).toMatchObject({
				at: { x: turn + 10, y: turn / 2, name: 'one' },
				ints: [-turn, turn],
			});
		}
		expect(snapshot(other)).toEqual({ n: 1 });
	});

	test('in a transaction, by what it has locked', () => {
		const gem = AtomicSTM.create(content());
		const site = writingTo(['at'], keys);
		const failing = () =>
			gem.atomic(() => {
				gem.at.x = 3;
				const { x } = site.enter(gem);
				expect([x.p0(4), x.p1(4)]).toEqual([true, true]);
				throw new RangeError('back');
			});
		for (let turn = 0; turn < 3; turn++) {
			expect(failing).toThrow(RangeError);
			expect(snapshot(gem).at).toMatchObject({ x: 1, y: 1.5 });
		}
	});

	test('or as it is written, where the values lie far apart, and where nothing is written', () => {
		const numbers = Array.from({ length: 200 }, (_, at) => at);
		const gem = AtomicLK.create(numbers);
		const other = AtomicSTM.create({ n: 1 });
		for (const [names, isBefore] of /** @type {[string[], boolean][]} */ ([
			[['0', '199'], false],
			[['1', '2'], true],
		])) {
			const failing = () =>
				other.atomic(() => {
					const site = writingTo([], names);
					expect(site.enter(gem).x.p1(1000)).toBe(true);
					expect(site.facts.logged !== null).toBe(isBefore);
					throw new RangeError('back');
				});
			gem.atomic(() => expect(failing).toThrow(RangeError));
		}
		gem.atomic(() => expect(object([], ['1']).enter(gem).logged).toBe(null));
		expect(snapshot(gem)).toEqual(numbers);
	});
});

test('the same where code may not be made of text', () => {
	const script = `
		import { Owned } from '@lapidary/runtime/gem';
		import { object } from '@lapidary/runtime/internal/gem';
		const gem = Owned.create({ a: 1, b: 0.5, c: 'x', list: [1, 2] });
		const { x } = object([], ['a', 'b', 'c']).enter(gem);
		const list = object(['list'], ['1']).enter(gem).x;
		const set = [x.p0(2), x.p0('2'), x.p1(1.5), x.p2('y'), list.p0(7)];
		console.log(JSON.stringify([set, x.g0(), x.g1(), x.g2(), list.g0(), gem]));`;
	const flags = ['--disallow-code-generation-from-strings', '--input-type=module', '-e', script];
	const output = execFileSync(process.execPath, flags, { cwd: import.meta.dirname });
	expect(JSON.parse(String(output))).toEqual([
		[true, false, true, false, true],
		2,
		1.5,
		'x',
		7,
		{ a: 2, b: 1.5, c: 'x', list: [1, 7] },
	]);
});

test('elements of an array that belong to others are not known', () => {
	const gem = Partitioned.create([4, 5, 6, 7], { partitions: 2 });
	const part = gem.subset();
	for (const root of [gem, part]) {
		expect(readObject(object([], ['0', '1']).enter(root))).toEqual([4, 5]);
		expect(object([], ['1', '2']).enter(root).x).toBe(undefined);
	}
	expect(object([], ['length']).enter(part).x).toBe(undefined);
	expect(readObject(object([], ['length']).enter(gem))).toEqual([4]);
});

test('a function of the GEM hides what its content has under the same name', () => {
	const gem = Owned.create({ release: 5, n: { release: 6 } });
	expect(typeof gem.release).toBe('function');
	expect(object([], ['release']).enter(gem).x).toBe(undefined);
	expect(readObject(object(['n'], ['release']).enter(gem))).toEqual([6]);
});
