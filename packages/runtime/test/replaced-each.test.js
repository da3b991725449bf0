// Each function of the platform, replaced alone while a call is made: the runtime does not use what the program has.
import { runProgram } from './child.js';

const PROGRAM = `
const { inspect } = await import('node:util');
const define = Object.defineProperty;
const echo = reference('values.js#echo');
// Objects with names, for which each message is searched.
const rows = [{ id: 1 }, { id: 2 }, [3]];
const known = new Map([[{ key: 1 }, { value: 1 }]]);
const named = reference('by-name.js#indexOf', {}, () => ({ 'object 01 rows': rows, 'object k known': known }));

const iterators = { OfList: [], OfMap: new Map(), OfSet: new Set() };
const owners = {
	...Object.fromEntries(['Array', 'Object', 'Reflect', 'JSON', 'Math', 'String', 'Number', 'Promise', 'Symbol', 'Error', 'ArrayBuffer', 'Atomics'].map((name) => [name, globalThis[name]])),
	...Object.fromEntries(['Array', 'Object', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'String', 'Number', 'Function', 'RegExp', 'Promise', 'Date', 'Symbol'].map((name) => [name + '.prototype', globalThis[name].prototype])),
	...Object.fromEntries(Object.entries(iterators).map(([name, made]) => [name, Object.getPrototypeOf(made.values())])),
	TypedArray: Object.getPrototypeOf(Int8Array), 'TypedArray.prototype': Object.getPrototypeOf(Int8Array.prototype), globalThis,
};
const isLeftAlone = (name, key) => key === 'constructor' || (name === 'globalThis' && /^(process|Buffer|global|globalThis|eval)$/.test(String(key)));
const places = Object.entries(owners).flatMap(([name, owner]) =>
	Reflect.ownKeys(owner).flatMap((key) => {
		const own = Object.getOwnPropertyDescriptor(owner, key);
		const isIt = own.configurable && typeof own.value === 'function' && !isLeftAlone(name, key);
		return isIt ? { text: name + '.' + String(key), owner, key, own } : [];
	}),
);

const cycle = () => { const made = {}; return Object.assign(made, { made }); };
const makers = {
	number: () => 3, object: () => ({ n: 1, list: [1, { m: 2 }] }), map: () => new Map([['a', { z: 1 }]]), set: () => new Set([1, {}]),
	named: () => Object.assign([1, 2], { named: 1 }), error: () => Object.assign(new RangeError('given', { cause: { a: 1 } }), { own: [1], stack: 'S' }),
	doubles: () => new Float64Array(3), view: () => new Uint8Array(new ArrayBuffer(8), 2, 3), date: () => new Date(5), pattern: () => Object.assign(/a/g, { lastIndex: 2 }),
	symbolKey: () => ({ [Symbol.iterator]: 1, a: 1 }), hidden: () => define({ a: 1 }, 'h', { value: 2 }), url: () => new URL('http://a/b?c=1'),
	buffer: () => Buffer.from('abc'), primitives: () => ({ a: 1n, b: undefined, c: null, d: NaN }), long: () => Array.from({ length: 100 }, (_, i) => ({ i })),
	sparse: () => Object.assign([1], { 5: 2 }), cycle, builtIn: () => Math.max, noPrototype: () => Object.assign(Object.create(null), { a: 1 }),
	accessor: () => ({ get a() { return 1; } }), frozen: () => Object.freeze({ a: [1] }),
};
const replacements = { throws: () => { throw new Error('replaced'); }, 'gives 7': () => 7 };

const show = (promise) => promise.then((value) => inspect(value, { depth: 5, showHidden: true }), (error) => String(error));
const others = [];
let calls = 0;
const callOf = (kind, value) => (kind === 'named object' ? call(named, [value]) : call(echo, [value]));
makers['named object'] = () => [rows[1], { id: 2 }, rows[2]];
for (const [kind, make] of Object.entries(makers)) {
	const plain = await show(callOf(kind, make()));
	const made = [];
	for (const [how, value] of Object.entries(replacements)) {
		for (const { text, owner, key, own } of places) {
			const given = make();
			let running;
			define(owner, key, { ...own, value });
			try {
				running = callOf(kind, given);
			} catch (error) {
				running = error;
			}
			define(owner, key, own);
			made.push({ what: kind + ': ' + text + ' ' + how, running: running instanceof Promise ? show(running) : show(Promise.reject(running)) });
		}
	}
	for (const { what, running } of made) if ((await running) !== plain) others.push(what + ': ' + (await running));
	calls += made.length;
}
process.stdout.write([calls, ...others].join('\\n'));`;

test('a call is the same whichever function of the platform the program has replaced while it makes the call', async () => {
	const { code, lines } = await runProgram(PROGRAM, { env: { LAPIDARY_THREADS: '1' } });
	const [calls, ...others] = lines;
	expect({ code, others }).toEqual({ code: 0, others: [] });
	// 23 kinds of values, each with every function replaced in two ways.
	expect(Number(calls)).toBeGreaterThan(10_000);
}, 60_000);
