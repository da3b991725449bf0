import { types } from 'node:util';
import { close, configure } from '@lapidary/runtime';
import { call, callWithCallback } from '@lapidary/runtime/internal/host';
import { failure, reference } from './fixtures.js';

class Point {
	constructor(x, y) {
		this.x = x;
		this.y = y;
	}
	get length() {
		return Math.hypot(this.x, this.y);
	}
	static of(x, y) {
		return new this(x, y);
	}
}
class Pixel extends Point {
	colour = 'blue';
}
class Rows extends Array {}
class Index extends Map {}
function Old(name) {
	this.name = name;
}
class ShapeError extends RangeError {}
const known = { Point, Pixel, Rows, Index, Old, ShapeError };
class Stranger {
	x = 1;
}

const unit = (name, classes = () => known) => reference(`shapes.js#${name}`, {}, classes);
const check = unit('check');
const make = unit('make');

afterAll(() => close());

/** Alone, and among so many that batches carry it, as bytes where it is large. */
async function bothWays(reference_, args, captures) {
	const lone = await call(reference_, args, captures);
	const filler = Array.from({ length: 40 }, (_, n) => ({ n }));
	const many = Array.from({ length: 30 }, () => call(reference_, [...args, filler], captures));
	for (const each of await Promise.all(many)) expect(each).toEqual(lone);
	return lone;
}

describe('instances of classes that both sides know', () => {
	test('arrive with their class', async () => {
		const pixel = new Pixel(3, 4);
		expect(await bothWays(check, ['length', new Point(3, 4)])).toBe(5);
		expect(await bothWays(check, ['chain', pixel])).toEqual([true, true, 5, 'blue']);
		expect(await bothWays(check, ['greet', new Old('x')])).toBe('old x');
		const rows = Rows.of(1, 2);
		rows[3] = 4;
		delete rows[1];
		expect(await bothWays(check, ['sum', rows])).toEqual([5, true, 4, false]);
		const index = new Index([[new Point(3, 4), 1]]);
		expect(await bothWays(check, ['first', index])).toEqual([5, true, 1]);
	});

	test('wherever they are', async () => {
		const point = () => new Point(1, 2);
		const value = {
			list: [point(), { a: 1 }],
			map: new Map([
				[point(), point()],
				[new Pixel(1, 2), new Map()],
			]),
			set: new Set([point(), [point()]]),
		};
		const names = ['Point', 'Object', 'Point', 'Pixel', 'Point', 'Map', 'Point', 'Array'];
		expect(await bothWays(check, ['classes', value])).toEqual(names);
	});

	test('once, however often they are referred to', async () => {
		const a = new Point(3, 4);
		a.self = a;
		const value = { a, b: a, map: new Map([[a, a]]) };
		expect(await bothWays(check, ['alias', value])).toEqual([true, true, true, 5]);
		expect(await bothWays(unit('same'), [a], [a])).toBe(true);
	});

	test('as deep as structured clone goes', async () => {
		let node = new Point(0, 0);
		for (let count = 1; count < 500; count++) node = Object.assign(new Point(0, 0), { next: node });
		expect(await bothWays(check, ['depth', node])).toBe(500);
	});

	test('come back with the class of the host', async () => {
		const point = await bothWays(make, ['point']);
		expect(Object.getPrototypeOf(point)).toBe(Point.prototype);
		expect(point.length).toBe(5);
		const sum = await bothWays(unit('plus'), [new Point(1, 2)], [new Point(2, 2)]);
		expect(sum).toBeInstanceOf(Point);
		expect(sum.length).toBe(5);
		const { point: pixel, list, map, rows } = await call(make, ['shared']);
		expect(Object.getPrototypeOf(pixel)).toBe(Pixel.prototype);
		expect([pixel.self === pixel, list[0] === pixel, map.get(pixel).has(pixel)]).toEqual([
			true,
			true,
			true,
		]);
		expect(rows).toBeInstanceOf(Rows);
		expect(await failure(call(unit('raisePoint'), []))).toMatchObject({ point: expect.any(Point) });
	});

	test('with callbacks, too', async () => {
		const back = unit('back');
		const [receiver, args] = await new Promise((resolve) => {
			callWithCallback(back, [
				new Point(3, 4),
				function (...given) {
					resolve([this, given]);
				},
			]);
		});
		expect(receiver).toBeInstanceOf(Point);
		expect(args[0]).toBeInstanceOf(ShapeError);
		expect(args[1].length).toBe(10);
		expect(args[2].host).toBe('a');
		const error = await new Promise((resolve) => {
			callWithCallback(reference('shapes.js#backHidden', { callback: 'node' }), [resolve]);
		});
		expect(error).toMatchObject({ code: 'LP8015', path: 'callback[1][0]' });
	});
});

