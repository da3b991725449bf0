import { OF_NODE } from './operands-of-node.js';

const view = () => [new DataView(new ArrayBuffer(16)), 0, 7];
const list = () => [3, 1, 2, [4]];
const numbers = () => new Float64Array([3, 1, 2]);
const date = () => new Date(86_400_000 * 200 + 12_345_678);
const keep = (value) => value;
const key = { k: 1 };

/** @param {() => any} make a list @returns {Record<string, (() => any[])[]>} */
const OF_LISTS = (make) => ({
	copyWithin: [() => [make(), 0, 1]],
	fill: [() => [make(), 7]],
	reverse: [() => [make()]],
	sort: [() => [make(), (a, b) => a - b], () => [make()]],
	slice: [() => [make(), 1]],
	at: [() => [make(), 1]],
	with: [() => [make(), 0, 7]],
	toSorted: [() => [make(), (a, b) => a - b]],
	map: [() => [make(), keep]],
	reduce: [() => [make(), (a, b) => a + b, 0]],
	reduceRight: [() => [make(), (a, b) => a + b, 0]],
	...Object.fromEntries(
		['every', 'some', 'find', 'findIndex', 'findLast', 'findLastIndex', 'filter', 'forEach']
			.map((name) => [name, [() => [make(), (value) => value > 1]]])
			.concat(
				['includes', 'indexOf', 'lastIndexOf', 'join'].map((name) => [name, [() => [make(), 1]]]),
			)
			.concat(
				['entries', 'keys', 'values', 'toString', 'toLocaleString', 'toReversed'].map((name) => [
					name,
					[() => [make()]],
				]),
			),
	),
});

const prefixed = (holder, sets) =>
	Object.fromEntries(Object.entries(sets).map(([name, made]) => [`${holder}.${name}`, made]));

/**
 * What the functions of the table are called with: by `holder.name`, or by `holder` for all of it. Each set of operands
 * is made anew for each call. For a method the first operand is the receiver. What has none cannot be called here.
 *
 * @type {Record<string, (() => any[])[]>}
 */
