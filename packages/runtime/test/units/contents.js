// Makes values of many kinds, the same in each thread; of each the variants differ from the first in one respect.
class Row {
	constructor(x) {
		this.x = x;
	}
}
class Column extends Row {}
class Names extends Map {}

function cycle(back) {
	const one = { next: {} };
	one.next.next = back ? one : { next: {} };
	return one;
}

const shared = { a: 1 };
const holes = [1, , 3];
const named = Object.assign([1, 2], { total: 3 });
const hidden = Object.defineProperty({}, 'h', { value: 1, configurable: true });
function plain() {}
const withProperty = Object.assign(function plain() {}, { k: 1 });
function Old() {}
function OldWith() {}
Object.defineProperty(OldWith, 'name', { value: 'Old' });
OldWith.prototype.run = plain;
const regexp = (at) => Object.assign(/a/g, { lastIndex: at });
const error = (message, extra) => Object.assign(new RangeError(message), extra);

/** @returns {Record<string, unknown[]>} */
export const contents = () => ({
	numbers: [0, -0, 1, NaN, Infinity, 2 ** 31, 2 ** 32, 1.5, '1', 1n, true, false, null, undefined],
	texts: ['', 'a', 'b', 'ab', 'ba', 'a\0', 'é'],
	symbols: [Symbol('a'), Symbol('b')],
	objects: [{}, { a: 1 }, { a: 2 }, { b: 1 }, { a: undefined }, { a: 1, b: 2 }, { b: 2, a: 1 }],
	arrays: [[], [1], [1, 2], [2, 1], [undefined], [,], [1, undefined, 3], holes, named, [1, 2, 3]],
	classes: [{ x: 1 }, new Row(1), new Column(1), Object.assign(Object.create(null), { x: 1 })],
	frozen: [{ a: 1 }, Object.freeze({ a: 1 }), Object.preventExtensions({ a: 1 })],
	hiddenKeys: [{}, hidden, { [Symbol('k')]: 1 }, { [Symbol('k')]: 2 }, { __proto__: null }],
	graphs: [[shared, shared], [shared, { a: 1 }], cycle(true), cycle(false)],
	maps: [
		new Map(),
		new Map([[1, 2]]),
		new Map([[2, 1]]),
		new Map([[1, { a: 1 }]]),
		new Set([1, 2]),
	],
	orders: [
		new Map([
			[1, 1],
			[2, 2],
		]),
		new Map([
			[2, 2],
			[1, 1],
		]),
		new Set([1, 2]),
		new Set([2, 1]),
	],
	ownOfMaps: [new Map(), Object.assign(new Map(), { k: 1 })],
	addresses: [
		new URL('https://a.example/b'),
		new URL('https://a.example/b?c=1'),
		new URLSearchParams('c=1'),
		new URLSearchParams('c=2'),
	],
	dates: [
		new Date(0),
		new Date(1),
		new Date(NaN),
		Object(0),
		Object('0'),
		Object(true),
		Object(1n),
	],
	patterns: [/a/, /b/, /a/g, /a/i, regexp(1), regexp(2)],
	errors: [
		error('a'),
		error('b'),
		error('a', { code: 1 }),
		new TypeError('a'),
		error('a', { cause: {} }),
	],
	bytes: [
		new Uint8Array([1, 2]),
		new Uint8Array([1, 3]),
		new Int8Array([1, 2]),
		new Uint8Array([1, 2]).buffer,
		new DataView(new Uint8Array([1, 2]).buffer),
		new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9]),
		new Float64Array([1.5]),
		Buffer.from([1, 2]),
	],
	unreal: [
		[new Map(), Object.create(Map.prototype)],
		[new Date(0), Object.create(Date.prototype)],
		[Object.create(Map.prototype), new Map([[1, 2]])],
		[Object.create(Names.prototype), new Names([[1, 2]])],
		[Object.create(Names.prototype), new Names([[1, 3]])],
		[new Uint8Array(1), Object.create(Uint8Array.prototype)],
		[new Set(), Object.create(Set.prototype), new Set([1])],
		[[1], Object.create(Array.prototype)],
		[/a/, Object.create(RegExp.prototype)],
	],
	functions: [plain, withProperty, Row, Column, class Row {}.bind, Old, OldWith, Math.max],
	opaque: [new WeakMap(), Promise.resolve(1), new AbortController().signal, new Proxy({}, {})],
});

/** Views that begin anywhere have the bytes of those that begin at a word. */
export const unaligned = () =>
	[0, 1, 2, 3, 4].map((offset) => {
		const view = new Uint8Array(new ArrayBuffer(32), offset, 11);
		view.set([1, 2, 3, 4, 250, 251, 252, 253, 7, 8, 9]);
		return view;
	});
