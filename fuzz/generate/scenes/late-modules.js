/** @import { Part, Tree } from '../tree.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, lines, sequence, statement } from '../tree.js';
import { STATE_TOLD } from './stage.js';

/**
 * Modules that are loaded when they are first needed, modules that import each other, and what both sides draw from one module.
 */

/** A module that is loaded late may be one that a worker must not load. */
const REFUSED = [
	'LP2003',
	'LP2005',
	'LP2011',
	'LP2012',
	'LP2014',
	'LP2018',
	'LP2020',
	'LP2031',
	'LP3001',
	'LP3003',
	'LP3004',
	'LP3008',
	'LP8005',
];

/** @param {Stage} stage @param {string} stem @param {Part[]} text @param {readonly string[]} exported @returns {import('../program.js').Program['files'][number]} */
const fileOf = (stage, stem, text, exported) =>
	stage.file(stem, [statement(text), stage.exported(exported)]);

/** Ways to get at a module late; `get` is what it exports. @type {readonly (readonly [number, (file: string, id: string) => { before: string, get: string }])[]} */
const COMMONJS_WAYS = [
	[2, (file) => ({ before: '', get: `require('${file}')` })],
	[
		2,
		(file, id) => ({
			before: `function lib${id}() {\nreturn require('${file}');\n}`,
			get: `lib${id}()`,
		}),
	],
	[
		2,
		(file, id) => ({
			before: `let kept${id};\nconst lib${id} = () => (kept${id} ??= require('${file}'));`,
			get: `lib${id}()`,
		}),
	],
	[
		1,
		(file, id) => ({
			before: `const lazy${id} = {};\nObject.defineProperty(lazy${id}, 'lib', { enumerable: true, get() {\nreturn require('${file}');\n} });`,
			get: `lazy${id}.lib`,
		}),
	],
	[
		1,
		(file, id) => ({
			before: `const lazy${id} = { get lib() {\nreturn require('${file}');\n} };`,
			get: `lazy${id}.lib`,
		}),
	],
];

/** @type {typeof COMMONJS_WAYS} */
const MODULE_WAYS = [
	[2, (file) => ({ before: '', get: `(await import('${file}'))` })],
	[
		1,
		(file, id) => ({
			before: `const lib${id} = () => import('${file}');`,
			get: `(await lib${id}())`,
		}),
	],
	[
		1,
		(file, id) => ({
			before: `let kept${id};\nasync function lib${id}() {\nkept${id} ??= await import('${file}');\nreturn kept${id};\n}`,
			get: `(await lib${id}())`,
		}),
	],
];

/** @param {Stage} stage @returns {Scene} a module that the unit, or what it calls, loads when it runs */
export function lazy(stage) {
	const { random, plan, isModule } = stage;
	const id = String(++plan.serial);
	const elsewhere = stage.elsewhere();
	const hasState = random.chance(0.5);
	const file = stage.specifier(`late${id}`);
	const { before, get } = random.weighted(isModule ? MODULE_WAYS : COMMONJS_WAYS)(file, id);
	stage.mayRefuse(...REFUSED);
	stage.mayWarn(...STATE_TOLD);
	const text = code`let level${id} = ${elsewhere.num()};\nfunction get${id}(input) {\nreturn [input, level${id}];\n}\nfunction set${id}(value) {\nlevel${id} = value;\n}`;
	const unit = stage.name('score');
	const host = stage.name('check');
	const change = hasState ? code`${get}.set${id}(${stage.num()});` : [];
	return {
		files: [fileOf(stage, `late${id}`, text, [`get${id}`, `set${id}`])],
		statements: [
			...(before === '' ? [] : [statement([before])]),
			statement(code`async function ${unit}${stage.unit([`${get}.get${id}(input)`])}`),
			stage.host(
				host,
				code`const before = await ${unit}(input);\n${sequence(change)}\nreturn [before, await ${unit}(2)];`,
			),
		],
		name: host,
		callables: [stage.callable(host)],
	};
}

