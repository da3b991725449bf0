/** @import { Part, Tree } from '../tree.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, lines, list, sequence, statement } from '../tree.js';
import { statements } from '../statements.js';
import { STATE_TOLD } from './stage.js';

/**
 * Modules that import each other and tell instances and objects: a worker has what the file of its unit declares in the worker module,
 * and once more where the cycle leads back to that file.
 */

/**
 * What the file of the unit declares.
 *
 * @typedef {object} Kind
 * @property {(method: Part) => Part[]} text declares `name`; a class gets a method
 * @property {boolean} [isClass] it gets that
 * @property {(all: string, value: string) => string} make an expression that gives such a value; `all` is the name, as another file has it
 * @property {readonly ((all: string) => string)[]} tests expressions on `held`
 */

/** @param {string} all @returns {string[]} how values are known by a class */
const ofClass = (all) => [
	`held instanceof ${all}`,
	`held?.constructor === ${all}`,
	`${all}.prototype.isPrototypeOf(held)`,
	`(typeof held === 'object' && Object.getPrototypeOf(held) === ${all}.prototype)`,
];

/** @param {string} path below the name @returns {Kind['tests']} */
const classTests = (path = '') =>
	ofClass('').map((_, index) => (all) => String(ofClass(`${all}${path}`)[index]));

/** @type {readonly (readonly [number, (stage: Stage, name: string) => Kind])[]} */
const KINDS = [
	[
		3,
		(stage, name) => ({
			text: (method) =>
				code`class ${name} {\nconstructor(n) {\nthis.n = n;\n}\nown${stage.method()}\n${method}\n}`,
			isClass: true,
			make: (all, value) => `new ${all}(${value})`,
			tests: classTests(),
		}),
	],
	[
		1.5,
		(stage, name) => ({
			text: (method) =>
				code`class ${name} {\nn = ${stage.num()};\nstatic is(one) {\nreturn one instanceof ${name};\n}\nstatic from(n) {\nreturn Object.assign(new ${name}(), { n });\n}\n${method}\n}`,
			isClass: true,
			make: (all, value) =>
				stage.random.pick([
					`new ${all}()`,
					`${all}.from(${value})`,
					`Reflect.construct(${all}, [])`,
				]),
			tests: [(all) => `${all}.is(held)`, ...classTests()],
		}),
	],
	[
		1.5,
		(stage, name) => ({
			text: (method) =>
				code`class Base${name} {\nconstructor(n) {\nthis.n = n;\n}\nstatic is(one) {\nreturn one instanceof this;\n}\n}\nclass ${name} extends Base${name} {\nown${stage.method()}\n${method}\n}`,
			isClass: true,
			make: (all, value) => `new ${all}(${value})`,
			tests: [
				(all) => `${all}.is(held)`,
				(all) => `held instanceof Object.getPrototypeOf(${all})`,
				...classTests(),
			],
		}),
	],
	[
		1,
		(stage, name) => ({
			text: () =>
				code`function ${name}(n) {\nthis.n = n;\n}\n${name}.prototype.own = function ${stage.method()};`,
			make: (all, value) => `new ${all}(${value})`,
			tests: classTests(),
		}),
	],
	[
		1,
		(_stage, name) => ({
			text: () => code`class ${name} extends Error {}`,
			make: (all, value) => `new ${all}('e' + ${value})`,
			tests: classTests(),
		}),
	],
	[
		1,
		(stage, name) => ({
			text: () =>
				code`class A${name} {\nn = ${stage.num()};\n}\nconst ${name} = { a: A${name}, none: null };`,
			make: (all) => `new ${all}.a()`,
			tests: classTests('.a'),
		}),
	],
	[
		0.7,
		(stage, name) => ({
			text: () =>
				code`class ${name} {\n#n = ${stage.num()};\nstatic is(one) {\nreturn #n in Object(one);\n}\nget n() {\nreturn this.#n;\n}\n}`,
			make: (all) => `new ${all}()`,
			tests: [(all) => `${all}.is(held)`, ...classTests()],
		}),
	],
	[
		1.5,
		(stage, name) => ({
			text: () =>
				code`const ${name} = ${stage.random.pick(['Object.freeze({ n: 3 })', '{ n: 3 }', '[3]'])};`,
			make: (all) => all,
			tests: [
				(all) => `held === ${all}`,
				(all) => `[0, ${all}].includes(held)`,
				(all) => `Object.is(held, ${all})`,
			],
		}),
	],
	[
		1,
		(stage, name) => ({
			text: () => code`const ${name} = [{ n: ${stage.num()} }, { n: ${stage.num()} }];`,
			make: (all) => `${all}[1]`,
			tests: [(all) => `${all}.indexOf(held)`, (all) => `held === ${all}[1]`],
		}),
	],
	[
		1,
		(stage, name) => ({
			text: () =>
				code`class ${name} {\nstatic A = new ${name}(1);\nstatic B = new ${name}(${stage.num()});\nconstructor(n) {\nthis.n = n;\n}\n}`,
			make: (all) => `${all}.B`,
			tests: [(all) => `held === ${all}.B`, (all) => `${all}.A !== held`, ...classTests()],
		}),
	],
	[
		0.5,
		(_stage, name) => ({
			text: () => code`const ${name} = Symbol('${name}');`,
			make: (all) => all,
			tests: [(all) => `held === ${all}`],
		}),
	],
];

