/** @import { Part, Tree } from '../tree.js' */
/** @import { Act } from './placements.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, sequence, statement } from '../tree.js';
import { place } from './placements.js';

/**
 * Classes, functions and objects that are complete only after further statements: methods on prototypes, statics, inheritance, mixins.
 */

/**
 * One statement that completes something, and what shows that it has run.
 *
 * @typedef {object} Completion
 * @property {Tree[]} before declarations that it needs
 * @property {Part[]} text
 * @property {Part} use
 * @property {import('./stage.js').Scene['files']} [files]
 * @property {Tree[]} [imports]
 */

/** @typedef {(stage: Stage, target: string, key: string) => Completion} Complete */

/** @param {(stage: Stage, target: string, key: string) => Part[]} text @param {(target: string, key: string) => string} use @returns {Complete} */
const simply = (text, use) => (stage, target, key) => ({
	before: [],
	text: text(stage, target, key),
	use: use(target, key),
});

/** @param {string} t @param {string} k */
const method = (t, k) => `new ${t}(input).${k}(2)`;
/** @param {string} t @param {string} k */
const member = (t, k) => `${t}.${k}`;

/** Methods of instances. @type {readonly (readonly [number, Complete])[]} */
const METHODS = [
	[3, simply((s, t, k) => code`${t}.prototype.${k} = function ${s.method('this.v')};`, method)],
	[
		1,
		simply((s, t, k) => code`${t}['prototype']['${k}'] = function ${s.method('this.v')};`, method),
	],
	[
		1,
		simply(
			(s, t, k) => code`Object.assign(${t}.prototype, { ${k}${s.method('this.v')} });`,
			method,
		),
	],
	[
		1,
		simply(
			(s, t, k) =>
				code`Object.defineProperty(${t}.prototype, '${k}', { value: function ${s.method('this.v')} });`,
			method,
		),
	],
	[
		0.6,
		simply(
			(s, t, k) =>
				code`Object.defineProperties(${t}.prototype, { ${k}: { value${s.method('this.v')} } });`,
			method,
		),
	],
	[
		0.6,
		simply(
			(s, t, k) =>
				code`Object.defineProperty(${t}.prototype, '${k}', { get() {\nreturn this.v + ${s.num()};\n} });`,
			(t, k) => `new ${t}(input).${k}`,
		),
	],
	[
		0.8,
		simply(
			(s, t, k) =>
				code`const proto${k} = ${t}.prototype;\nproto${k}.${k} = function ${s.method('this.v')};`,
			method,
		),
	],
	[
		0.6,
		simply(
			(s, t, k) =>
				code`for (const key of ['${k}']) ${t}.prototype[key] = function ${s.method('this.v')};`,
			method,
		),
	],
	[
		0.6,
		simply(
			(s, t, k) =>
				code`['${k}'].forEach((key) => {\n${t}.prototype[key] = function ${s.method('this.v')};\n});`,
			method,
		),
	],
	[
		1,
		(stage, target, key) => ({
			before: [
				statement(
					code`function mix${key}(base) {\nbase.prototype.${key} = function ${stage.method('this.v')};\n}`,
				),
			],
			text: code`mix${key}(${target});`,
			use: method(target, key),
		}),
	],
	[
		1,
		(stage, target, key) => ({
			before: [
				statement(
					code`const mix${key} = (proto) => Object.assign(proto, { ${key}${stage.method('this.v')} });`,
				),
			],
			text: code`mix${key}(${target}.prototype);`,
			use: method(target, key),
		}),
	],
	[
		0.6,
		simply(
			(s, t, k) =>
				code`(function (base) {\nbase.prototype.${k} = function ${s.method('this.v')};\n})(${t});`,
			method,
		),
	],
	[1, importedMixin],
];

