/** @import { Tree } from './tree.js' */
/** @import { Setting } from './setting.js' */
/** @import { Callable } from './units.js' */
import { code, lines, list, sequence, statement } from './tree.js';
import { generate } from './expressions.js';
import { plainClass } from './classes.js';
import { chooseParams, DECLARED_FUNCTIONS, newTrack, parameters } from './functions.js';
import { assign, changeContents } from './mutations.js';
import { freshValue } from './statements.js';
import { unitExpression, unitMethod } from './units.js';
import { chooseName, declare, nest } from './setting.js';
import { CONTAINERS, PRIMITIVES } from './values.js';

/**
 * Functions that return units: what these capture are variables of the function.
 */

/**
 * @typedef {object} Factory
 * @property {Tree} text a declaration
 * @property {string} name
 * @property {readonly string[]} params types
 * @property {Callable[]} returned what can be called on what it returns
 * @property {'at once' | 'call' | 'next'} between what may be called in between: the result itself, with a number; or
 *   `next()`, which returns the same object
 */

/** @param {Setting} setting @returns {Tree} a variable of the factory */
function local(setting) {
	const { random } = setting.plan;
	const shallow = { ...setting, depth: 2 };
	// What it reads while it is made may be another value at the call.
	setting.plan.mayRefuse.add('LP2025');
	const kind = random.weighted([
		[5, 'data'],
		[3, 'function'],
		[1, 'class'],
		[1, 'pattern'],
	]);
	// A function that is only known at run time could not move: declarations alone.
	if (kind === 'function') return random.weighted(DECLARED_FUNCTIONS)(shallow).text;
	if (kind === 'class') return plainClass(shallow).text;
	if (kind === 'pattern') {
		const value = generate(shallow, 'rec');
		const a = declare(setting, { type: 'num' }).name;
		const c = declare(setting, { type: 'nums' }).name;
		return statement(code`const { a: ${a} = 3, c: ${c} } = ${value};`);
	}
	const type = random.pick(['num', 'num', 'str', 'bool', ...CONTAINERS]);
	const isPrimitive = PRIMITIVES.includes(type);
	const fresh = isPrimitive ? null : freshValue(shallow, type);
	const value = fresh?.value ?? generate(shallow, type);
	const keyword = random.pick(['const', 'const', 'let', 'var']);
	const isVar = keyword === 'var' && setting.scope.kind !== 'block';
	const isAssignable = isPrimitive && keyword !== 'const';
	const { name } = declare(setting, { type, isAssignable, isFresh: fresh?.isFresh }, { isVar });
	return statement(code`${keyword === 'var' && !isVar ? 'let' : keyword} ${name} = ${value};`);
}

/** @typedef {(setting: Setting) => { text: Tree } & Pick<Factory, 'returned' | 'between'>} Ending */

/** @type {readonly (readonly [number, Ending])[]} */
const ENDINGS = [
	[
		5,
		(setting) => {
			const { unit, text } = unitExpression(setting);
			const { params, result } = unit.signature;
			return {
				text: statement(code`return ${text};`),
				returned: [{ path: '', params, result }],
				between: 'at once',
			};
		},
	],
	[
		2,
		(setting) => {
			const made = [unitMethod(setting, 'first'), unitMethod(setting, 'second')];
			const returned = made.map(({ unit: { signature } }, index) => {
				return {
					path: index === 0 ? 'first' : 'second',
					params: signature.params,
					result: signature.result,
				};
			});
			const members = list(
				made.map(({ text }) => text),
				{ least: 2 },
			);
			return { text: statement(code`return { ${members} };`), returned, between: 'at once' };
		},
	],
	[
		1.5,
		(setting) => {
			const name = chooseName(setting);
			setting.scope.declare({ name });
			const inner = nest(setting, 'block');
			// The list is named in the block: no variable of that may hide it.
			inner.scope.pass(name);
			const index = declare(inner, { type: 'num' }).name;
			const value = generate({ ...inner, depth: 1 }, 'num');
			const kept = declare(inner, { type: 'num' }).name;
			const { unit, text } = unitExpression(inner);
			const { params, result } = unit.signature;
			const loop = code`const ${name} = [];\nfor (let ${index} = 0; ${index} < 2; ${index}++) {\nconst ${kept} = ${value};\n${name}.push(${text});\n}\nreturn ${name};`;
			return {
				text: statement(loop),
				returned: [0, 1].map((at) => ({ path: String(at), params, result })),
				between: 'at once',
			};
		},
	],
	[
		1.5,
		(setting) => {
			const inner = nest(setting, 'params', { tracks: [newTrack()] });
			const param = declare(inner, { type: 'num' }).name;
			const bodySetting = nest(inner, 'function');
			const first = local(bodySetting);
			const { unit, text } = unitExpression(bodySetting);
			const { params, result } = unit.signature;
			return {
				text: statement(code`return (${param}) => {\n${first}\nreturn ${text};\n};`),
				returned: [{ path: '', params, result }],
				between: 'call',
			};
		},
	],
	[
		1.5,
		(setting) => {
			const inner = nest(setting, 'block');
			const first = local(inner);
			const { unit, text } = unitExpression(inner);
			const { params, result } = unit.signature;
			const around = setting.plan.random.pick(['', 'if (true) ', 'try ']);
			const after = around === 'try ' ? ' finally {\n}' : '';
			return {
				text: statement(code`${around}{\n${first}\nreturn ${text};\n}${after}`),
				returned: [{ path: '', params, result }],
				between: 'at once',
			};
		},
	],
	[
		1.5,
		(setting) => {
			// The variable that it captures changes between the calls.
			const type = setting.plan.random.pick(['num', 'str', ...CONTAINERS]);
			const isPrimitive = PRIMITIVES.includes(type);
			const shallow = { ...setting, depth: 1 };
			const fresh = isPrimitive ? null : freshValue(shallow, type);
			const value = fresh?.value ?? generate(shallow, type);
			const binding = declare(setting, {
				type,
				isAssignable: isPrimitive,
				isFresh: fresh?.isFresh,
			});
			const { unit, text } = unitMethod(setting, 'score');
			const inner = nest({ ...setting, depth: 1 }, 'function');
			const next = isPrimitive ? assign(inner, binding) : changeContents(inner, binding);
			const { params, result } = unit.signature;
			const members = list([sequence(code`next() {\n${sequence(next)}\nreturn this;\n}`), text], {
				least: 2,
			});
			return {
				text: statement(code`let ${binding.name} = ${value};\nreturn { ${members} };`),
				returned: [{ path: 'score', params, result }],
				between: 'next',
			};
		},
	],
];

/** @param {Setting} setting of the module's top level @returns {Factory} */
export function factory(setting) {
	const { random } = setting.plan;
	const name = chooseName(setting);
	setting.scope.declare({ name, isForHost: true });
	const types = chooseParams(setting);
	const outer = nest(setting, 'params', {
		role: 'host',
		phase: 'run',
		region: {},
		isAsync: false,
		mayThrow: false,
		depth: 2,
		room: 2,
		times: 1,
		tracks: [newTrack()],
		returns: null,
		hasArguments: true,
		noState: false,
	});
	const params = parameters(outer, types);
	const inner = nest(outer, 'function');
	const statements = Array.from({ length: random.int(4) }, () => local(inner));
	const ending = random.weighted(ENDINGS)(inner);
	const text = code`function ${name}(${params}) {\n${lines([...statements, ending.text])}\n}`;
	return {
		text: statement(text),
		name,
		params: types,
		returned: ending.returned,
		between: ending.between,
	};
}