describe('classes that both sides know', () => {
	const answer = ['c', true, true, true, 5];
	const value = () => ({
		list: [Point, 'c', [Pixel]],
		map: new Map([[Point, Pixel]]),
		set: new Set([Old, Index]),
		same: Pixel,
		point: Object.assign(new Point(1, 2), { type: Point }),
	});

	test('are those of the side that they get to', async () => {
		expect(await bothWays(check, ['references', value()])).toEqual(answer);
		const cyclic = value();
		cyclic.self = [cyclic];
		expect(await bothWays(check, ['references', cyclic])).toEqual(answer);
		expect(await bothWays(unit('same'), [Point], [Point])).toBe(false); // no instance
	});

	test('are found among captures, as receivers', async () => {
		const of = unit('of');
		expect(Object.getPrototypeOf(await bothWays(of, [3, 4], [Pixel]))).toBe(Pixel.prototype);
		expect(Object.getPrototypeOf(await bothWays(of, [3, 4], [Point]))).toBe(Point.prototype);
	});

	test('come back as those of the host', async () => {
		expect(await bothWays(make, ['class'])).toBe(Pixel);
		const { map, error } = await call(make, ['classes']);
		expect(map.get(Point)).toEqual([Pixel, Pixel]);
		expect(error.type).toBe(Point);
		expect(error.other).toMatch(/class Unknown/); // as any function on an error: by its text
		expect(await failure(call(unit('raiseClass'), []))).toBe(ShapeError);
	});

	test('a constructor function is lent where the unit only calls it', async () => {
		const lent = reference('shapes.js#callLent', { functions: [[0]] }, () => known);
		function increment(n) {
			return n + 1;
		}
		expect(await call(lent, [increment, Old])).toEqual([4, true]);
		const all = { ...known, increment };
		const both = reference('shapes.js#callLent', { functions: [[0]] }, () => all);
		expect(await call(both, [increment, Old])).toEqual([4, true]);
	});

	test.each([
		['args[1]', [1, Stranger]],
		['args[0].rows[1]', [{ rows: [Point, Stranger] }]],
		['args[0]', [() => 1]],
		['args[0]', [class Sub extends Point {}]],
		['args[0].get("k")', [new Map([['k', () => 2]])]],
	])('others are refused: %s %#', async (path, args) => {
		expect(await failure(call(check, args))).toMatchObject({ code: 'LP8005', path });
		expect(await failure(call(check, [], args))).toMatchObject({
			code: 'LP8005',
			path: path.replace('args', 'captures'),
		});
		const queued = Array.from({ length: 9 }, () => failure(call(check, args)));
		for (const error of await Promise.all(queued)) expect(error.path).toBe(path);
	});

	test('others are refused in results', async () => {
		expect(await failure(call(make, ['unknownClass']))).toMatchObject({
			code: 'LP8006',
			path: 'result.list[1]',
		});
	});

	test('one whose instances have private state is known by itself', async () => {
		const withStranger = () => ({ ...known, 'class Hidden': Stranger });
		const hidden = unit('make', withStranger);
		expect(await bothWays(hidden, ['hiddenClass'])).toBe(Stranger);
		expect(await failure(call(hidden, ['hidden']))).toMatchObject({ code: 'LP8015' });
		const given = unit('check', withStranger);
		expect(await bothWays(given, ['kind', Stranger])).toBe('function');
		expect(await failure(call(given, ['kind', new Stranger()]))).toMatchObject({ code: 'LP8015' });
		const error = await failure(call(make, ['hiddenClass']));
		expect(error.message).toMatch(/the class `Hidden`, which is not defined where it arrives/);
	});

	test('when only one side knows it', async () => {
		const toWorker = await failure(
			call(
				unit('check', () => ({ Stranger })),
				['length', [Stranger]],
			),
		);
		expect(toWorker).toMatchObject({ code: 'LP8015', path: 'args[1][0]' });
		expect(toWorker.message).toMatch(/the class `Stranger`, which is not defined where it arrives/);
		const toHost = await failure(
			call(
				unit('make', () => ({ Point })),
				['class'],
			),
		);
		expect(toHost).toMatchObject({ code: 'LP8015', path: 'result' });
	});
});

