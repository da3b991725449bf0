/** @import { Part } from '../tree.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, lines, sequence, statement } from '../tree.js';
import { statements } from '../statements.js';

/**
 * Units that are given an object of the module, or of their caller's, and return or throw another one that it leads to, which they do not name: the
 * host looks whether that is the object itself.
 */

/**
 * Objects of which one leads to another.
 *
 * @typedef {object} Graph
 * @property {Part[]} setup declares them
 * @property {readonly string[]} names that it declares
 * @property {boolean} [hasClass] instances of a class that only a function has do not cross
 * @property {string} start expression that is given
 * @property {string} end where it leads
 * @property {readonly string[]} steps expressions on `given` that lead there; they may use `key`
 * @property {string} [key] what is given as second argument; default: nothing
 * @property {readonly string[]} [tests] on `held` beside a comparison with `end`
 * @property {readonly string[]} [changes] statements of the host
 */

/** @param {string} id @param {readonly string[]} stems @returns {string[]} */
const named = (id, ...stems) => stems.map((stem) => `${stem}${id}`);

/** @type {readonly (readonly [number, (stage: Stage, id: string) => Graph])[]} */
const GRAPHS = [
	[
		2,
		(stage, id) => {
			const [first = '', last = ''] = named(id, 'first', 'last');
			return {
				setup: code`const ${last} = { n: ${stage.num()} };\nconst ${first} = { n: 1, next: ${last} };`,
				names: [first, last],
				start: first,
				end: last,
				steps: ['given.next', `given['next']`, 'given?.next ?? null', 'given[key]'],
				key: `'next'`,
				changes: [`${first}.n = 5;`, `${last}.n++;`],
			};
		},
	],
	[
		2,
		(stage, id) => {
			const [rows = ''] = named(id, 'rows');
			return {
				setup: code`const ${rows} = [{ n: ${stage.num()} }, { n: 7 }, { n: 2 }];`,
				names: [rows],
				start: rows,
				end: `${rows}[1]`,
				steps: [
					'given[1]',
					'given.at(1)',
					'given.find((one) => one.n === 7)',
					'given.filter((one) => one.n === 7)[0]',
					'given.reduce((best, one) => (one.n === 7 ? one : best))',
					'given.slice(1)[0]',
					'[...given].reverse()[1]',
					'given[key]',
				],
				key: '1',
				tests: [`${rows}.indexOf(held)`, `${rows}.includes(held)`, `new Set(${rows}).has(held)`],
				changes: [`${rows}.push({ n: 3 });`, `${rows}[1].n = 7;`],
			};
		},
	],
	[
		1.5,
		(stage, id) => {
			const [table = '', one = ''] = named(id, 'table', 'one');
			return {
				setup: code`const ${one} = { n: ${stage.num()} };\nconst ${table} = new Map([['a', ${one}], ['b', { n: 2 }]]);`,
				names: [table, one],
				start: table,
				end: one,
				steps: [
					`given.get('a')`,
					'given.get(key)',
					'[...given.values()][0]',
					'Object.fromEntries(given).a',
				],
				key: `'a'`,
				tests: [`${table}.get('a') === held`],
				changes: [`${table}.set('c', { n: 1 });`],
			};
		},
	],
	[
		1.5,
		(stage, id) => {
			const [key = '', table = '', one = ''] = named(id, 'key', 'table', 'one');
			return {
				setup: code`const ${key} = { n: 1 };\nconst ${one} = { n: ${stage.num()} };\nconst ${table} = new Map([[${key}, ${one}]]);`,
				names: [key, table, one],
				start: table,
				end: one,
				steps: ['given.get(key)', 'given.get(key) ?? null'],
				key,
				tests: [`[...${table}.values()].indexOf(held)`],
			};
		},
	],
	[
		1.5,
		(stage, id) => {
			const [off = '', lit = ''] = named(id, 'off', 'lit');
			return {
				setup: code`class State${id} {\nconstructor(n) {\nthis.n = n;\nthis.on = {};\n}\nwhen(event, state) {\nthis.on[event] = state;\nreturn this;\n}\n}\nconst ${off} = new State${id}(${stage.num()});\nconst ${lit} = new State${id}(1).when('tap', ${off});\n${off}.when('tap', ${lit});`,
				names: [off, lit],
				hasClass: true,
				start: off,
				end: lit,
				steps: ['given.on.tap', 'given.on[key]', '(given.on[key] ?? given)'],
				key: `'tap'`,
				tests: [`held === ${lit}.on.tap.on.tap`, `[${off}, ${lit}].indexOf(held)`],
				changes: [`${lit}.n = 3;`],
			};
		},
	],
	[
		1,
		(stage, id) => {
			const [tree = ''] = named(id, 'tree');
			return {
				setup: code`const ${tree} = { n: 0, kids: [{ n: 1, kids: [] }, { n: ${stage.num()}, kids: [{ n: 9, kids: [] }] }] };${stage.random.chance(0.4) ? `\nfor (const kid of ${tree}.kids) kid.parent = ${tree};` : ''}`,
				names: [tree],
				start: tree,
				end: `${tree}.kids[1]`,
				steps: [
					'given.kids[1]',
					'given.kids[key]',
					'given.kids.find((one) => one.kids.length > 0)',
				],
				key: '1',
				tests: [`${tree}.kids.indexOf(held)`],
			};
		},
	],
	[
		1,
		(stage, id) => {
			const [make = '', one = '', all = ''] = named(id, 'make', 'one', 'all');
			return {
				setup: code`const ${all} = new Set();\nfunction ${make}(n, next) {\nconst made = { n, next };\n${all}.add(made);\nreturn made;\n}\nconst ${one} = ${make}(${stage.num()}, ${make}(2, null));`,
				names: [one, all],
				start: one,
				end: `${one}.next`,
				steps: ['given.next', 'given[key]'],
				key: `'next'`,
				tests: [`${all}.has(held)`, `[...${all}].indexOf(held)`],
			};
		},
	],
	[
		1,
		(stage, id) => {
			const [shape = ''] = named(id, 'Shape');
			return {
				setup: code`class ${shape} {\nstatic A = new ${shape}('a');\nstatic B = new ${shape}(${stage.num()});\nstatic all = [${shape}.A, ${shape}.B];\nconstructor(n) {\nthis.n = n;\n}\n}`,
				names: [shape],
				hasClass: true,
				start: `${shape}.all`,
				end: `${shape}.B`,
				steps: ['given[1]', 'given.at(-1)', 'given[key]'],
				key: '1',
				tests: [
					`${shape}.all.indexOf(held)`,
					`(() => {\nswitch (held) {\ncase ${shape}.A:\nreturn 'A';\ncase ${shape}.B:\nreturn 'B';\n}\nreturn 'none';\n})()`,
				],
			};
		},
	],
];

