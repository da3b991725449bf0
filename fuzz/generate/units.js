/** @import { Part, Tree } from './tree.js' */
/** @import { Binding, Signature } from './scope.js' */
/** @import { Setting } from './setting.js' */
import { code, list, print, sequence, statement } from './tree.js';
import { generate } from './expressions.js';
import { body } from './statements.js';
import { chooseParams, chooseResult, newTrack, parameters } from './functions.js';
import { chooseName, declare, nest } from './setting.js';

/**
 * Annotated functions, in all forms that can be lowered.
 *
 * Units that need a caller of a certain kind are in exchanges.js.
 */

/**
 * How somebody outside the module reaches a unit, and what it takes.
 *
 * @typedef {object} Callable
 * @property {string} path `scorer.score`; '' for what a factory returns itself
 * @property {readonly string[]} params types
 * @property {string} result type; `any` for a structure
 * @property {boolean} [takesCallback] as last argument
 * @property {boolean} [isHost] a function of the host
 */

/**
 * @typedef {object} UnitText
 * @property {boolean} isAsync
 * @property {Tree} list of parameters, without parentheses
 * @property {Tree} body in braces
 * @property {Signature} signature
 * @property {boolean} isForUnits
 */

/** @param {Setting} setting @param {boolean} mayStay its calls may run on the host @returns {Part} */
function directive({ plan: { random } }, mayStay) {
	const text = random.weighted([
		[10, "'use cpu_bound';"],
		[1, '"use cpu_bound";'],
		[1, "'use cpu_bound priority=high';"],
		[1, "'use strict'; 'use cpu_bound';"],
		[mayStay ? 1 : 0, "'use try_cpu_bound';"],
	]);
	return text;
}

/** @param {Setting} setting of the code around @param {boolean} isAsync @param {boolean} isArrow @returns {Setting} in the scope of the parameters */
export const unitSetting = (setting, isAsync, isArrow) =>
	nest(setting, 'params', {
		role: 'unit',
		region: {},
		phase: 'run',
		noState: false,
		isAsync,
		mayThrow: true,
		depth: 3,
		room: 3,
		times: 1,
		returns: null,
		hasArguments: !isArrow,
		labels: [],
	});

/**
 * @param {Setting} setting of the code around
 * @param {{ isArrow?: boolean, result?: string, self?: string, first?: Part }} options `self`: its name, which its body may
 *   use; `first`: a number that its body gets a name for
 * @returns {UnitText}
 */
