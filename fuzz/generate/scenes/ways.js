/** @import { Part } from '../tree.js' */
/** @import { Stage } from './stage.js' */
import { code } from '../tree.js';

/**
 * Ways by which an object reaches a place that changes it without the text saying so: through an instance, a closure, an iterator,
 * a promise, a collection, an event, the platform. The object is `{ n, list, bytes }`.
 */

/**
 * @typedef {object} Way
 * @property {(stage: Stage, target: string, id: string) => Part[]} text statements that change the object which `target` gives; they may use `input`
 * @property {(stage: Stage, id: string) => Part[]} [before] declarations of the top level
 * @property {readonly [module: string, name: string]} [from] what `before` and `text` import, by this name with the id behind it
 * @property {boolean} [isAsync] it awaits
 */

/** @param {Way['text']} text @param {Omit<Way, 'text'>} [more] @returns {Way} */
const way = (text, more = {}) => ({ text, ...more });

/** @type {readonly (readonly [number, Way])[]} */
const INSTANCES = [
	[
		1,
		way((_s, t, id) => code`const cell = new Cell${id}(${t});\ncell.hit();`, {
			before: (s, id) =>
				code`class Cell${id} {\nconstructor(v) {\nthis.v = v;\n}\nhit() {\nthis.v.n = ${s.num()};\n}\n}`,
		}),
	],
	[
		1,
		way((s, t, id) => code`new Cell${id}(${t}).get().n = ${s.num()};`, {
			before: (_s, id) =>
				code`class Cell${id} {\n#v;\nconstructor(v) {\nthis.#v = v;\n}\nget() {\nreturn this.#v;\n}\n}`,
		}),
	],
	[
		1,
		way((s, t, id) => code`new Cell${id}(${t}).inner.list.push(${s.num()});`, {
			before: (_s, id) =>
				code`class Cell${id} {\nconstructor(v) {\nthis.v = v;\n}\nget inner() {\nreturn this.v;\n}\n}`,
		}),
	],
	[
		0.6,
		way((s, t, id) => code`const cell = new Cell${id}();\ncell.v = ${t};\ncell.hit(${s.num()});`, {
			before: (_s, id) =>
				code`class Base${id} {\nhit(n) {\nthis.v.n = n;\n}\n}\nclass Cell${id} extends Base${id} {}`,
		}),
	],
	[0.6, way((_s, t) => code`Object.assign({ set k(one) {\none.n = 5;\n} }, { k: ${t} });`)],
	[0.6, way((s, t) => code`new Proxy(${t}, {}).n = ${s.num()};`)],
	[0.4, way((s, t) => code`Object.getPrototypeOf(Object.create(${t})).n = ${s.num()};`)],
	[0.4, way((s, t) => code`Reflect.getPrototypeOf({ __proto__: ${t} }).list.push(${s.num()});`)],
	[0.4, way((s, t) => code`Object.create(${t}).__proto__.n = ${s.num()};`)],
	[0.6, way((_s, t) => code`JSON.stringify({ toJSON() {\n${t}.n = 7;\nreturn 1;\n} });`)],
	[0.6, way((_s, t) => code`+{ valueOf: () => ((${t}.n = 8), 1) };`)],
];