/** @param {(parent: string, target: string) => string} text @returns {Complete} */
const inherit = (text) => (stage, target, key) => {
	const parent = `Parent${key}`;
	return {
		before: [
			statement(code`function ${parent}() {}`),
			statement(code`${parent}.prototype.${key} = function ${stage.method('this.v')};`),
		],
		text: [text(parent, target)],
		use: method(target, key),
	};
};

/** What instances inherit. @type {readonly (readonly [number, Complete])[]} */
const PARENTS = [
	[1, inherit((p, t) => `Object.setPrototypeOf(${t}.prototype, ${p}.prototype);`)],
	[1, inherit((p, t) => `Reflect.setPrototypeOf(${t}.prototype, ${p}.prototype);`)],
	[0.6, inherit((p, t) => `${t}.prototype.__proto__ = ${p}.prototype;`)],
	[
		2,
		(stage, target, key) => {
			const util = stage.name('util');
			const made = inherit((p, t) => `${util}.inherits(${t}, ${p});`)(stage, target, key);
			return { ...made, imports: [stage.platform('util', util)] };
		},
	],
];

/** The same of functions, whose prototype can be another object. @type {readonly (readonly [number, Complete])[]} */
const FUNCTION_PARENTS = [
	[2, simply((s, t, k) => code`${t}.prototype = { ${k}${s.method('this.v')} };`, method)],
	[2, inherit((p, t) => `${t}.prototype = Object.create(${p}.prototype);`)],
	[
		1,
		inherit(
			(p, t) => `${t}.prototype = Object.create(${p}.prototype, { constructor: { value: ${t} } });`,
		),
	],
	[1, inherit((p, t) => `${t}.prototype = new ${p}();`)],
];

/** Properties of the class or function itself. @type {readonly (readonly [number, Complete])[]} */
const STATICS = [
	[3, simply((s, t, k) => code`${t}.${k} = ${s.num()};`, member)],
	[1, simply((s, t, k) => code`Object.assign(${t}, { ${k}: ${s.num()} });`, member)],
	[
		1,
		simply((s, t, k) => code`Object.defineProperty(${t}, '${k}', { value: ${s.num()} });`, member),
	],
	[0.6, simply((s, t, k) => code`Reflect.set(${t}, '${k}', ${s.num()});`, member)],
	[0.6, simply((s, t, k) => code`[${t}.${k}] = [${s.num()}];`, member)],
	[0.6, simply((s, t, k) => code`({ one: ${t}.${k} } = { one: ${s.num()} });`, member)],
	[0.6, simply((s, t, k) => code`${t}.${k} ??= ${s.num()};`, member)],
	[0.6, simply((s, t, k) => code`for (const key of ['${k}']) ${t}[key] = ${s.num()};`, member)],
	[
		1,
		simply(
			(s, t, k) => code`${t}.${k} = function ${s.method()};`,
			(t, k) => `${t}.${k}(2)`,
		),
	],
	[0.6, simply((s, t, k) => code`const same${k} = ${t};\nsame${k}.${k} = ${s.num()};`, member)],
	[
		1,
		(stage, target, key) => ({
			before: [statement(code`function set${key}(base) {\nbase.${key} = ${stage.num()};\n}`)],
			text: code`set${key}(${target});`,
			use: member(target, key),
		}),
	],
];

/** @type {Complete} */
function importedMixin(stage, target, key) {
	const stem = `mixin${++stage.plan.serial}`;
	const mix = stage.name('mix');
	// What an imported function does with a class is not known.
	stage.mayRefuse('LP3003', 'LP2005', 'LP3001');
	const isStatic = stage.random.chance(0.3);
	const changed = isStatic ? 'base' : 'base.prototype';
	const elsewhere = stage.elsewhere();
	const text = stage.random.pick([
		code`function ${mix}(base) {\n${changed}.${key} = function ${elsewhere.method()};\n}`,
		code`const ${mix} = (base) => Object.assign(${changed}, { ${key}${elsewhere.method()} });`,
	]);
	return {
		before: [],
		text: code`${mix}(${target});`,
		use: isStatic ? `${target}.${key}(2)` : method(target, key),
		imports: [stage.imports([mix], stem)],
		files: [stage.file(stem, [statement(text), stage.exported([mix])])],
	};
}

