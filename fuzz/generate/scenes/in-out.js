/** @import { Scene, Stage } from './stage.js' */
import { code, lines, list, statement } from '../tree.js';

/**
 * Units that change what they are given, or called on: at any depth, by helpers, closures and methods, before they throw, at the same time as
 * others that get the same objects. The caller looks at all of it, and at what is the same object.
 */

/** What there is to change. */
const MADE = `{\nlist: [3, 1, 2],\nitem: { n: 1, tag: 'a' },\nmap: new Map([['k', 1]]),\nset: new Set([1]),\nbytes: new Uint8Array(new ArrayBuffer(12), 2, 6),\nview: null,\nwhen: new Date(0),\nerror: new RangeError('early'),\n}`;

/** Of `data`, with a number `input`. @type {readonly (readonly [number, string])[]} */
const CHANGES = [
	[2, `data.list.push(input);`],
	[1, `data.list.sort();`],
	[1, `data.list.unshift(data.item);`],
	[0.5, `delete data.list[1];`],
	[0.5, `data.list.length = 1;`],
	[0.5, `data.list.splice(1, 1, 'x', [input]);`],
	[1, `data.list = data.list.map(String);`],
	[2, `data.item.n += input;`],
	[1, `delete data.item.n;\ndata.item.n = input;`],
	[1, `data.item.next = { n: input, back: data.item };`],
	[1, `data.item = { ...data.item, fresh: true };`],
	[1, `data.map.set('a', data.item);`],
	[0.5, `data.map.delete('k');`],
	[0.5, `data.map.set('k', data.list).set(data.item, input);`],
	[1, `data.set.add(data.item).add(input);`],
	[0.5, `data.set.delete(1);`],
	[1, `data.bytes[1] = input;\ndata.view[3] = 9;`],
	[0.5, `data.bytes.set([7, 8], 4);`],
	[0.5, `data.when.setTime(input);`],
	[0.5, `data.self = data;`],
	[0.5, `Object.assign(data.item, { extra: undefined, '1': input });`],
	[0.5, `for (const key in data.item) if (key !== 'n') delete data.item[key];`],
	[1, `touch(data.item);`],
	[0.5, `{\nconst add = (one) => data.list.push(one);\nadd(input);\nadd(data);\n}`],
	[0.5, `new Marker(data.item).mark();`],
	[0.5, `[data.list[0], data.list[1]] = [data.list[1], data.list[0]];`],
	[0.3, `data.list.name = 'named';`],
	[0.5, `for (const one of arguments) if (one?.list) one.list.push(4);`],
	[
		0.5,
		`Object.defineProperty(data.item, 'aside', { value: input, configurable: true, writable: true });`,
	],
	[0.5, `new Uint16Array(data.bytes.buffer, 4).fill(input, 1);`],
	[0.5, `data.error.message += input;\ndata.error.code = input;`],
	[0.5, `{\nconst { item, ...rest } = data;\nitem.m = input;\nrest.list.pop();\n}`],
	[0.3, `[data.item, data.list[0]].forEach((one) => Object(one).n++);`],
];

/** What the unit gives. @type {readonly (readonly [number, string])[]} */
const RESULTS = [
	[2, `return data.item;`],
	[1, `return data;`],
	[1, `return data.list.length;`],
	[1, `return [data.list, { made: input, of: data.item }];`],
	[1, ``],
	[
		1,
		`if (input > 1) throw Object.assign(new RangeError('late'), { item: data.item });\nreturn null;`,
	],
	[0.5, `throw data.item.n;`],
];