/** @type {readonly (readonly [number, Way])[]} */
const CLOSURES = [
	[
		1,
		way((s, t, id) => code`const { write } = sink${id}(${t});\nwrite(${s.num()});`, {
			before: (_s, id) =>
				code`const sink${id} = (into) => ({ write: (one) => into.list.push(one) });`,
		}),
	],
	[
		1,
		way((_s, t, id) => code`const [get, hit] = pair${id}(${t});\nhit();\nget();`, {
			before: (_s, id) =>
				code`function pair${id}(kept) {\nreturn [() => kept, () => {\nkept.n += 1;\n}];\n}`,
		}),
	],
	[0.7, way((_s, t) => code`((one) => {\none.n = 4;\n}).bind(null, ${t})();`)],
	[
		0.7,
		way((_s, t, id) => code`hit${id}(1, ${t});`, {
			before: (_s, id) => code`function hit${id}() {\narguments[1].n = 3;\n}`,
		}),
	],
	[
		0.7,
		way((_s, t, id) => code`hit${id}\`a\${${t}}b\`;`, {
			before: (_s, id) => code`function hit${id}(texts, ...all) {\nall[0].list.length = 0;\n}`,
		}),
	],
	[0.7, way((s, t) => code`const held = () => ${t};\nheld().n = ${s.num()};`)],
	[
		1,
		way((_s, t, id) => code`push${id}(${t}.list, 3);`, {
			before: (_s, id) =>
				code`const push${id} = Function.prototype.call.bind(Array.prototype.push);`,
		}),
	],
	[0.7, way((_s, t) => code`try {\nthrow ${t};\n} catch (one) {\none.n = 6;\n}`)],
];

/** @type {readonly (readonly [number, Way])[]} */
const ITERATORS = [
	[
		1,
		way((_s, t, id) => code`for (const one of each${id}(${t})) one.n++;`, {
			before: (_s, id) => code`function* each${id}(one) {\nyield one;\n}`,
		}),
	],
	[
		1,
		way((s, t, id) => code`each${id}([${t}]).next().value.n = ${s.num()};`, {
			before: (_s, id) => code`function* each${id}(all) {\nyield* all;\n}`,
		}),
	],
	[1, way((s, t) => code`[${t}].values().next().value.n = ${s.num()};`)],
	[0.7, way((s, t) => code`[${t}][Symbol.iterator]().next().value.n = ${s.num()};`)],
	[
		0.7,
		way((_s, t, id) => code`const [one] = new Bag${id}(${t});\none.list.push(9);`, {
			before: (_s, id) =>
				code`class Bag${id} {\nconstructor(v) {\nthis.v = v;\n}\n*[Symbol.iterator]() {\nyield this.v;\n}\n}`,
		}),
	],
	[
		0.7,
		way((_s, t, id) => code`for await (const one of each${id}(${t})) one.n++;`, {
			before: (_s, id) => code`async function* each${id}(one) {\nyield one;\n}`,
			isAsync: true,
		}),
	],
];

/** @type {readonly (readonly [number, Way])[]} */
const PROMISES = [
	[
		1,
		way((_s, t) => code`await Promise.resolve(${t}).then((one) => {\none.n = 5;\n});`, {
			isAsync: true,
		}),
	],
	[1, way((s, t) => code`(await Promise.all([${t}]))[0].n = ${s.num()};`, { isAsync: true })],
	[
		0.7,
		way((s, t) => code`(await Promise.allSettled([${t}]))[0].value.n = ${s.num()};`, {
			isAsync: true,
		}),
	],
	[
		1,
		way((s, t, id) => code`(await same${id}(${t})).n = ${s.num()};`, {
			before: (_s, id) => code`async function same${id}(one) {\nreturn one;\n}`,
			isAsync: true,
		}),
	],
	[
		0.7,
		way((s, t) => code`(await new Promise((done) => done(${t}))).list.push(${s.num()});`, {
			isAsync: true,
		}),
	],
	[
		0.5,
		way(
			(_s, t) =>
				code`await new Promise((done) => {\nsetTimeout((one) => {\none.n = 5;\ndone();\n}, 0, ${t});\n});`,
			{ isAsync: true },
		),
	],
];

