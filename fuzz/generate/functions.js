/** @import { Part, Tree } from './tree.js' */
/** @import { Binding, Signature } from './scope.js' */
/** @import { Setting, Track } from './setting.js' */
import { code, lines, list, optional, sequence, statement } from './tree.js';
import { generate } from './expressions.js';
import { annotation, body, statements } from './statements.js';
import { changeContents } from './mutations.js';
import { chooseName, declare, nest, noteMadeOnce, within } from './setting.js';
import { TYPES } from './values.js';

/**
 * Functions that are no units: of the module, and inside other functions.
 */

/**
 * In sloppy code a function in a block is a variable of the whole function as well.
 *
 * @param {Setting} setting
 * @returns {string}
 */
function functionName(setting) {
	const isVar = setting.plan.moduleKind === 'commonjs' && setting.scope.kind === 'block';
	const name = chooseName(setting, { isVar });
	if (isVar) {
		setting.scope.functionScope.declare({ name });
		setting.scope.passVar(name);
	}
	setting.scope.declare({ name }); // its own text may hide it, but not mean something else by it
	return name;
}

/** @typedef {{ text: Tree, binding: Binding }} Made a statement that declares a name */

/** @returns {Track} */
export const newTrack = () => ({
	cost: 1,
	isState: false,
	isForUnits: false,
	usesData: false,
});

/**
 * Where the body of a function runs that is declared here.
 *
 * @param {Setting} setting
 * @param {Track} track
 * @returns {Setting} in the scope of the parameters
 */
export function functionSetting(setting, track) {
	const isOfUnit = setting.role === 'unit';
	return nest(setting, 'params', {
		role: isOfUnit ? 'unit' : 'helper',
		// In a unit a closure may assign to what the unit declares: all of it runs in the worker.
		region: isOfUnit ? setting.region : {},
		isAsync: false,
		mayThrow: false,
		depth: 2,
		room: setting.room - 1,
		times: 1,
		tracks: [track],
		returns: null,
		hasArguments: true,
		labels: [],
	});
}

/**
 * @param {Setting} setting in the scope of the parameters
 * @param {readonly string[]} types
 * @returns {Tree} declares their names
 */
export function parameters(setting, types) {
	const { random } = setting.plan;
	const made = types.map((type, index) => {
		const isLast = index === types.length - 1;
		if (type === 'rec' && random.chance(0.3)) return recordPattern(setting);
		if (type === 'nums' && random.chance(0.3)) return listPattern(setting);
		const fallback =
			isLast && random.chance(0.25)
				? generate({ ...within(setting), hasArguments: false }, type)
				: null;
		const { name } = declare(setting, { type, isAssignable: true });
		const rest = fallback ? optional(code` = ${fallback}`) : '';
		return sequence(code`${name}${annotation(setting, type)}${rest}`);
	});
	return list(made, { least: made.length });
}

/** @param {Setting} setting @returns {Tree} `{ a: x, ...rest }` */
function recordPattern(setting) {
	const { random } = setting.plan;
	const name = random.chance(0.5) && setting.scope.isFree('a') ? 'a' : chooseName(setting);
	declare(setting, { name, type: 'num', isAssignable: true });
	const rest = declare(setting, { name: chooseName(setting) });
	setting.scope.declare({ ...rest, text: `${rest.name}.c`, type: 'nums', isAssignable: false });
	return sequence(code`{ ${name === 'a' ? 'a' : `a: ${name}`}, ...${rest.name} }`);
}

/** @param {Setting} setting @returns {Tree} `[first = …, ...rest]` */
function listPattern(setting) {
	const fallback = generate({ ...within(setting), hasArguments: false }, 'num');
	const first = declare(setting, { type: 'num', isAssignable: true }).name;
	const rest = declare(setting, { type: 'nums' }).name;
	return sequence(code`[${first} = ${fallback}, ...${rest}]`);
}

/** @param {Setting} setting @returns {string[]} types of one or two parameters */
export function chooseParams({ plan: { random } }) {
	const types = [
		random.weighted([
			[4, 'num'],
			[2, random.pick(TYPES)],
		]),
	];
	if (random.chance(0.3))
		types.push(
			random.weighted([
				[3, 'num'],
				[1, random.pick(TYPES)],
			]),
		);
	return types;
}

/** @param {Setting} setting @returns {string} */
export const chooseResult = ({ plan: { random } }) =>
	random.weighted([
		[5, 'num'],
		[3, random.pick(TYPES)],
	]);

