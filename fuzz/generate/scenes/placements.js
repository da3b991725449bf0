/** @import { Part, Tree } from '../tree.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, lines, sequence, statement } from '../tree.js';

/**
 * Where the statements of a scene stand, and the unit that uses what they make: at the top level, or in a function, a block or a
 * wrapper around both.
 */

/**
 * @typedef {object} Act
 * @property {Tree[]} setup statements, in this order
 * @property {Part[]} uses expressions of the unit
 * @property {boolean} [needsFunction] the statements use `arguments`
 * @property {boolean} [needsAsync] they await something
 * @property {boolean} [isTop] they are for the top level alone
 * @property {boolean} [isSloppy] strict mode makes something else of it
 * @property {boolean} [usesThis] the unit is an arrow function
 * @property {Part} [before] a statement of the unit
 */

/** @typedef {(stage: Stage, act: Act) => Scene} Placement */

/** @param {Stage} stage @param {Act} act @returns {Part[]} the unit as an expression */
function unitOf(stage, { uses, usesThis, before }) {
	const isArrow = usesThis || stage.random.chance(0.5);
	const rest = stage.unit(uses, { isArrow, before });
	return isArrow ? code`async ${rest}` : code`async function ${rest}`;
}

/** @param {string} name @returns {import('../units.js').Callable} */
const unit = (name) => ({ path: name, params: ['num'], result: 'any' });

/** @param {string} name of a function that returns the unit @returns {Pick<Scene, 'name' | 'callables' | 'wrap'>} */
const made = (name) => ({
	name,
	callables: [unit('')],
	wrap: (then) => ({
		fn: name,
		args: [
			{ type: 'num', text: String(then.args[0]?.text) },
			{ type: 'num', text: '2' },
		],
		then,
	}),
});

/** @type {Placement} */
function top(stage, act) {
	const name = stage.name('score');
	const isDeclaration = !act.usesThis && stage.random.chance(0.6);
	const text = isDeclaration
		? code`async function ${name}${stage.unit(act.uses, { before: act.before })}`
		: code`const ${name} = ${sequence(unitOf(stage, act))};`;
	return { statements: [...act.setup, statement(text)], name, callables: [unit(name)] };
}

/** @param {(name: string, setup: Tree, unit: Tree) => Part[]} text @returns {Placement} */
function around(text) {
	return (stage, act) => {
		const name = stage.name('score');
		const statements = [statement(text(name, lines(act.setup), sequence(unitOf(stage, act))))];
		return { statements, name, callables: [unit(name)] };
	};
}

/** @param {(name: string, setup: Tree, unit: Tree) => Part[]} text @returns {Placement} */
function within(text) {
	return (stage, act) => {
		const name = stage.name('make');
		const statements = [statement(text(name, lines(act.setup), sequence(unitOf(stage, act))))];
		return { statements, ...made(name) };
	};
}

/** @param {(name: string, setup: Tree, unit: Tree) => Part[]} text that fills `exports.<name>`, with STRICT where a directive may stand @returns {Placement} */
function wrapper(text) {
	return (stage, act) => {
		const name = `own${++stage.plan.serial}`;
		const mode = act.isSloppy ? '' : "'use strict';\n";
		const parts = text(name, lines(act.setup), sequence(unitOf(stage, act)));
		const statements = [
			statement(
				parts.map((part) => (typeof part === 'string' ? part.replace('STRICT', mode) : part)),
			),
		];
		return { statements, name: '', callables: [unit(name)] };
	};
}

/** @type {readonly (readonly [number, Placement])[]} */
const BLOCKS = [
	[1, around((name, setup, one) => code`let ${name};\n{\n${setup}\n${name} = ${one};\n}`)],
	[
		0.5,
		around((name, setup, one) => code`var ${name};\nif (true) {\n${setup}\n${name} = ${one};\n}`),
	],
	[
		0.5,
		around(
			(name, setup, one) => code`let ${name};\ntry {\n${setup}\n${name} = ${one};\n} finally {\n}`,
		),
	],
	[
		0.5,
		around(
			(name, setup, one) =>
				code`let ${name};\nswitch (1) {\ncase 1:\n${setup}\n${name} = ${one};\n}`,
		),
	],
	[
		0.5,
		around(
			(name, setup, one) =>
				code`let ${name};\nfor (const turn of [1]) {\n${setup}\n${name} = ${one};\n}`,
		),
	],
	[
		0.5,
		around((name, setup, one) => code`const ${name} = (() => {\n${setup}\nreturn ${one};\n})();`),
	],
];