describe('what a clone alone would change', () => {
	test('URLs and their queries, in maps and sets too', async () => {
		const url = new URL('http://a/b?q=7');
		const query = new URLSearchParams('a=1&a=2');
		const value = { url, same: url, query, map: new Map([[url, query]]) };
		const answer = ['7', true, '1,2', true, true];
		expect(await bothWays(check, ['address', value])).toEqual(answer);
		value.self = value;
		expect(await bothWays(check, ['address', value])).toEqual(answer);
		expect(value.map.get(url)).toBe(query);
		const back = await call(make, ['address']);
		expect(back.url.href).toBe('http://a/b?q=1');
		expect(back.errors[0]).toBeInstanceOf(ShapeError);
		expect(types.isNativeError(back.errors[0])).toBe(true);
		expect(back.errors[0].stack).toMatch(/in a value\n.*shapes\.js/);
	});

	test('objects without a prototype', async () => {
		const bare = Object.assign(Object.create(null), { inner: new Point(1, 1) });
		expect(await bothWays(check, ['bare', bare])).toEqual([false, true]);
		const back = await call(make, ['bare']);
		expect(Object.getPrototypeOf(back)).toBe(null);
		expect(back.point.length).toBe(5);
	});

	test('Buffers in maps and sets', async () => {
		const buffer = Buffer.from('b');
		const value = { map: new Map([[buffer, Buffer.from('c')]]), set: new Set([buffer]) };
		expect(await bothWays(check, ['buffers', value])).toEqual([true, true, true]);
	});

	test('errors in values: class, own properties, cause, identity', async () => {
		const error = new ShapeError('outer', {
			cause: Object.assign(new TypeError('in'), { code: 'E_IN' }),
		});
		error.at = new Point(3, 4);
		error.fn = () => 1;
		error.stranger = new Stranger();
		error.cause.cause = error;
		const answer = [true, 5, 'E_IN', true, 'at,fn,stranger'];
		expect(await bothWays(check, ['error', error])).toEqual(answer);
		error.owner = { errors: [error] };
		answer[4] += ',owner';
		expect(await bothWays(check, ['error', error])).toEqual(answer);
	});

	test('errors that are thrown', async () => {
		const error = await failure(call(unit('raise'), []));
		expect(error).toBeInstanceOf(ShapeError);
		expect(Object.getPrototypeOf(error.at)).toBe(Pixel.prototype);
		expect(error.list[0]).toBe(error.at);
		expect(error.cause.at).toBe(error.at);
		expect(error.list[1].error.errors[0]).toBeInstanceOf(ShapeError);
		expect(error.hidden).toBe('Hidden { x: 1 }');
		expect(error.fn).toMatch(/Function/);
	});
});

