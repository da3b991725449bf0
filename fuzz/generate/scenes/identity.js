/** @import { Part, Tree } from '../tree.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, statement } from '../tree.js';

/**
 * Objects of the module that are compared with what crosses: sentinels, members of lists, keys of tables.
 */

/**
 * @typedef {object} Known
 * @property {Part[]} setup declares an object of the module
 * @property {string} object
 * @property {string} test an expression on `held`
 * @property {string} [result] what a unit returns of it; without it, the object itself
 */

/** @type {readonly (readonly [number, (stage: Stage, id: string) => Known])[]} */
const KNOWN = [
	[
		2,
		(_stage, id) => ({
			setup: code`const None${id} = Object.freeze({});`,
			object: `None${id}`,
			test: `held === None${id}`,
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: code`const none${id} = { n: ${stage.num()} };`,
			object: `none${id}`,
			test: `Object.is(held, none${id})`,
		}),
	],
	[
		1.5,
		(stage, id) => ({
			setup: code`const key${id} = { n: ${stage.num()} };\nconst known${id} = new Set([key${id}]);`,
			object: `key${id}`,
			test: `known${id}.has(held)`,
		}),
	],
	[
		1.5,
		(stage, id) => ({
			setup: code`const rows${id} = [{ n: ${stage.num()} }, { n: ${stage.num()} }];`,
			object: `rows${id}[1]`,
			test: stage.random.pick([
				`rows${id}.indexOf(held)`,
				`rows${id}.includes(held)`,
				`rows${id}.findIndex((one) => one === held)`,
			]),
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: code`const key${id} = { n: 1 };\nconst table${id} = new Map([[key${id}, ${stage.num()}]]);`,
			object: `key${id}`,
			test: `table${id}.get(held)`,
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: code`const key${id} = { n: 1 };\nconst weak${id} = new WeakMap();\nweak${id}.set(key${id}, ${stage.num()});`,
			object: `key${id}`,
			test: `weak${id}.get(held)`,
		}),
	],
	[
		1,
		(_stage, id) => ({
			setup: code`const tag${id} = Symbol('tag');`,
			object: `tag${id}`,
			test: `held === tag${id}`,
		}),
	],
	[
		1.5,
		(_stage, id) => ({
			setup: code`const Shape${id} = Object.freeze({ A: Object.freeze({ n: 'a' }), B: Object.freeze({ n: 'b' }) });`,
			object: `Shape${id}.B`,
			test: `(() => {\nswitch (held) {\ncase Shape${id}.A:\nreturn 'A';\ncase Shape${id}.B:\nreturn 'B';\n}\nreturn 'none';\n})()`,
		}),
	],
	[
		1,
		(_stage, id) => ({
			setup: code`class One${id} {\nstatic NONE = new One${id}();\n}`,
			object: `One${id}.NONE`,
			test: `held === One${id}.NONE`,
		}),
	],
	[
		0.7,
		(_stage, id) => ({
			setup: code`class Kind${id} {}`,
			object: `Kind${id}`,
			test: `held === Kind${id}`,
		}),
	],
	[
		0.7,
		(_stage, id) => ({
			setup: code`const list${id} = [1];`,
			object: `list${id}`,
			test: `held === list${id}`,
		}),
	],
];

/** How what makes an object records it: the collection, how that is filled, and how it is asked. @type {readonly (readonly [made: string, put: string, asked: string])[]} */
const RECORDS = [
	['new Set()', 'ALL.add(made)', 'ALL.has(held)'],
	['new WeakSet()', 'ALL.add(made)', 'ALL.has(held)'],
	['new WeakMap()', 'ALL.set(made, made.n)', 'ALL.get(held)'],
	['new Map()', 'ALL.set(made.n, made)', 'ALL.get(held?.n) === held'],
	['[]', 'ALL.push(made)', 'ALL.indexOf(held)'],
];