/** What the start is within when it is given. @type {readonly (readonly [number, { wrap: (object: string) => string, open: string }])[]} */
const WRAPS = [
	[4, { wrap: (object) => object, open: 'from' }],
	[1, { wrap: (object) => `{ k: ${object}, n: 1 }`, open: 'from.k' }],
	[1, { wrap: (object) => `[null, ${object}]`, open: 'from[1]' }],
	[0.7, { wrap: (object) => `new Map([['k', ${object}]])`, open: `from.get('k')` }],
];

/** How a unit goes there; `STEP` is an expression on `given`. @type {readonly (readonly [number, string])[]} */
const WAYS = [
	[4, 'return [STEP];'],
	[1, 'const held = STEP;\nreturn [held];'],
	[1, 'let held = null;\nfor (let n = 0; n < 2; n++) held ??= STEP;\nreturn [held];'],
	[1, 'const own = { list: [] };\nown.list.push(STEP);\nreturn own.list;'],
	[1, 'return Promise.all([STEP]);'],
	[1, 'return [await Promise.resolve(given).then((given) => STEP)];'],
	[1, 'const go = (given) => STEP;\nreturn [go(given)];'],
	[1, 'try {\nthrow STEP;\n} catch (thrown) {\nreturn [thrown];\n}'],
	[0.5, 'given.seen = 1;\nreturn [STEP];'],
	[1, 'return [{ held: STEP, n: 1 }, 2].map((one) => one.held ?? one);'],
	[1, 'return [].concat(STEP, [[1]]);'],
	[0.7, 'return Array.from({ length: 1 }, () => STEP);'],
	[0.7, 'return new Set([STEP, 1]);'],
	[0.7, 'return Object.values({ held: STEP });'],
	[1, 'throw [STEP];'],
	[0.7, `throw Object.assign(new RangeError('led'), { [Symbol.iterator]: null, held: STEP });`],
];