/**
 * @param {Setting} setting
 * @param {Track} track of its body
 * @param {{ name: string, signature: Omit<Signature, 'cost'> }} declared
 * @returns {Binding}
 */
function declareFunction(setting, track, { name, signature }) {
	if (track.usesUnits) for (const one of setting.tracks) one.usesUnits = true;
	return setting.scope.declare({
		name,
		signature: { ...signature, cost: track.cost },
		isState: track.isState,
		isForUnits: track.isForUnits,
		usesData: track.usesData,
		usesUnits: track.usesUnits,
		phase: setting.phase,
		region: setting.region,
	});
}

/** @param {Setting} setting @returns {Made} a function of any form */
export function plainFunction(setting) {
	const { random } = setting.plan;
	const track = newTrack();
	const params = chooseParams(setting);
	const result = chooseResult(setting);
	const form = random.weighted([
		[4, 'declaration'],
		[3, 'arrow'],
		[1, 'concise'],
		[1, 'expression'],
		[1, 'async'],
	]);
	const isAsync = form === 'async';
	const name = functionName(setting);
	const outer = functionSetting(setting, track);
	const isArrow = form === 'arrow' || form === 'concise';
	const inner = {
		...outer,
		hasArguments: isArrow ? setting.hasArguments && setting.role === 'unit' : true,
	};
	const list = parameters(inner, params);
	const bodySetting = nest({ ...inner, isAsync }, 'function');
	const text = functionText({ name, form, list, bodySetting, result });
	const binding = declareFunction(setting, track, { name, signature: { params, result, isAsync } });
	return { text: statement(text), binding };
}

/**
 * @param {{ name: string, form: string, list: Tree, bodySetting: Setting, result: string }} made
 * @returns {Part[]}
 */
function functionText({ name, form, list, bodySetting, result }) {
	const { random } = bodySetting.plan;
	if (form === 'concise')
		return code`const ${name} = (${list}) => (${generate(bodySetting, result)});`;
	const returns = annotation(bodySetting, form === 'async' ? '' : result);
	if (form === 'arrow')
		return code`const ${name} = (${list})${returns} => {\n${body(bodySetting, result)}\n};`;
	if (form === 'expression') {
		const self = random.pick(['', name, 'inner']);
		return code`const ${name} = function ${self}(${list})${returns} {\n${body(bodySetting, result)}\n};`;
	}
	const head = form === 'async' ? 'async function' : 'function';
	return code`${head} ${name}(${list})${returns} {\n${body(bodySetting, result)}\n}`;
}

/** @param {Setting} setting @returns {Made} that calls itself, with less and less to do */
export function recursiveFunction(setting) {
	const { random } = setting.plan;
	const track = newTrack();
	const name = functionName(setting);
	const outer = functionSetting(setting, track);
	const left = declare(outer, { type: 'num', name: name === 'n' ? 'm' : 'n' }).name;
	const inner = nest(outer, 'function');
	inner.scope.pass(name);
	inner.scope.pass(left); // a `var` of that name would give it another value
	// It runs before what the statements declare is there.
	const end = generate(inner, 'num');
	const before = lines(statements(inner, random.int(2)));
	const step = generate(inner, 'num');
	const call = random.chance(0.3)
		? `[${left} - 1].map((one) => ${name}(one))[0]`
		: `${name}(${left} - 1)`;
	const text = code`function ${name}(${left}${annotation(setting, 'num')}) {\nif (!(${left} > 0) || ${left} > 4) return ${end};\n${before}\nreturn ${step} + ${call};\n}`;
	track.cost *= 5;
	const binding = declareFunction(setting, track, {
		name,
		signature: { params: ['num'], result: 'num' },
	});
	return { text: statement(text), binding };
}

/** @param {Setting} setting @returns {Made} the first of two that call each other */
export function mutualRecursion(setting) {
	const track = newTrack();
	const first = functionName(setting);
	const second = functionName(setting);
	const parts = [
		[first, second],
		[second, first],
	].map(([own, other]) => {
		const inner = functionSetting(setting, track);
		inner.scope.pass(/** @type {string} */ (other));
		const left = declare(inner, { type: 'num' }).name;
		const end = generate(inner, 'num');
		const step = generate(inner, 'num');
		return sequence(
			code`function ${own ?? ''}(${left}) {\nreturn ${left} > 0 && ${left} < 5 ? ${other ?? ''}(${left} - 1) + ${step} : ${end};\n}`,
		);
	});
	track.cost *= 5;
	const binding = declareFunction(setting, track, {
		name: first,
		signature: { params: ['num'], result: 'num' },
	});
	return { text: lines(parts.map((part) => statement([part]))), binding };
}