/** Objects that functions, constructors and static methods record while they make them, and parts of instances. @type {typeof KNOWN} */
const RECORDED = [
	[
		2,
		(stage, id) => {
			const [made, put, asked] = stage.random.pick(RECORDS);
			const all = `all${id}`;
			const make = `(n) => {\nconst made = { n };\n${put.replace('ALL', all)};\nreturn made;\n}`;
			return {
				setup: code`const ${all} = ${made};\nconst make${id} = ${make};\nconst key${id} = make${id}(${stage.num()});\nmake${id}(0);`,
				object: `key${id}`,
				test: asked.replace('ALL', all),
			};
		},
	],
	[
		1,
		(stage, id) => {
			const [made, put, asked] = stage.random.pick(RECORDS);
			const all = `Unit${id}.#all`;
			return {
				setup: code`class Unit${id} {\nstatic #all = ${made};\nconstructor(n) {\nthis.n = n;\n}\nstatic make(n) {\nconst made = new Unit${id}(n);\n${put.replace('ALL', all)};\nreturn made;\n}\nstatic ask(held) {\nreturn ${asked.replace('ALL', all)};\n}\n}\nconst key${id} = Unit${id}.make(${stage.num()});`,
				object: `key${id}`,
				test: `Unit${id}.ask(held)`,
			};
		},
	],
	[
		1,
		(stage, id) => {
			const part = stage.random.pick(['#rows', 'rows']);
			return {
				setup: code`class Store${id} {\n${part} = [{ n: ${stage.num()} }, { n: ${stage.num()} }];\nat(index) {\nreturn this.${part}[index];\n}\n}\nconst store${id} = new Store${id}();`,
				object: `store${id}.at(1)`,
				test: `held === store${id}.at(1)`,
			};
		},
	],
];

/** What an object may be in when it crosses. @type {readonly (readonly [number, { wrap: (object: string) => string, open: string }])[]} */
const WRAPS = [
	[3, { wrap: (object) => object, open: 'given' }],
	[1, { wrap: (object) => `{ k: ${object} }`, open: 'given.k' }],
	[1, { wrap: (object) => `[1, ${object}]`, open: 'given[1]' }],
	[0.5, { wrap: (object) => `new Map([['k', ${object}]])`, open: `given.get('k')` }],
];

const ALL = [...KNOWN, ...RECORDED];

/** @param {Stage} stage @returns {Scene} */
export function identity(stage) {
	const { random, plan } = stage;
	const id = String(++plan.serial);
	const unit = stage.name('score');
	const name = stage.name('check');
	const { setup, object, test } = random.weighted(ALL)(stage, id);
	const { wrap, open } = random.weighted(WRAPS);
	stage.mayRefuse('LP8001', 'LP8005', 'LP8009', 'LP8014', 'LP8015');
	const way = random.weighted([
		[3, 'argument'],
		[1, 'default'],
		[2, 'result'],
		[0.7, 'changed'],
	]);
	/** @type {Tree[]} */
	const statements = [statement(setup)];
	if (way === 'argument')
		statements.push(
			statement(
				code`async function ${unit}(given) {\n'use cpu_bound';\nconst held = ${open};\nreturn [${test}, typeof held];\n}`,
			),
			stage.host(name, code`return ${unit}(${wrap(object)});`),
		);
	else if (way === 'default')
		statements.push(
			statement(
				code`async function ${unit}(held = ${object}) {\n'use cpu_bound';\nreturn [${test}];\n}`,
			),
			stage.host(
				name,
				code`return [await ${unit}(), await ${unit}(${object}), await ${unit}({})];`,
			),
		);
	else if (way === 'result')
		statements.push(
			statement(
				code`async function ${unit}(input) {\n'use cpu_bound';\nreturn ${wrap(object)};\n}`,
			),
			stage.host(
				name,
				code`const given = await ${unit}(input);\nconst held = ${open};\nreturn ${test};`,
			),
		);
	else {
		// The host gets a copy of what the unit looks at afterwards.
		stage.mayWarn('LP3024');
		statements.push(
			statement(
				code`async function ${unit}(on) {\n'use cpu_bound';\nconst own = { n: 1, list: [1] };\nawait on(own);\nreturn [own.n, own.list];\n}`,
			),
			stage.host(name, code`return ${unit}(async (one) => {\none.n = 5;\none.list.push(2);\n});`),
		);
	}
	return { statements, name, callables: [stage.callable(name)] };
}