/** @type {readonly (readonly [number, Placement])[]} */
const FUNCTIONS = [
	[3, within((name, setup, one) => code`function ${name}(given) {\n${setup}\nreturn ${one};\n}`)],
	[
		1,
		within(
			(name, setup, one) =>
				code`function ${name}(given) {\n${setup}\nfunction second() {\nreturn ${one};\n}\nreturn second();\n}`,
		),
	],
	[
		1,
		within(
			(name, setup, one) =>
				code`const ${name} = function (given) {\nif (given !== undefined) {\n${setup}\nreturn ${one};\n}\n};`,
		),
	],
	[
		1,
		around(
			(name, setup, one) =>
				code`const ${name} = (function (given) {\n${setup}\nreturn ${one};\n})(1, 2, 3);`,
		),
	],
	[
		0.6,
		within(
			(name, setup, one) =>
				code`function ${name}(given) {\nlet kept;\nfor (let turn = 0; turn < 2; turn++) {\n${setup}\nkept = ${one};\n}\nreturn kept;\n}`,
		),
	],
];

/** What stands in a class is in strict mode. @type {readonly (readonly [number, Placement])[]} */
const STRICT_FUNCTIONS = [
	[
		0.6,
		within(
			(name, setup, one) =>
				code`class Holder${name} {\nstatic make(given) {\n${setup}\nreturn ${one};\n}\n}\nconst ${name} = (one) => Holder${name}.make(one, 2, 3);`,
		),
	],
];

/** @type {Placement} */
const ASYNC = within(
	(name, setup, one) => code`async function ${name}(given) {\n${setup}\nreturn ${one};\n}`,
);

/** Wrappers of bundlers and of libraries. @type {readonly (readonly [number, Placement])[]} */
const WRAPPERS = [
	[
		1,
		wrapper(
			(name, setup, one) =>
				code`(function (exports) {\nSTRICT${setup}\nexports.${name} = ${one};\n})(module.exports);`,
		),
	],
	[
		1,
		wrapper(
			(name, setup, one) =>
				code`(function (root, factory) {\nif (typeof exports === 'object') exports.${name} = factory();\nelse root.${name} = factory();\n})(this, function () {\nSTRICT${setup}\nreturn ${one};\n});`,
		),
	],
	[
		0.6,
		wrapper(
			(name, setup, one) => code`(function () {\n${setup}\nthis.${name} = ${one};\n}).call(this);`,
		),
	],
	[
		0.6,
		wrapper(
			(name, setup, one) =>
				code`(function (root) {\n${setup}\nroot.${name} = ${one};\n})(typeof module === 'object' ? exports : this);`,
		),
	],
];

/**
 * @param {Stage} stage
 * @param {Act} act
 * @returns {Scene}
 */
export function place(stage, act) {
	const { random, isModule } = stage;
	if (act.isTop) return top(stage, act);
	// What holds functions, and is completed where it is captured, cannot be sent.
	stage.mayRefuse('LP2014', 'LP2025');
	if (act.needsAsync) return ASYNC(stage, act);
	/** @type {[number, Placement][]} */
	const ways = [
		[act.needsFunction ? 0 : 3, top],
		[act.needsFunction ? 0 : 2, random.weighted(BLOCKS)],
		[4, random.weighted(act.isSloppy ? FUNCTIONS : [...FUNCTIONS, ...STRICT_FUNCTIONS])],
		[act.needsFunction ? 0 : 0.5, ASYNC],
		[isModule ? 0 : 3, random.weighted(WRAPPERS)],
	];
	return random.weighted(ways)(stage, act);
}