export const OPERANDS = {
	Math: [() => [0.5, 2]],
	'Math.sumPrecise': [() => [[1, 2]]],
	Number: [() => ['1.5']],
	String: [() => [65]],
	'String.raw': [() => [{ raw: ['a', 'b'] }, 1]],
	Symbol: [() => ['a']],
	'Symbol.keyFor': [() => [Symbol.for('a')]],
	BigInt: [() => [8, 300n]],
	'Date.UTC': [() => [2020, 1]],
	'Date.parse': [() => ['2020-01-01']],
	'Date.now': [() => []],
	'RegExp.escape': [() => ['a.b']],
	Error: [() => [{ name: 'x' }]],
	RegExp: [() => ['a', 'g']],
	'JSON.stringify': [() => [{ a: [1] }, (_key, value) => value]],
	'JSON.parse': [() => ['{"a":[1]}', (_key, value) => value]],
	'JSON.rawJSON': [() => ['1']],
	'JSON.isRawJSON': [() => [{}]],
	'Object.assign': [() => [{}, { a: 1 }]],
	'Object.defineProperty': [() => [{}, 'a', { value: 1 }]],
	'Object.defineProperties': [() => [{}, { a: { value: 1 } }]],
	'Object.setPrototypeOf': [() => [{}, Array.prototype]],
	'Object.hasOwn': [() => [{ a: 1 }, 'a']],
	'Object.is': [() => [key, key]],
	'Object.getOwnPropertyDescriptor': [() => [{ a: 1 }, 'a']],
	'Object.create': [() => [key, { a: { value: 1 } }]],
	'Object.fromEntries': [() => [[['a', 1]]]],
	'Object.groupBy': [() => [[1, 2], keep]],
	Object: [() => [{ a: 1, b: { c: 2 } }]],
	'Map.groupBy': [() => [[1, 2], keep]],
	Array: [() => [[1, 2]]],
	'Array.from': [() => [[1, 2], keep]],
	ArrayBuffer: [() => [new ArrayBuffer(4)]],
	'TypedArray.of': [],
	'TypedArray.from': [],
	'Uint8Array.fromBase64': [() => ['AAAA']],
	'Uint8Array.fromHex': [() => ['00ff']],
	Iterator: [() => [[1, 2]]],
	'Reflect.set': [() => [{}, 'a', 1]],
	'Reflect.defineProperty': [() => [{}, 'a', { value: 1 }]],
	'Reflect.deleteProperty': [() => [{ a: 1 }, 'a']],
	'Reflect.setPrototypeOf': [() => [{}, Array.prototype]],
	'Reflect.apply': [() => [(...args) => args.length, null, [1]]],
	'Reflect.construct': [
		() => [
			function (...args) {
				return args;
			},
			[1],
		],
	],
	Reflect: [() => [{ a: 1 }, 'a']],
	Proxy: [() => [{}, {}]],
	Atomics: [() => [new Int32Array([5, 6]), 0, 3]],
	'Atomics.and': [() => [new Int32Array([5]), 0, 2]],
	'Atomics.compareExchange': [() => [new Int32Array([5]), 0, 5, 7]],
	'Atomics.isLockFree': [() => [4]],
	'Atomics.pause': [() => []],
	'Promise.resolve': [() => [1]],
	'Promise.withResolvers': [() => []],
	'Promise.try': [() => [keep, 1]],
	'Promise.reject': [],
	Promise: [() => [[1, 2]]],
	'Intl.getCanonicalLocales': [() => ['en-us']],
	'Intl.supportedValuesOf': [() => ['currency']],
	Intl: [() => ['en']],
	...Object.fromEntries(
		'Collator DateTimeFormat DisplayNames DurationFormat ListFormat NumberFormat PluralRules RelativeTimeFormat Segmenter'
			.split(' ')
			.map((name) => [`Intl.${name}.supportedLocalesOf`, [() => ['en']]]),
	),
	'WebAssembly.validate': [() => [new Uint8Array(4)]],
	'WebAssembly.compile': [() => [wasm()]],
	'WebAssembly.Module': [() => [new WebAssembly.Module(wasm()), 'x']],

	'Object.prototype': [() => [{ a: 1 }, 'a']],
	'Object.prototype.__defineGetter__': [() => [{}, 'a', keep]],
	'Object.prototype.__defineSetter__': [() => [{}, 'a', keep]],
	'Function.prototype': [() => [function named() {}, null]],
	'Function.prototype.bind': [() => [function named() {}, key]],
	'String.prototype': [() => ['abcab', 'b']],
	'String.prototype.charAt': [() => ['abc', 1]],
	'String.prototype.repeat': [() => ['abc', 2]],
	'String.prototype.padStart': [() => ['abc', 7, 'x']],
	'String.prototype.padEnd': [() => ['abc', 7, 'x']],
	'String.prototype.normalize': [() => ['abc']],
	'String.prototype.match': [() => ['abc', /b/], () => ['abc', stepped(/b/y)]],
	'String.prototype.matchAll': [() => ['abc', stepped(/b/g)]],
	'String.prototype.split': [() => ['abc', stepped(/b/g)]],
	'String.prototype.search': [() => ['abc', stepped(/b/g)]],
	'String.prototype.replace': [() => ['abc', /b/, keep], () => ['abc', stepped(/b/g), keep]],
	'String.prototype.replaceAll': [() => ['abc', stepped(/b/g), keep]],
	'String.prototype.toLocaleLowerCase': [() => ['ABC']],
	'String.prototype.toLocaleUpperCase': [() => ['abc']],
	'String.prototype.localeCompare': [() => ['abc', 'abd']],
	'Number.prototype': [() => [1.5]],
	'Boolean.prototype': [() => [true]],
	'BigInt.prototype': [() => [5n]],
	'Symbol.prototype': [() => [Symbol.iterator]],
	'RegExp.prototype.compile': [() => [/a/, 'b']],
	'RegExp.prototype': [() => [/b/, 'abc'], () => [/b/g, 'abc'], () => [stepped(/z/y), 'abc']],
	'Error.prototype': [() => [new Error('x')]],
	...prefixed('Array.prototype', {
		...OF_LISTS(list),
		push: [() => [list(), key]],
		unshift: [() => [list(), key]],
		pop: [() => [[1, key]]],
		shift: [() => [[key, 1]]],
		splice: [() => [list(), 1, 1]],
		concat: [() => [list(), [key]]],
		toSpliced: [() => [list(), 1, 1, key]],
		flatMap: [() => [list(), (value) => [value]]],
		flat: [() => [list()]],
	}),
	...prefixed('TypedArray.prototype', {
		...OF_LISTS(numbers),
		set: [() => [numbers(), [7]]],
		subarray: [() => [numbers(), 1]],
		setFromBase64: [() => [new Uint8Array(4), 'AQID']],
		setFromHex: [() => [new Uint8Array(4), '0102']],
		toBase64: [() => [new Uint8Array(4)]],
		toHex: [() => [new Uint8Array(4)]],
	}),
	'Iterator.prototype': [() => [[1, 2, 3].values(), keep, 0]],
	'Iterator.prototype.take': [() => [[1, 2, 3].values(), 1]],
	'Iterator.prototype.drop': [() => [[1, 2, 3].values(), 1]],
	'Iterator.prototype.flatMap': [() => [[1, 2].values(), (value) => [value]]],
	'Generator.prototype': [() => [counting()]],
	'Generator.prototype.throw': [],

	'Map.prototype': [() => [new Map([[key, key]]), key]],
	'Map.prototype.set': [() => [new Map(), 'a', key]],
	'Map.prototype.forEach': [() => [new Map([[1, 2]]), keep]],
	'Map.prototype.getOrInsert': [() => [new Map(), 'a', key]],
	'Map.prototype.getOrInsertComputed': [() => [new Map(), 'a', () => key]],
	'Set.prototype': [() => [new Set([key, 1]), key]],
	'Set.prototype.add': [() => [new Set(), key]],
	'Set.prototype.forEach': [() => [new Set([1]), keep]],
	...Object.fromEntries(
		'difference intersection symmetricDifference union isDisjointFrom isSubsetOf isSupersetOf'
			.split(' ')
			.map((name) => [`Set.prototype.${name}`, [() => [new Set([1, 2]), new Set([2, 3])]]]),
	),
	'WeakMap.prototype': [() => [new WeakMap([[key, key]]), key]],
	'WeakMap.prototype.set': [() => [new WeakMap(), key, key]],
	'WeakMap.prototype.getOrInsert': [() => [new WeakMap(), key, key]],
	'WeakMap.prototype.getOrInsertComputed': [() => [new WeakMap(), key, () => key]],
	'WeakSet.prototype': [() => [new WeakSet([key]), key]],
	'WeakSet.prototype.add': [() => [new WeakSet(), key]],
	'WeakRef.prototype': [() => [new WeakRef(key)]],
	'FinalizationRegistry.prototype': [],
	'ArrayBuffer.prototype.resize': [() => [new ArrayBuffer(4, { maxByteLength: 8 }), 8]],
	'ArrayBuffer.prototype': [() => [new ArrayBuffer(4), 2]],
	'SharedArrayBuffer.prototype.grow': [() => [new SharedArrayBuffer(4, { maxByteLength: 8 }), 8]],
	'DataView.prototype': [view],
	'DataView.prototype.setBigInt64': [() => [new DataView(new ArrayBuffer(16)), 0, 7n]],
	'DataView.prototype.setBigUint64': [() => [new DataView(new ArrayBuffer(16)), 0, 7n]],
	'Date.prototype': [() => [date(), 7]],
	'Promise.prototype': [() => [Promise.resolve(1), keep, keep]],
	'Intl.Collator.prototype': [() => [new Intl.Collator('en'), 'a', 'b']],
	'Intl.NumberFormat.prototype': [() => [new Intl.NumberFormat('en'), 1, 2]],
	'Intl.DateTimeFormat.prototype': [() => [new Intl.DateTimeFormat('en'), date(), date()]],
	'Intl.ListFormat.prototype': [() => [new Intl.ListFormat('en'), ['a', 'b']]],
	'Intl.RelativeTimeFormat.prototype': [() => [new Intl.RelativeTimeFormat('en'), 1, 'day']],
	'Intl.DurationFormat.prototype': [() => [new Intl.DurationFormat('en'), { hours: 1 }]],
	'Intl.PluralRules.prototype': [() => [new Intl.PluralRules('en'), 1, 2]],
	'Intl.DisplayNames.prototype': [() => [new Intl.DisplayNames('en', { type: 'region' }), 'US']],
	'Intl.Segmenter.prototype': [() => [new Intl.Segmenter('en'), 'a b']],
	'Intl.Locale.prototype': [() => [new Intl.Locale('en-US')]],
	'WebAssembly.Table.prototype': [
		() => [new WebAssembly.Table({ initial: 2, element: 'externref' }), 1, 'x'],
	],
	'WebAssembly.Memory.prototype': [() => [new WebAssembly.Memory({ initial: 1 }), 1]],
	'WebAssembly.Global.prototype': [() => [new WebAssembly.Global({ value: 'i32' }, 1)]],
	'WebAssembly.Exception.prototype': [],

	...OF_NODE,
	'': [() => ['1', 'x']],
};

/** @param {RegExp} pattern @returns {RegExp} that has gone a step already */
function stepped(pattern) {
	return Object.assign(pattern, { lastIndex: 1 });
}

function* counting() {
	yield 1;
	yield 2;
}

/** A module without anything in it. */
function wasm() {
	return new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
}