export function unitText(setting, { isArrow = false, result, self, first }) {
	const { random } = setting.plan;
	const isAsync = random.chance(0.75);
	const type =
		result ??
		random.weighted([
			[2, chooseResult(setting)],
			[1, 'any'],
		]);
	const track = newTrack();
	const outer = { ...unitSetting(setting, isAsync, isArrow), tracks: [track] };
	// As it is written, the first of two calls that throws at once keeps the second from printing.
	if (!isAsync && setting.plan.mayPrint) outer.mayThrow = false;
	const params = chooseParams(setting);
	if (self) outer.scope.pass(self);
	const list = parameters({ ...outer, isAsync: false }, params);
	const inner = nest(outer, 'function');
	const given = first ? code`const ${declare(inner, { type: 'num' }).name} = ${first};\n` : [];
	const statements = sequence([...given, body(inner, type, 5)]);
	// Braces of a directive prologue: 'use strict' needs simple parameters.
	const isSimple = params.length === list.parts.length && !/[={[.]/.test(print(list));
	// On the host a unit that it calls would be a stub.
	const mayStay = !setting.plan.features.has('cache') && !track.usesUnits;
	let text = directive(setting, mayStay);
	if (!isSimple) text = String(text).replace("'use strict'; ", '');
	const suspends = print(statements).includes('await');
	const signature = { params, result: type, cost: track.cost, isAsync, isUnit: true, suspends };
	return {
		isAsync,
		list,
		body: sequence(code`{\n${text}\n${statements}\n}`),
		signature,
		isForUnits: track.isForUnits,
	};
}

/** @param {UnitText} unit @returns {string} */
const asyncOf = ({ isAsync }) => (isAsync ? 'async ' : '');

/**
 * A unit as an expression.
 *
 * @param {Setting} setting
 * @returns {{ text: Tree, unit: UnitText }}
 */
export function unitExpression(setting) {
	const { random } = setting.plan;
	const isArrow = random.chance(0.5);
	const unit = unitText(setting, { isArrow });
	if (isArrow)
		return { unit, text: sequence(code`${asyncOf(unit)}(${unit.list}) => ${unit.body}`) };
	const name = random.pick(['', '', 'inner', 'score']);
	return {
		unit,
		text: sequence(code`${asyncOf(unit)}function ${name}(${unit.list}) ${unit.body}`),
	};
}

/**
 * @param {Setting} setting
 * @param {string} key
 * @param {Part} [first] as of `unitText`
 * @returns {{ text: Tree, unit: UnitText }} a member of an object or a class
 */
export function unitMethod(setting, key, first) {
	const unit = unitText(setting, { first });
	return { unit, text: sequence(code`${asyncOf(unit)}${key}(${unit.list}) ${unit.body}`) };
}

/** @typedef {{ statements: Tree[], name: string, callables: Callable[], isMovable: boolean }} ModuleUnit `name`: what to export */

/** @param {UnitText} unit @param {string} path @returns {Callable} */
export const callable = ({ signature: { params, result } }, path) => ({ path, params, result });

/** @type {readonly (readonly [number, (setting: Setting) => ModuleUnit])[]} */
const FORMS = [
	[
		5,
		(setting) => {
			const name = chooseName(setting);
			setting.scope.declare({ name });
			const unit = unitText(setting, { self: name });
			declareUnit(setting, name, unit);
			const text = statement(code`${asyncOf(unit)}function ${name}(${unit.list}) ${unit.body}`);
			return { statements: [text], name, callables: [callable(unit, name)], isMovable: true };
		},
	],
	[
		4,
		(setting) => {
			const name = chooseName(setting);
			setting.scope.declare({ name });
			const { unit, text } = unitExpression(setting);
			declareUnit(setting, name, unit);
			return {
				statements: [statement(code`const ${name} = ${text};`)],
				name,
				callables: [callable(unit, name)],
				isMovable: true,
			};
		},
	],
	[
		1,
		(setting) => {
			const name = chooseName(setting);
			setting.scope.declare({ name, isForHost: true });
			const key = setting.plan.random.pick(['score', "'two words'", '7', 'default']);
			const { unit, text } = unitMethod(setting, key);
			const path = `${name}.${key.replaceAll("'", '')}`;
			const statements = [statement(code`const ${name} = { ${text}, k: 1 };`)];
			return { statements, name, callables: [callable(unit, path)], isMovable: false };
		},
	],
	[
		1,
		(setting) => {
			const name = chooseName(setting);
			setting.scope.declare({ name, isForHost: true });
			const { unit, text } = unitMethod(setting, 'score');
			const statements = [statement(code`class ${name} {\nstatic ${text}\n}`)];
			return { statements, name, callables: [callable(unit, `${name}.score`)], isMovable: false };
		},
	],
	[
		0.7,
		(setting) => {
			const name = chooseName(setting);
			setting.scope.declare({ name, isForHost: true });
			const { unit, text } = unitExpression({ ...setting, hasArguments: false });
			const statements = [statement(code`class ${name} {\nstatic score = ${text};\n}`)];
			return { statements, name, callables: [callable(unit, `${name}.score`)], isMovable: false };
		},
	],
	[
		1,
		(setting) => {
			const name = chooseName(setting);
			setting.scope.declare({ name, isForHost: true });
			const inner = nest(setting, 'function', {
				role: 'load',
				region: {},
				tracks: [newTrack()],
				depth: 2,
			});
			const value = generate(inner, 'num');
			const kept = declare(inner, { type: 'num' }).name;
			const { unit, text } = unitExpression(inner);
			const statements = [
				statement(
					code`const ${name} = (() => {\nconst ${kept} = ${value};\nreturn ${text};\n})();`,
				),
			];
			return { statements, name, callables: [callable(unit, name)], isMovable: false };
		},
	],
	[
		0.7,
		(setting) => {
			const name = chooseName(setting);
			setting.scope.declare({ name, isForHost: true });
			const made = [unitExpression(setting), unitExpression(setting)];
			const elements = list(
				made.map(({ text }) => text),
				{ least: 2 },
			);
			return {
				statements: [statement(code`const ${name} = [${elements}];`)],
				name,
				callables: made.map(({ unit }, index) => callable(unit, `${name}.${index}`)),
				isMovable: false,
			};
		},
	],
	[
		0.5,
		(setting) => {
			const name = chooseName(setting);
			setting.scope.declare({ name, isForHost: true });
			const test = generate({ ...setting, depth: 1, noState: true, tracks: [newTrack()] }, 'bool');
			const first = unitExpression(setting);
			const unit = first.unit;
			const other = sequence(code`${asyncOf(unit)}() => 0`);
			return {
				statements: [statement(code`const ${name} = ${test} || true ? ${first.text} : ${other};`)],
				name,
				callables: [callable(unit, name)],
				isMovable: false,
			};
		},
	],
];

/** @param {Setting} setting @param {string} name @param {UnitText} unit @returns {Binding} */
function declareUnit(setting, name, { signature, isForUnits }) {
	const isStructure = signature.result === 'any';
	return setting.scope.declare({
		name,
		...(isStructure ? {} : { signature }),
		phase: 'run',
		isForUnits: false,
		isState: isForUnits,
	});
}

/** `exports.score = …`, where nothing else stands between. @param {Setting} setting @returns {ModuleUnit} */
export function exportedProperty(setting) {
	const { unit, text } = unitExpression(setting);
	const name = `own${setting.plan.random.int(100000)}`;
	const statements = [statement(code`exports.${name} = ${text};`)];
	return { statements, name: '', callables: [callable(unit, name)], isMovable: false };
}

/** @param {Setting} setting of the module's top level @returns {ModuleUnit} */
export const moduleUnit = (setting) => setting.plan.random.weighted(FORMS)(setting);

/**
 * A unit that takes a callback as its last argument.
 *
 * @param {Setting} setting of the module's top level
 * @returns {ModuleUnit}
 */
export function callbackUnit(setting) {
	const { random } = setting.plan;
	const name = chooseName(setting);
	setting.scope.declare({ name, isForHost: true });
	const outer = { ...unitSetting(setting, false, false), mayThrow: false, tracks: [newTrack()] };
	const given = declare(outer, { type: 'num' }).name;
	const callback = declare(outer, {}).name;
	const inner = nest(outer, 'function');
	inner.scope.pass(callback);
	const value = generate(inner, random.pick(['num', 'str', 'rec', 'nums']));
	const call = random.chance(0.6)
		? code`${callback}(null, ${value});`
		: code`${callback}(${value}, ${generate(inner, 'num')});`;
	const text = statement(
		code`function ${name}(${given}, ${callback}) {\n'use cpu_bound';\n${sequence(call)}\n}`,
	);
	const callables = [{ path: name, params: ['num'], result: 'any', takesCallback: true }];
	return { statements: [text], name, callables, isMovable: true };
}