/** How a unit whose values cannot be told, or cannot cross, is refused. */
const REFUSED = ['LP2014', 'LP2032', 'LP8001', 'LP8005', 'LP8006', 'LP8009', 'LP8014', 'LP8015'];

/** What tells that a worker has two of something, or loads modules in another order. */
const TOLD = ['LP2042', 'LP2043', 'LP3020', 'LP8050', ...STATE_TOLD];

/**
 * How a file has what another one exports.
 *
 * @typedef {object} Access
 * @property {Tree[]} imports statements
 * @property {(name: string) => string} of
 */

/**
 * @param {Stage} stage
 * @param {string} stem of the file
 * @param {readonly string[]} names
 * @param {string} id of the importing file
 * @returns {Access} what is there when functions are called: CommonJS reads properties late
 */
function access({ random, isModule }, stem, names, id) {
	const from = isModule ? `./${stem}.js` : `./${stem}.cjs`;
	if (!isModule && random.chance(0.3))
		return { imports: [], of: (name) => `require('${from}').${name}` };
	const all = `all${id}`;
	if (!isModule)
		return {
			imports: [statement(code`const ${all} = require('${from}');`)],
			of: (name) => `${all}.${name}`,
		};
	if (random.chance(0.3))
		return {
			imports: [statement(code`import * as ${all} from '${from}';`)],
			of: (name) => `${all}.${name}`,
		};
	const each = list(names, { least: names.length });
	return {
		imports: [statement(code`import { ${each} } from '${from}';`)],
		of: (name) => name,
	};
}

/**
 * Files between the one of the unit and the one of the tests.
 *
 * @param {Stage} stage
 * @param {string} home
 * @param {string} name that it exports
 * @param {string} id
 * @returns {{ stem: string, files: NonNullable<Scene['files']> }} `stem` of the file that gives the name
 */
function between(stage, home, name, id) {
	if (!stage.random.chance(0.3)) return { stem: home, files: [] };
	const stem = `index${id}`;
	const text = stage.isModule
		? stage.random.pick([
				code`export { ${name} } from './${home}.js';`,
				code`export * from './${home}.js';`,
			])
		: code`module.exports = require('./${home}.cjs');`;
	return { stem, files: [stage.file(stem, [statement(text)])] };
}

/** What a unit does with values, and what the host does with its result. @typedef {{ given?: string, result: string, look: string }} Use */

/**
 * @param {Stage} stage
 * @param {Kind} kind
 * @param {{ name: string, is: string, make: string }} of `is` and `make`: functions of the other file, as the unit has them
 * @returns {Use}
 */