/** @param {Setting} setting @returns {Made} `(values, number)`, of which it changes the first in place */
export function changingFunction(setting) {
	const { random } = setting.plan;
	const track = newTrack();
	const type = random.pick(['nums', 'nums', 'rec', 'pts', 'map', 'set']);
	const name = functionName(setting);
	const inner = functionSetting(setting, track);
	const own = { ...inner, region: inner.region };
	const target = declare(own, { type, isFresh: 'deep' });
	declare(own, { type: 'num', isAssignable: true });
	const list = [...own.scope.bindings.keys()].join(', ');
	const bodySetting = nest(own, 'function');
	const change = statement(changeContents(bodySetting, target));
	const text = code`function ${name}(${list}) {\n${change}\nreturn ${generate(bodySetting, 'num')};\n}`;
	const signature = { params: [type, 'num'], result: 'num', changesFirst: true };
	return { text: statement(text), binding: declareFunction(setting, track, { name, signature }) };
}

/** @param {Setting} setting @returns {Made} */
export function generatorFunction(setting) {
	const track = newTrack();
	const name = functionName(setting);
	const outer = functionSetting(setting, track);
	const list = parameters(outer, ['num']);
	const inner = nest({ ...outer, returns: null }, 'function');
	const first = lines(statements(inner, 1));
	const text = code`function* ${name}(${list}) {\n${first}\nyield ${generate(inner, 'num')};\nyield* ${generate(inner, 'nums')};\n}`;
	const signature = { params: ['num'], result: 'nums', isGenerator: true };
	return { text: statement(text), binding: declareFunction(setting, track, { name, signature }) };
}

/** @param {Setting} setting @returns {Made} a tag of template literals */
export function tagFunction(setting) {
	const track = newTrack();
	const name = functionName(setting);
	const outer = functionSetting(setting, track);
	const strings = declare(outer, {}).name;
	const value = declare(outer, { type: 'num' }).name;
	const inner = nest(outer, 'function');
	inner.scope.pass(strings);
	const text = code`function ${name}(${strings}, ${value}) {\nreturn ${strings}.join('-') + ${strings}.raw.length + ${generate(inner, 'str')};\n}`;
	const signature = { params: ['num'], result: 'str', isTag: true };
	return { text: statement(text), binding: declareFunction(setting, track, { name, signature }) };
}

/** @param {Setting} setting @returns {Made} a function that a call of another one has made */
export function madeFunction(setting) {
	const { random } = setting.plan;
	const track = newTrack();
	const name = functionName(setting);
	const once = newTrack();
	const noState = { ...setting, noState: true, depth: 1, tracks: [...setting.tracks, once] };
	// At the top level it runs while the module loads, wherever the function is called.
	if (setting.role === 'load') noState.phase = 'load';
	const given = generate(noState, 'num');
	noteMadeOnce(setting, once);
	const outer = { ...functionSetting(setting, track), hasArguments: false };
	const kept = declare(outer, { type: 'num' }).name;
	const inner = { ...nest(outer, 'params'), role: outer.role };
	const param = declare(inner, { type: 'num' }).name;
	inner.scope.pass(kept);
	const result = generate(inner, 'num');
	const text = random.chance(0.5)
		? code`const ${name} = ((${kept}) => (${param}) => (${result}))(${given});`
		: code`const ${name} = (function (${kept}) {\nreturn (${param}) => (${result});\n})(${given});`;
	const binding = declareFunction(setting, track, {
		name,
		signature: { params: ['num'], result: 'num' },
	});
	return { text: statement(text), binding };
}

/** @type {readonly (readonly [number, (setting: Setting) => Made])[]} whose code the text shows, wherever they are used */
export const DECLARED_FUNCTIONS = [
	[6, plainFunction],
	[1, recursiveFunction],
	[0.6, mutualRecursion],
	[1, changingFunction],
	[0.6, generatorFunction],
	[0.4, tagFunction],
];

/** @type {readonly (readonly [number, (setting: Setting) => Made])[]} */
export const FUNCTIONS = [...DECLARED_FUNCTIONS, [0.7, madeFunction]];

/** A function inside another one. @param {Setting} setting @returns {Part[] | null} */
export function localFunction(setting) {
	if (setting.room <= 0) return null;
	return [setting.plan.random.weighted(FUNCTIONS)({ ...setting, depth: 2 }).text];
}