/** @param {Stage} stage @param {string} target @returns {{ text: Part[], kinds: readonly (readonly [number, Complete])[], use: string }} */
function base(stage, target) {
	const { random } = stage;
	const body = code`(value) {\nthis.v = value;\n}`;
	return random.weighted([
		[
			3,
			{
				text: code`function ${target}${sequence(body)}`,
				kinds: [...METHODS, ...STATICS, ...PARENTS, ...FUNCTION_PARENTS],
				use: '',
			},
		],
		[
			1,
			{
				text: code`const ${target} = function ${sequence(body)};`,
				kinds: [...METHODS, ...STATICS, ...PARENTS, ...FUNCTION_PARENTS],
				use: '',
			},
		],
		[
			3,
			{
				text: code`class ${target} {\nconstructor${sequence(body)}\nown${stage.method('this.v')}\n}`,
				kinds: [...METHODS, ...STATICS, ...PARENTS],
				use: method(target, 'own'),
			},
		],
		[
			2,
			{
				text: code`function ${target}${stage.method()}`,
				kinds: STATICS,
				use: `${target}(input)`,
			},
		],
		[
			1,
			{
				text: code`const ${target} = { own${stage.method()} };`,
				kinds: STATICS,
				use: `${target}.own(input)`,
			},
		],
		[
			0.7,
			{
				text: code`const ${target} = (input) => input;`,
				kinds: STATICS,
				use: `${target}(input)`,
			},
		],
	]);
}

/** @param {Stage} stage @param {Completion} completion @returns {Tree} the statement that completes, in surroundings of its own */
function surrounded({ random }, { text }) {
	const parts = sequence(text);
	const ways = random.weighted([
		[8, [parts]],
		[0.5, code`{\n${parts}\n}`],
		[0.5, code`if (true) {\n${parts}\n}`],
		[0.7, code`(function () {\n${parts}\n})();`],
		[0.4, code`(() => {\n${parts}\n})();`],
	]);
	return statement(ways);
}

/** @param {Stage} stage @returns {Scene} */
export function completed(stage) {
	const { random } = stage;
	const target = `Made${++stage.plan.serial}`;
	const { text, kinds, use } = base(stage, target);
	// What completes it may be made from what the host changes.
	stage.mayRefuse('LP3004');
	const completions = Array.from({ length: 1 + random.int(2) }, () =>
		random.weighted(kinds)(stage, target, `k${++stage.plan.serial}`),
	);
	// The prototype that is replaced takes what it had with it.
	completions.sort((one, other) => rank(one) - rank(other));
	/** @type {Act} */
	const act = {
		setup: [
			statement(text),
			...completions.flatMap((one) => [...one.before, surrounded(stage, one)]),
		],
		uses: [...(use === '' ? [] : [use]), ...completions.map((one) => one.use)],
	};
	if (random.chance(0.3)) act.uses = [hidden(stage, act)];
	const scene = place(stage, act);
	return {
		...scene,
		statements: [...completions.flatMap(({ imports = [] }) => imports), ...scene.statements],
		files: completions.flatMap(({ files = [] }) => files),
	};
}

/** @param {Completion} completion @returns {number} */
const rank = ({ text }) =>
	/\.prototype = $/.test(String(text[1])) || /prototype = /.test(String(text[0])) ? 0 : 1;

/** @param {Stage} stage @param {Act} act is changed @returns {Part} what it uses, by way of a function beside it */
function hidden({ plan }, act) {
	const helper = `run${++plan.serial}`;
	act.setup.push(
		statement(code`function ${helper}(input) {\nreturn [${act.uses.map(String).join(', ')}];\n}`),
	);
	return `${helper}(input)`;
}