function useOf({ random }, { make, tests }, { name, is, make: madeBy }) {
	const made = make(name, '2');
	const test = random.pick(tests)(name);
	/** @type {readonly (readonly [number, Use])[]} */
	const uses = [
		[2, { result: `${is}(${make(name, 'input')})`, look: 'held' }],
		[3, { given: made, result: `${is}(given)`, look: 'held' }],
		[1, { given: `[${made}, {}, null, ${made}]`, result: `given.map(${is}).join()`, look: 'held' }],
		[1, { given: `{ k: ${made} }`, result: `${is}(given.k)`, look: 'held' }],
		[1, { given: `new Map([['k', ${made}]])`, result: `${is}(given.get('k'))`, look: 'held' }],
		[
			1,
			{
				result: `((held) => ${test})(${madeBy}(input))`,
				look: 'held',
			},
		],
		[1.5, { result: `${madeBy}(input)`, look: test }],
		[0.5, { given: '{ n: 1 }', result: `${is}(given)`, look: 'held' }],
	];
	return random.weighted(uses);
}

/**
 * The file of the tests, and perhaps the file by which it gets what it tests.
 *
 * @param {Stage} stage
 * @param {Kind} kind
 * @param {{ id: string, home: string, name: string, is: string, make: string }} names
 * @returns {NonNullable<Scene['files']>}
 */
function testFiles(stage, kind, { id, home, name, is, make }) {
	const { random } = stage;
	const elsewhere = stage.elsewhere();
	const { stem, files } = between(stage, home, name, id);
	const back = access(stage, stem, [name], `${id}b`);
	const other = back.of(name);
	const tests = [
		...back.imports,
		statement(code`function ${is}(held) {\nreturn ${random.pick(kind.tests)(other)};\n}`),
		statement(code`function ${make}(n) {\nreturn ${kind.make(other, 'n')};\n}`),
		...(random.chance(0.3) ? [statement(code`const level${id} = ${elsewhere.num()};`)] : []),
		stage.exported([is, make]),
	];
	files.push(stage.file(`tests${id}`, tests));
	return files;
}

/** @param {Stage} stage @returns {Scene} */
export function cycled(stage) {
	const { random, plan, isModule } = stage;
	const id = String(++plan.serial);
	// What CommonJS exports at the end would take the place of what the cycle has.
	const isHere = isModule && random.chance(0.4);
	const own = isHere ? stage : stage.elsewhere();
	const home = isHere ? 'input' : `kinds${id}`;
	const name = stage.name('Kind');
	const unit = stage.name('score');
	const host = stage.name('check');
	const [is, make] = [`is${id}`, `make${id}`];
	stage.mayRefuse(...REFUSED);
	stage.mayWarn(...TOLD);
	const kind = random.weighted(KINDS)(own, name);

	const files = testFiles(stage, kind, { id, home, name, is, make });
	const there = access(isHere ? stage : own, `tests${id}`, [is, make], `${id}t`);
	for (const one of [is, make, `all${id}t`])
		stage.setting.scope.declare({ name: one, isForHost: true });
	const refs = { name, is: there.of(is), make: there.of(make) };
	const use = useOf(stage, kind, refs);
	const inner = own.inUnit({});
	const before = lines(random.chance(0.3) ? statements(inner, 1) : []);
	const isMethod = kind.isClass === true && random.chance(0.2);
	const result = isMethod ? `${refs.is}(this)` : use.result;
	const given = !isMethod && use.given ? [use.given] : [];
	const params = ['input', ...given.map(() => 'given')].join(', ');
	const body = sequence(
		code`async ${isMethod ? '' : 'function '}${unit}(${params}) {\n'use cpu_bound';\n${before}\nreturn [${result}];\n}`,
	);
	const declared = [
		...there.imports,
		statement(kind.text(isMethod ? body : '')),
		...(isMethod ? [] : [statement([body])]),
	];
	const exported = isMethod ? [name] : [name, unit];
	/** @type {Tree[]} */
	const first = [];
	if (isHere) first.push(...declared, statement(code`export { ${name} };`));
	else {
		files.push(stage.file(home, [...declared, stage.exported(exported)]));
		if (random.chance(0.5)) first.push(stage.effects(`tests${id}`));
		first.push(stage.imports(exported, home));
	}
	const call = isMethod ? `${kind.make(name, '2')}.${unit}` : unit;
	const look = isMethod ? 'held' : use.look;
	return {
		files,
		statements: [
			...first,
			stage.host(
				host,
				code`const [held] = await ${call}(${['input', ...given].join(', ')});\nreturn [${look}];`,
			),
		],
		name: host,
		callables: [stage.callable(host)],
	};
}