describe('instances of other classes are refused', () => {
	const owner = new Stranger();
	const subclass = (Base, ...args) => new (class Sub extends Base {})(...args);

	test.each([
		['args[0].rows[3].owner', [{ rows: [1, 2, 3, { owner }] }], /the class `Stranger`/],
		['args[1]', [1, new (class {})()], /a class without a name/],
		['args[0].get("k").owner', [new Map([['k', { owner }]])]],
		['args[0].keys()', [new Map([[owner, 1]])]],
		['args[0].values()[1]', [new Set([1, owner])]],
		['args[0]', [subclass(Point, 1, 2)], /`Sub`/],
		['args[0]', [subclass(Map)]],
		['args[0]', [subclass(Array)]],
		['args[0]', [subclass(Date)]],
		['args[0]', [subclass(Uint8Array, 2)]],
		['args[0]', [subclass(URL, 'http://a/')], /extends `URL` of the platform, and a copy/],
		['args[0]', [Object.assign(new Map(), { x: 1 })], /properties of its own/],
		['args[0]', [Object.assign(new Point(), { [Symbol('s')]: 1 })], /symbols/],
		['args[0]', [Object.assign(Object.create(null), { [Symbol('s')]: 1 })], /symbols/],
		['args[0]', [Object.defineProperty(new Point(), 'z', { value: 1 })], /not enumerable/],
		[
			'args[0].a',
			[{ a: new TextEncoder() }],
			/`TextEncoder` of the platform, which cannot be copied/,
		],
	])('%s %#', async (path, args, reason = /only this side knows/) => {
		const lone = await failure(call(check, args));
		expect(lone).toMatchObject({ code: 'LP8015', path, unit: 'test/shapes.js#check' });
		expect(lone.message).toMatch(reason);
		expect(lone.stack).toMatch(/instances\.test\.js/);
		const captured = await failure(call(check, [], args));
		expect(captured).toMatchObject({ code: 'LP8015', path: path.replace('args', 'captures') });
		const queued = Array.from({ length: 9 }, () => failure(call(check, args)));
		for (const error of await Promise.all(queued)) expect(error.path).toBe(path);
	});

	test('in results, and in what is thrown', async () => {
		const error = await failure(call(make, ['hidden']));
		expect(error).toMatchObject({ code: 'LP8015', path: 'result.rows[1].owner' });
		expect(error.message).toMatch(/`Hidden`, and has private state that no copy would have/);
		const thrown = await failure(call(unit('raiseHidden'), []));
		expect(thrown).toMatchObject({ code: 'LP8015', path: 'thrown[0]' });
	});

	test('when only the worker knows the class', async () => {
		const error = await failure(
			call(
				unit('make', () => ({ Pixel })),
				['point'],
			),
		);
		expect(error).toMatchObject({ code: 'LP8015', path: 'result' });
		expect(error.message).toMatch(/`Point`, which is not defined where it arrives/);
	});

	test('when only the host knows the class', async () => {
		const unknown = unit('check', () => ({ Stranger }));
		const error = await failure(call(unknown, ['length', { deep: [owner] }]));
		expect(error).toMatchObject({ code: 'LP8015', path: 'args[1].deep[0]' });
		const many = Array.from({ length: 20 }, () => failure(call(unknown, ['length', [owner]])));
		for (const each of await Promise.all(many)) expect(each.path).toBe('args[1][0]');
	});

	test('while the class is not defined yet, and no longer than that', async () => {
		const early = unit('check', () => ({ Point, Late }));
		expect(await failure(call(early, ['length', new Point(3, 4)]))).toMatchObject({
			code: 'LP8015',
		});
		const error = await failure(call(early, ['length', new Point(3, 4)]));
		expect(error.message).toMatch(/or that its module has not defined yet/);
		const getters = {
			Point,
			get Late() {
				return Late;
			},
		};
		expect(
			await call(
				unit('check', () => getters),
				['length', new Point(3, 4)],
			),
		).toBe(5);
		class Late {}
		expect(await call(early, ['length', new Point(3, 4)])).toBe(5);
		expect(new Late()).toBeDefined();
	});
});

describe('on this thread', () => {
	afterEach(async () => {
		delete process.env.LAPIDARY_MODE;
		await close();
		configure({});
	});

	test.each(['inline', 'serial'])(
		'%s: instances have the class of the side where they are',
		async (mode) => {
			await close();
			process.env.LAPIDARY_MODE = mode;
			configure({});
			expect(await call(check, ['chain', new Pixel(3, 4)])).toEqual([true, true, 5, 'blue']);
			expect(await call(make, ['point'])).toBeInstanceOf(Point);
			expect(await call(make, ['class'])).toBe(Pixel);
			expect(await call(unit('of'), [3, 4], [Pixel])).toBeInstanceOf(Pixel);
			const classes = { list: [Point, 'c', [Pixel]], map: new Map([[Point, Pixel]]) };
			Object.assign(classes, { set: new Set([Old, 1]), same: Pixel, point: new Point(1, 2) });
			classes.point.type = Point;
			expect(await call(check, ['references', classes])).toEqual(['c', true, true, true, 5]);
			const unknown = call(check, ['kind', Stranger]);
			if (mode === 'serial') expect(await unknown).toBe('function');
			else expect(await failure(unknown)).toMatchObject({ code: 'LP8005', path: 'args[1]' });
			const error = await failure(call(unit('raise'), []));
			expect(error).toBeInstanceOf(ShapeError);
			expect(error.at).toBeInstanceOf(Pixel);
			const args = await new Promise((resolve) => {
				callWithCallback(unit('back'), [new Point(3, 4), (...given) => resolve(given)]);
			});
			expect(args[0]).toBeInstanceOf(ShapeError);
			expect(args[1]).toBeInstanceOf(Point);
			const stranger = call(check, ['length', { length: 1, stranger: new Stranger() }]);
			if (mode === 'serial') expect(await stranger).toBe(1);
			else
				expect(await failure(stranger)).toMatchObject({ code: 'LP8015', path: 'args[1].stranger' });
		},
	);
});