/** What the first file declares, how the other one reads it, and how the host changes it; `get` gives the object, where nothing shows which one it is, perhaps. @typedef {{ declared: (stage: Stage, name: string) => Part[], read: (name: string) => string, change: (get: string, value: Part) => Part[] }} CyclicState */

/** @type {readonly (readonly [number, CyclicState])[]} */
const CYCLIC_STATES = [
	[
		3,
		{
			declared: (stage, name) => code`const ${name} = { n: ${stage.num()}, list: [1] };`,
			read: (name) => `${name}.n`,
			change: (get, value) => code`${get}.n = ${value};`,
		},
	],
	[
		2,
		{
			declared: (stage, name) =>
				code`const ${name}n = ${stage.num()};\nconst ${name} = { deep: { n: ${name}n } };`,
			read: (name) => `${name}.deep.n`,
			change: (get, value) => code`${get}.deep.n = ${value};`,
		},
	],
	[
		1,
		{
			declared: (stage, name) => code`const ${name} = new Map([['n', ${stage.num()}]]);`,
			read: (name) => `${name}.get('n')`,
			change: (get, value) => code`${get}.set('n', ${value});`,
		},
	],
	[
		1,
		{
			declared: (stage, name) =>
				code`class ${name} {\nstatic #n = ${stage.num()};\nstatic get() {\nreturn ${name}.#n;\n}\nstatic set(n) {\n${name}.#n = n;\n}\n}`,
			read: (name) => `${name}.get()`,
			change: (get, value) => code`${get}.set(${value});`,
		},
	],
	[
		1,
		{
			declared: (stage, name) =>
				code`class Box${name} {\n#n = ${stage.num()};\nget() {\nreturn this.#n;\n}\nset(n) {\nthis.#n = n;\n}\n}\nconst ${name} = new Box${name}();`,
			read: (name) => `${name}.get()`,
			change: (get, value) => code`${get}.set(${value});`,
		},
	],
	[
		1,
		{
			declared: (stage, name) =>
				code`const ${name} = ((n) => ({\nget: () => n,\nset(to) {\nn = to;\n}\n}))(${stage.num()});`,
			read: (name) => `${name}.get()`,
			change: (get, value) => code`${get}.set(${value});`,
		},
	],
];

/** @param {Stage} stage @returns {Scene | null} a module that imports the first file, which imports it */
export function cyclic(stage) {
	const { random, plan, isModule } = stage;
	// What CommonJS exports at the end would take the place of what the cycle has.
	if (!isModule) return null;
	const id = String(++plan.serial);
	const elsewhere = stage.elsewhere();
	const base = stage.name('base');
	const use = stage.name('use');
	const unit = stage.name('score');
	const host = stage.name('check');
	stage.mayRefuse(...REFUSED);
	stage.mayRefuse('LP2032');
	stage.mayWarn(...STATE_TOLD, 'LP3020', 'LP8049');
	const state = random.chance(0.5) ? random.weighted(CYCLIC_STATES) : null;
	const declared = state ? state.declared(stage, base) : code`function ${base}${stage.method()}`;
	const read = state ? state.read(base) : `${base}(input)`;
	const text = code`function ${use}(input) {\nreturn [${read}, ${elsewhere.num()}];\n}`;
	const get = random.chance(0.5) ? base : `(await Promise.resolve([${base}]))[0]`;
	const ofHost = state && random.chance(0.6) ? state.change(get, stage.num()) : [];
	return {
		files: [
			stage.file(`cycle${id}`, [
				statement(code`import { ${base} } from './input.js';`),
				statement(text),
				stage.exported([use]),
			]),
		],
		statements: [
			stage.imports([use], `cycle${id}`),
			statement(declared),
			statement(code`export { ${base} };`),
			statement(code`async function ${unit}${stage.unit([`${use}(input)`])}`),
			stage.host(
				host,
				code`const before = await ${unit}(input);\n${sequence(ofHost)}\nreturn [before, await ${unit}(2)];`,
			),
		],
		name: host,
		callables: [stage.callable(host)],
	};
}