/** How the caller waits. @type {readonly (readonly [number, (unit: string, reads: string) => string])[]} */
const CALLS = [
	[3, (unit) => `found.push(await ${unit}(data, 1));`],
	[1, (unit) => `for (const one of [1, 2]) found.push(await ${unit}(data, one));`],
	[
		2,
		(unit, reads) =>
			`found.push(...(await Promise.allSettled([${unit}(data, 1), ${reads}(data), ${unit}(data, 2), ${reads}({ of: data.item })])).map((one) => one.value ?? String(one.reason)));`,
	],
	[1, (unit) => `await ${unit}(data, 2).then((one) => found.push(one));`],
	[
		1,
		(unit) =>
			`found.push(...(await Promise.all([data, other].map(async (one) => [await ${unit}(one, 1), one.item.n]))));`,
	],
	[
		0.5,
		(unit) =>
			`try {\nfound.push(await ${unit}(data, 2));\n} finally {\nfound.push(data.list.length);\n}`,
	],
	[0.5, (unit) => `found.push([data.list.length, await ${unit}(data, 1), data.item.n]);`],
	[0.5, (unit) => `for await (const one of [${unit}(data, 1), ${unit}(data, 2)]) found.push(one);`],
	[0.5, (unit) => `found.push(await Promise.race([${unit}(data, 1)]));`],
	[0.5, (unit) => `{\nconst alias = ${unit};\nfound.push(await alias(data, 1));\n}`],
	[
		0.5,
		(unit) =>
			`{\nconst later = async () => [await ${unit}(data, 1), data.list.length];\nfound.push(await later());\n}`,
	],
	[
		0.5,
		(unit) =>
			`{\nconst all = [1, 2].map((one) => ${unit}(data, one));\nfound.push(...(await Promise.all(all)));\n}`,
	],
	[
		0.7,
		(unit) =>
			`{\nconst promise = ${unit}(data, 1);\nfound.push(data.list.length, await promise);\n}`,
	],
];

/** Code of the caller's that runs while a call does, and may look at what that changes; `peek` and the others are made before. @type {readonly (readonly [number, string])[]} */
const MEANWHILE = [
	[1, `found.push(data.list.length);`],
	[1, 'found.push(`${data.item.n}`);'],
	[1, `found.push(look());`],
	[3, `found.push(peek.n);`],
	[1, `peek.n = found.length;`],
	[1, `found.push(String(text));`],
	[1, `found.push(text + 1);`],
	[1, `found.push(...steps);`],
	[1, `for (const one of steps) found.push(one);`],
	[1, `found.push(JSON.stringify({ box: [data.item, data.list] }));`],
	[1, `found.push(table['look'](data));`],
	[1, `found.push(seen.get('look')());`],
	[1, `found.push(both(other, data));`],
	[1, `found.push(new Looker(data).n);`],
	[1, `found.push('n' in data.item);`],
	[1, `{\nconst { length } = data.list;\nfound.push(length);\n}`],
	[1, `found.push({ ...data.item }.n);`],
	[1, `found.push([data].map((one) => one.item.n)[0]);`],
	[1, `if (data.list.length > 3) found.push('long');`],
	[1, `try {\nthrow data.item.n;\n} catch (n) {\nfound.push(n);\n}`],
	[1, `found.push(Object.keys(data.item).join());`],
	[1, `found.push(Object.is(data.list[0], 3) ? data.item.n : 'other');`],
	[1, `[look, () => 0].forEach((one) => found.push(one()));`],
	[1, `found.push(look.call(null), look.bind(null)());`],
	[2, `found.push(other.list.length, found.length);`],
	[1, `other.list.push(found.length);`],
	[1, `found.push(JSON.stringify(box.held));`],
	[1, `found.push(again.item.n);`],
	[1, `found.push(kept.get('k').item.n);`],
	[1, `found.push(iterator.next().value);`],
	[1, `found.push(joined());`],
	[1, `found.push(box.held[0].list.length);`],
];