/** @type {readonly (readonly [number, Way])[]} */
const COLLECTIONS = [
	[1, way((s, t) => code`new Map([['k', ${t}]]).get('k').n = ${s.num()};`)],
	[1, way((s, t) => code`Object.fromEntries([['k', ${t}]]).k.n = ${s.num()};`)],
	[0.7, way((s, t) => code`Object.entries({ k: ${t} })[0][1].n = ${s.num()};`)],
	[1, way((s, t) => code`[${t}].reduce((all, one) => one, null).n = ${s.num()};`)],
	[0.7, way((s, t) => code`[[${t}]].flat()[0].list.push(${s.num()});`)],
	[0.7, way((s, t) => code`new WeakRef(${t}).deref().n = ${s.num()};`)],
	[
		0.7,
		way(
			(s, t) =>
				code`const held = new WeakMap();\nheld.set(held, ${t});\nheld.get(held).n = ${s.num()};`,
		),
	],
	[0.7, way((_s, t) => code`[${t}, ${t}].sort((one) => ((one.n = 2), 0));`)],
	[0.7, way((s, t) => code`[1].map(() => ({ one: ${t} }))[0].one.n = ${s.num()};`)],
	[
		0.7,
		way(
			(_s, t) =>
				code`const { k: { ...held } } = { k: { one: ${t} } };\nheld.one.list.reverse();\nheld.one.n = 1;`,
		),
	],
];

/** @type {readonly (readonly [number, Way])[]} */
const COMPUTED = [
	[1, way((_s, t) => code`const how = input > 0 ? 'push' : 'unshift';\n${t}.list[how](9);`)],
	[
		0.7,
		way((_s, t, id) => code`acts${id}[input > 1e6 ? 'no' : 'go'](${t});`, {
			before: (_s, id) => code`const acts${id} = { go: (one) => {\none.n = 5;\n}, no: () => {} };`,
		}),
	],
	[0.7, way((_s, t) => code`Reflect.get(${t}, 'list').push(1);`)],
	[0.7, way((_s, t) => code`Reflect.apply(${t}.list['pu' + 'sh'], ${t}.list, [4]);`)],
	[0.7, way((_s, t) => code`Object.getOwnPropertyDescriptor(${t}, 'list').value.push(2);`)],
];

/** @type {readonly (readonly [number, Way])[]} */
const EVENTS = [
	[
		1,
		way(
			(_s, t, id) =>
				code`const events = new Events${id}();\nevents.on('x', (one) => {\none.n = 5;\n});\nevents.emit('x', ${t});`,
			{ from: ['events', 'Events'] },
		),
	],
	[
		0.7,
		way(
			(_s, t) =>
				code`const target = new EventTarget();\ntarget.addEventListener('x', ({ detail }) => {\ndetail.list.push(5);\n});\ntarget.dispatchEvent(Object.assign(new Event('x'), { detail: ${t} }));`,
		),
	],
	[
		0.7,
		way(
			(_s, t, id) => code`for await (const one of Stream${id}.Readable.from([${t}])) one.n = 5;`,
			{
				from: ['stream', 'Stream'],
				isAsync: true,
			},
		),
	],
];

/** @type {readonly (readonly [number, Way])[]} */
const MEMORY = [
	[1, way((_s, t) => code`Atomics.store(${t}.bytes, 0, 5);`)],
	[1, way((_s, t) => code`Buffer.from('ab').copy(${t}.bytes);`)],
	[1, way((_s, t) => code`Buffer.from(${t}.bytes.buffer).write('xy');`)],
	[1, way((_s, t) => code`new DataView(${t}.bytes.buffer).setInt8(1, 7);`)],
	[1, way((_s, t) => code`new TextEncoder().encodeInto('ab', ${t}.bytes);`)],
	[0.7, way((_s, t) => code`const { buffer } = ${t}.bytes;\nnew Uint8Array(buffer, 1).fill(3);`)],
	[
		0.7,
		way(
			(_s, t, id) =>
				code`const file = Files${id}.openSync(process.execPath);\nFiles${id}.readSync(file, ${t}.bytes, 0, 2, 1);\nFiles${id}.closeSync(file);`,
			{ from: ['fs', 'Files'] },
		),
	],
];

/** By kind, so that each kind counts the same. @type {readonly (readonly [number, readonly (readonly [number, Way])[]])[]} */
export const WAYS = [
	[1, INSTANCES],
	[1, CLOSURES],
	[1, ITERATORS],
	[1, PROMISES],
	[1, COLLECTIONS],
	[0.7, COMPUTED],
	[0.5, EVENTS],
	[0.7, MEMORY],
];