/** What both sides draw from. @type {readonly (readonly [number, (stage: Stage, name: string) => Part[]])[]} */
const SOURCES = [
	[
		2,
		(stage, name) =>
			code`let count${name} = ${stage.num()};\nfunction ${name}() {\nreturn ++count${name};\n}`,
	],
	[
		1,
		(_stage, name) =>
			code`const seen${name} = [];\nfunction ${name}() {\nreturn seen${name}.push(1);\n}`,
	],
	[
		1,
		(stage, name) =>
			code`class Ids${name} {\n#next = ${stage.num()};\ntake() {\nreturn this.#next++;\n}\n}\nconst ids${name} = new Ids${name}();\nfunction ${name}() {\nreturn ids${name}.take();\n}`,
	],
	[
		1,
		(_stage, name) =>
			code`function* all${name}() {\nfor (let n = 1; ; n++) yield n;\n}\nconst steps${name} = all${name}();\nfunction ${name}() {\nreturn steps${name}.next().value;\n}`,
	],
	[
		1,
		(_stage, name) =>
			code`const stats${name} = { calls: 0 };\nfunction ${name}() {\nstats${name}.calls++;\nreturn stats${name}.calls;\n}`,
	],
	[1, (_stage, name) => code`const ${name} = (() => {\nlet n = 0;\nreturn () => (n += 2);\n})();`],
];

/** Classes whose instances draw when they are made: by fields, a base, a constructor. @type {readonly ((name: string, draw: string) => Part[])[]} */
const DRAWING = [
	(name, draw) => code`class ${name} {\nid = ${draw};\n}`,
	(name, draw) => code`class ${name} {\n#id = ${draw};\nget id() {\nreturn this.#id;\n}\n}`,
	(name, draw) => code`class Base${name} {\nid = ${draw};\n}\nclass ${name} extends Base${name} {}`,
	(name, draw) => code`class ${name} {\nconstructor() {\nthis.id = ${draw};\n}\n}`,
];

/** @param {Stage} stage @returns {Scene} a counter of an imported module, or of this one, from which the host and units draw */
export function drawn(stage) {
	const { random, plan } = stage;
	const id = String(++plan.serial);
	const next = stage.name('next');
	const unit = stage.name('score');
	const host = stage.name('check');
	const isImported = random.chance(0.7);
	stage.mayRefuse(...REFUSED);
	stage.mayWarn(...STATE_TOLD);
	const source = random.weighted(SOURCES)(isImported ? stage.elsewhere() : stage, next);
	const token = random.chance(0.4) ? stage.name('Token') : null;
	const made = token
		? random.chance(0.5)
			? random.pick(DRAWING)(token, `${next}()`)
			: [`let left${token} = 0;\n`, ...random.pick(DRAWING)(token, `left${token}++`)]
		: [];
	const text = token ? code`${sequence(source)}\n${sequence(made)}` : source;
	const draw = token ? `new ${token}().id` : `${next}()`;
	/** @type {Tree[]} */
	const steps = [
		statement(code`all.push(await ${unit}(input));`),
		...(random.chance(0.6) ? [statement(code`all.push(${draw});`)] : []),
		statement(code`all.push(await ${unit}(2));`),
	];
	if (random.chance(0.5)) steps.unshift(statement(code`all.push(${draw});`));
	return {
		files: isImported ? [fileOf(stage, `ids${id}`, text, [token ?? next])] : [],
		statements: [
			isImported ? stage.imports([token ?? next], `ids${id}`) : statement(text),
			statement(code`async function ${unit}${stage.unit([draw])}`),
			stage.host(host, code`const all = [];\n${lines(steps)}\nreturn all;`),
		],
		name: host,
		callables: [stage.callable(host)],
	};
}