/** How a call runs beside such code. @type {readonly (readonly [number, (unit: string, meanwhile: string) => string])[]} */
const BESIDE = [
	[6, (unit, code_) => `const begun = ${unit}(data, 1);\n${code_}\nfound.push(await begun);`],
	[
		1,
		(unit, code_) =>
			`const later = async () => {\nfound.push(await ${unit}(data, 1));\n};\nconst begun = later();\n${code_}\nawait begun;`,
	],
	[
		1,
		(unit, code_) =>
			`const all = [];\nfor (const by of [1, 2]) {\nall.push(${unit}(data, by));\n${code_}\n}\nfound.push(...(await Promise.all(all)));`,
	],
	[
		1,
		(unit, code_) =>
			`const service = {\nasync go() {\nreturn ${unit}(data, 1);\n},\n};\nconst begun = service.go();\n${code_}\nfound.push(await begun);`,
	],
	[
		1,
		(unit, code_) =>
			`const run = async (task) => {\nconst begun = task();\n${code_}\nreturn begun;\n};\nfound.push(await run(() => ${unit}(data, 1)));`,
	],
	[
		1,
		(unit, code_) =>
			`found.push(...(await Promise.all([${unit}(data, 1), (async () => {\n${code_}\n})()])));`,
	],
	[
		1,
		(unit, code_) =>
			`const starter = new (class {\nconstructor(one) {\nthis.begun = ${unit}(one, 1);\n}\n})(data);\n${code_}\nfound.push(await starter.begun);`,
	],
	[
		1,
		(unit, code_) =>
			`const holder = {\nset item(one) {\nthis.begun = ${unit}(one, 1);\n},\n};\nholder.item = data;\n${code_}\nfound.push(await holder.begun);`,
	],
	[
		1,
		(unit, code_) =>
			`const curried = (one) => (by) => ${unit}(one, by);\nconst begun = curried(data)(1);\n${code_}\nfound.push(await begun);`,
	],
	[
		1,
		(unit, code_) =>
			`const units = { alter: ${unit} };\nconst begun = units['alter'](data, 1);\n${code_}\nfound.push(await begun);`,
	],
	[
		1,
		(unit, code_) =>
			`const apply = (f, ...args) => f(...args);\nconst begun = apply(${unit}, data, 1);\n${code_}\nfound.push(await begun);`,
	],
	[
		1,
		(unit, code_) =>
			`const handlers = [];\nhandlers.push((one) => ${unit}(one, 1));\nconst [begun] = handlers.map((one) => one(data));\n${code_}\nfound.push(await begun);`,
	],
	[
		1,
		(unit, code_) =>
			`const deep = async (depth) => {\nif (depth === 0) return ${unit}(data, 1);\nconst begun = deep(depth - 1);\n${code_}\nreturn begun;\n};\nfound.push(await deep(1));`,
	],
	[
		2,
		(unit, code_) =>
			`try {\nconst begun = ${unit}(data, 1);\nfound.missing.deep;\nawait begun;\n} catch {\n${code_}\n}`,
	],
	[
		0.5,
		(unit, code_) =>
			`let begun;\ntry {\nbegun = ${unit}(data, 1);\n${code_}\n} finally {\nfound.push(await begun);\n}`,
	],
];

/** What code beside a call calls, reads and iterates over. */
const ASIDE =
	"const look = () => data.item.n;\nconst both = (one, two) => [one.item.n, two.item.n].join();\nconst table = { look: (one) => one.list.length };\nconst box = { held: [data] };\nconst again = data;\nconst kept = new Map([['k', data]]);\nconst iterator = data.list.values();\nconst joined = data.list.join.bind(data.list);\nconst seen = new Map([['look', look]]);\nconst text = {\ntoString: () => String(data.list.length),\n};\nconst peek = {\nget n() {\nreturn data.item.n;\n},\nset n(n) {\nfound.push(n, data.item.n);\n},\n};\nconst steps = {\n*[Symbol.iterator]() {\nyield data.item.n;\nyield data.list.length;\n},\n};\nclass Looker {\nconstructor(one) {\nthis.n = one.item.n;\n}\n}";

/** What the caller looks at. */
const LOOKS = [
	'data',
	'other',
	'found',
	'data.list === before.list',
	'data.item === before.item',
	'before',
	'found.map((one) => one === before.item || one === data)',
	'data.set.has(before.item)',
	"data.map.get('a') === before.item",
	'Object.keys(before.item).join()',
	'[...data.bytes].join()',
	'data.view.join()',
	'Object.getOwnPropertyNames(before.item).join()',
	'String(before.error)',
	'before.error.code',
];