/** How a unit gets what it is given; its body uses `from` and `key`. @type {readonly (readonly [number, (unit: string) => { head: string, tail?: string, call: (from: string, key: string) => string }])[]} */
const UNITS = [
	[
		5,
		(unit) => ({
			head: `async function ${unit}(input, from, key) {`,
			call: (from, key) => `${unit}(input, ${from}, ${key})`,
		}),
	],
	[
		1,
		(unit) => ({
			head: `async function ${unit}(input, { from, of: [key] = [] }) {`,
			call: (from, key) => `${unit}(input, { from: ${from}, of: [${key}] })`,
		}),
	],
	[
		1,
		(unit) => ({
			head: `async function ${unit}(input, ...[key, from]) {`,
			call: (from, key) => `${unit}(input, ${key}, ${from})`,
		}),
	],
	[
		1,
		(unit) => ({
			head: `const ${unit} = { n: 1, async walk(input, from, key) {`,
			tail: '} };',
			call: (from, key) => `${unit}.walk(input, ${from}, ${key})`,
		}),
	],
	[
		1,
		(unit) => ({
			head: `const ${unit} = [async (from, key, input = 1) => {`,
			tail: '}];',
			call: (from, key) => `${unit}[0](${from}, ${key})`,
		}),
	],
	[
		1,
		(unit) => ({
			head: `class ${unit} {\nconstructor(from) {\nthis.from = from;\n}\nasync walk(input, key) {`,
			tail: '}\n}',
			call: (from, key) => `new ${unit}(${from}).walk(input, ${key})`,
		}),
	],
];

/** How the host waits for the result. @type {readonly (readonly [number, (call: string) => string])[]} */
const WAITS = [
	[5, (call) => `await ${call}`],
	[1, (call) => `(await Promise.all([${call}, 1]))[0]`],
	[1, (call) => `(await Promise.allSettled([${call}])).map((one) => one.value ?? one.reason)[0]`],
	[1, (call) => `await ${call}.then((held) => held)`],
];

/** How a unit that changes an argument, or gets what cannot cross, is refused. */
const REFUSED = ['LP3001', 'LP8001', 'LP8005', 'LP8009', 'LP8014', 'LP8015'];

/** @param {Stage} stage @returns {Scene} */
export function led(stage) {
	const { random, plan } = stage;
	const id = String(++plan.serial);
	const unit = stage.name('score');
	const host = stage.name('check');
	stage.mayRefuse(...REFUSED);
	stage.mayWarn('LP3011');
	// Only the file of the unit is looked at: it makes the objects, and compares them.
	const isElsewhere = random.chance(0.3);
	const own = isElsewhere ? stage.elsewhere() : stage;
	const graph = random.weighted(GRAPHS)(own, id);
	const { wrap, open } = random.weighted(WRAPS);
	const { head, tail = '}', call } = random.weighted(UNITS)(unit);
	// What no constant of the module has is an object of the caller's as well.
	const isLocal = random.chance(0.3) && graph.hasClass !== true;
	const step = random.pick(graph.steps);
	if (!isLocal)
		for (const one of graph.names) own.setting.scope.declare({ name: one, isForHost: true });
	const way = random.weighted(WAYS).replaceAll('STEP', () => step);
	const given = /^class/.test(head) ? open.replace('from', 'this.from') : open;
	const made = call(wrap(graph.start), graph.key ?? 'null');
	// Of an error that the unit throws, the property is looked at.
	const caught = way.startsWith('throw')
		? `${made}.catch((thrown) => (Array.isArray(thrown) ? thrown : [thrown.held]))`
		: made;
	const waited = random.weighted(WAITS)(caught);
	const before = lines(random.chance(0.3) ? statements(own.inUnit({}), 1) : []);
	const text = [
		...(isLocal ? [] : [statement(graph.setup)]),
		statement(code`${head}\n'use cpu_bound';\n${before}\nconst given = ${given};\n${way}\n${tail}`),
		own.host(host, [...(isLocal ? [...graph.setup, '\n'] : []), ...looks(stage, graph, waited)]),
	];
	const files = isElsewhere ? [stage.file(`graph${id}`, [...text, stage.exported([host])])] : [];
	return {
		files,
		statements: isElsewhere ? [stage.imports([host], `graph${id}`)] : text,
		name: host,
		callables: [stage.callable(host)],
	};
}

/**
 * @param {Stage} stage
 * @param {Graph} graph
 * @param {string} call of the unit, awaited
 * @returns {Part[]} statements of the host
 */
function looks({ random }, { end, tests = [], changes = [] }, call) {
	const test = random.pick([
		`held === ${end}`,
		`held === ${end}`,
		`${end} !== held`,
		`Object.is(held, ${end})`,
		`[${end}].includes(held)`,
		...tests,
	]);
	const change = changes.length > 0 && random.chance(0.2) ? random.pick(changes) : '';
	const again = random.chance(0.4) ? code`${change}\n[held] = ${call};\nall.push(${test});\n` : [];
	return code`const all = [];\nlet [held] = ${call};\nall.push(${test}, held?.n);\n${sequence(again)}return all;`;
}
