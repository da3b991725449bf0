// Programs that put others in the place of built-ins, for better or worse: the runtime keeps its own.
import { runProgram } from './child.js';

const CALLS = `
const add = reference('values.js#add');
const echo = reference('values.js#echo');
const seen = [];
seen.push(await call(add, [1, 2]));
const many = [];
for (let i = 0; i < 200; i++) many.push(call(add, [i, i]));
for (const each of many) seen.push(await each);
const value = await call(echo, [{ list: [1, { a: 2 }], map: new Map([[1, new Set([2])]]), at: new Date(0) }]);
seen.push(value.list[1].a, value.map.get(1).has(2), value.at.getTime());
const error = new RangeError('text', { cause: { a: 1 } });
error.own = [1];
const copy = await call(echo, [error]);
seen.push(copy.name, copy.message, copy.cause.a, copy.own[0]);
await new Promise((resolve) => {
	callWithCallback(reference('callbacks.js#sum', { callback: 'node' }), [1, 2, (error, sum) => resolve(seen.push(sum))]);
});
for await (const each of generate(reference('generators.js#countAsync'), [1, 4])) seen.push(each);
seen.push(...(await call(reference('lending.js#each', { functions: [[1]] }), [[1, 2], (x) => x * 2])));
`;

const TOLD = /\(node:\d+\) \[LP8055\].*\n.*\n(\(Use `node --trace-warnings.*\n)?/g;

/** Runs all that, with built-ins replaced before the first call or after it, and prints what came. */
async function seenWith(patch, isLate = false) {
	const warm = isLate ? `await call(reference('values.js#add'), [1, 1]);` : '';
	const print = 'process.stdout.write(restored(seen));';
	const program = `const restored = JSON.stringify;\n${warm}\n${patch}\n${CALLS}\n${print}`;
	const { code, lines, errors } = await runProgram(program, { env: { LAPIDARY_THREADS: '2' } });
	// Units that mention what has been replaced are told of.
	return { code, lines, errors: errors.replace(TOLD, '') };
}

const shim = (owner, name, body) =>
	`Object.defineProperty(${owner}, '${name}', { value: ${body}, writable: true, configurable: true });`;

describe('a program that replaces built-ins gets the same results', () => {
	let plain;
	beforeAll(async () => {
		plain = await seenWith('');
		expect(plain).toMatchObject({ code: 0, errors: '' });
		expect(plain.lines[0]).toMatch(/^\[3,0,2,.*"RangeError","text",1,1,3,1,2,3,2,4\]$/);
	});

	// What a thread is started with is another library's, which has no built-ins of its own: `Object.assign` is none of these.
	const broken = [
		['Math', ['max', 'min', 'floor', 'ceil', 'imul']],
		['JSON', ['stringify', 'parse']],
		['Array', ['isArray']],
		['Array.prototype', ['filter', 'some', 'every', 'find', 'findLastIndex', 'flatMap']],
		['Array.prototype', ['includes', 'indexOf', 'slice', 'splice', 'flat', 'reduce', 'join']],
		['Object', ['keys', 'entries', 'hasOwn', 'getPrototypeOf', 'getOwnPropertyNames']],
		['Object', ['fromEntries', 'setPrototypeOf', 'getOwnPropertySymbols']],
		['Reflect', ['get', 'set', 'apply', 'ownKeys']],
	];
	test.each(broken)('%s: %j do something else', async (owner, names) => {
		const patch = names.map((name) => `${owner}.${name} = () => 'patched';`).join('\n');
		expect(await seenWith(patch)).toEqual(plain);
		expect(await seenWith(patch, true)).toEqual(plain);
	});

	test('methods that syntax and piscina call do something else while a call is made', async () => {
		const { code, lines, errors } = await runProgram(`
const echo = reference('values.js#echo');
const owners = [
	[Array.prototype, Symbol.iterator, 'push', 'shift', 'indexOf', 'map'], [Map.prototype, Symbol.iterator, 'get', 'set', 'has', 'values'],
	[Set.prototype, Symbol.iterator, 'add', 'has'], [WeakMap.prototype, 'get', 'set', 'has'], [Object, 'assign'],
	[Object.getPrototypeOf([].values()), 'next'], [globalThis, 'Set'],
];
const define = Object.defineProperty;
const places = owners.flatMap(([owner, ...keys]) => keys.map((key) => ({ owner, key, own: Object.getOwnPropertyDescriptor(owner, key) })));
const other = { value: () => 7, writable: true, configurable: true };
const values = [{ n: 1, list: [1, [2]] }, new Map([[1, {}]]), new Set([1]), Object.assign([1], { named: 1 })];
const calls = [];
for (let at = 0; at < values.length; at++) {
	for (let i = 0; i < places.length; i++) define(places[i].owner, places[i].key, other);
	try {
		calls[at] = call(echo, [values[at]]);
	} finally {
		for (let i = 0; i < places.length; i++) define(places[i].owner, places[i].key, places[i].own);
	}
}
const seen = await Promise.all(calls);
process.stdout.write(JSON.stringify([seen[0], seen[1].size, seen[2].size, seen[3].named]));`);
		expect({ code, lines, errors }).toEqual({
			...{ code: 0, errors: '' },
			lines: ['[{"n":1,"list":[1,[2]]},1,1,1]'],
		});
	});

	test.each([
		[
			'Promise.prototype.then traces',
			`const { then } = Promise.prototype;
			Promise.prototype.then = function (...args) { return then.apply(this, args); };`,
		],
		['every array has one more key', `Array.prototype.contains = function () { return false; };`],
		['every object has one more key', `Object.prototype.extra = () => 1;`],
		['shims', shim('Array.prototype', 'flat', 'function () { return [].concat(...this); }')],
	])('%s', async (_, patch) => {
		expect(await seenWith(patch)).toEqual(plain);
	});
});