/** @param {Stage} stage @returns {Scene} */
export function changedArguments(stage) {
	const { random } = stage;
	// A function that hands the promise on stands in a list beside another call.
	stage.mayRefuse('LP5023');
	// A hidden property does not follow, and the call says so.
	stage.mayRefuse('LP8060');
	const unit = stage.name('alter');
	const reads = stage.name('reads');
	const name = stage.name('check');
	const [touch, marker] = [stage.name('touch'), stage.name('Marker')];
	const shared = random.chance(0.3) ? stage.name('data') : null;
	// Which properties it writes is known of a unit that does little.
	const isSmall = random.chance(0.3);
	const changes = Array.from({ length: isSmall ? 1 : 1 + random.int(5) }, () =>
		(isSmall ? 'data.item.n += input;' : random.weighted(CHANGES))
			.replace('touch(', `${touch}(`)
			.replace('Marker(', `${marker}(`),
	);
	const body = lines([...changes, random.weighted(RESULTS)]);
	const isMethod = random.chance(0.25);
	const helpers = [
		`const ${touch} = (one) => {\none.touched = (one.touched ?? 0) + 1;\n};`,
		`class ${marker} {\nconstructor(one) {\nthis.one = one;\n}\nmark() {\nthis.one.marked = true;\n}\n}`,
	];
	const made = code`function make${name}() {\nconst data = ${MADE};\ndata.view = new Uint8Array(data.bytes.buffer);\nreturn data;\n}`;
	const own = isMethod
		? [
				code`class Holder${unit} {\nconstructor(data) {\nObject.assign(this, data);\n}\nasync alter(input) {\n'use cpu_bound';\nconst data = this;\n${body}\n}\n}`,
				code`const ${unit} = (data, input) => Object.getPrototypeOf(data) === Object.prototype ? alter${unit}(data, input) : data.alter(input);`,
				code`async function alter${unit}(data, input) {\n'use cpu_bound';\n${body}\n}`,
			]
		: [code`async function ${unit}(data, input) {\n'use cpu_bound';\n${body}\n}`];
	const first = isMethod ? `new Holder${unit}(make${name}())` : `make${name}()`;
	const calls = Array.from({ length: 1 + random.int(2) }, () =>
		random.weighted(CALLS)(unit, reads),
	);
	const isBeside = random.chance(0.5);
	if (isBeside) {
		const meanwhile = Array.from({ length: 1 + random.int(2) }, () => random.weighted(MEANWHILE));
		calls.push(`{\n${random.weighted(BESIDE)(unit, meanwhile.join('\n'))}\n}`);
	}
	const looks = LOOKS.filter(() => random.chance(0.7));
	const state = shared ? [statement(code`const ${shared} = make${name}();`)] : [];
	const readsState = shared ? `, ${shared}.list.length, ${shared}.item.n` : '';
	return {
		statements: [
			...helpers.map((text) => statement(code`${text}`)),
			statement(made),
			...state,
			...own.map((text) => statement(text)),
			statement(
				code`async function ${reads}(data) {\n'use cpu_bound';\nreturn [JSON.stringify(Object.keys(data)), data.list?.length, data.item?.n, data.of?.n${readsState}];\n}`,
			),
			stage.host(
				name,
				code`const data = ${shared ?? first};\nconst other = make${name}();\nconst before = { ...data };\nconst found = [];\n${isBeside ? ASIDE : ''}\ntry {\n${calls.join('\n')}\n} catch (error) {\nif (error?.code === 'LP8060') throw error;\nfound.push(String(error), error?.item === before.item);\n}\nfound.push(await ${reads}(data));\nreturn [${list(looks)}];`,
			),
		],
		name,
		callables: [stage.callable(name)],
	};
}
