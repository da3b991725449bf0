/** @import { Part } from './tree.js' */
/** @import { Setting } from './setting.js' */
/** @import { Call } from './program.js' */
/** @import { ModuleUnit } from './units.js' */
import { code, lines, list, sequence, statement } from './tree.js';
import { generate } from './expressions.js';
import { newTrack } from './functions.js';
import { statements } from './statements.js';
import { callable, unitMethod, unitSetting } from './units.js';
import { chooseName, declare, nest } from './setting.js';
import { literalText } from './values.js';

/**
 * Units whose callers have a part in what crosses: the object that they are called on, instances, functions, one value
 * after the other.
 */

/** @typedef {ModuleUnit & { wrap?: (call: Call) => Call }} Exchange */

/** @param {Setting} setting @param {string} type @returns {Part} a value that is made while the module loads */
const made = (setting, type) =>
	generate({ ...setting, depth: 1, noState: true, tracks: [newTrack()] }, type);

/** @param {Setting} setting @returns {Part} a number from `this` */
const fromThis = ({ plan: { random } }) =>
	random.pick([
		'this.data',
		'this.data + this.list.length',
		'(this.list[0] ?? 0)',
		'Number(this.data)',
	]);

/** @param {Setting} setting @returns {string} */
function hostName(setting) {
	const name = chooseName(setting);
	setting.scope.declare({ name, isForHost: true });
	return name;
}

/** @param {Setting} setting @returns {Exchange} a method that reads data of its object, which the host may change */
function objectWithData(setting) {
	const name = hostName(setting);
	const change = hostName(setting);
	const { unit, text } = unitMethod(setting, 'score', fromThis(setting));
	const isStatic = setting.plan.random.chance(0.5);
	const data = made(setting, 'num');
	const items = made(setting, 'nums');
	const object = isStatic
		? code`class ${name} {\nstatic data = ${data};\nstatic list = [...${items}];\nstatic ${text}\nstatic change(value) {\nthis.data = value;\n}\n}`
		: code`const ${name} = {\ndata: ${data},\nlist: [...${items}],\n${text},\nchange(value) {\nthis.data = value;\n},\n};`;
	const host = code`async function ${change}(value) {\n${name}.change(value);\nreturn ${name}.data;\n}`;
	return {
		statements: [statement(object), statement(host)],
		name,
		callables: [
			callable(unit, `${name}.score`),
			{ path: `${name}.change`, params: ['num'], result: 'num', isHost: true },
		],
		isMovable: false,
	};
}

/** @param {Setting} setting @returns {Exchange} a method of instances, which a function of the module makes */
function instanceWithData(setting) {
	const { random } = setting.plan;
	const type = hostName(setting);
	const name = hostName(setting);
	const { unit, text } = unitMethod(setting, 'score', fromThis(setting));
	const definition = code`class ${type} {\nlist = [...${made(setting, 'nums')}];\nconstructor(value) {\nthis.data = value;\n}\n${text}\n}`;
	return {
		statements: [
			statement(definition),
			statement(code`function ${name}(value) {\nreturn new ${type}(value);\n}`),
		],
		name,
		callables: [callable(unit, 'score')],
		isMovable: false,
		wrap: (then) => ({ fn: name, args: [{ type: 'num', text: literalText(random, 'num') }], then }),
	};
}

/**
 * @param {Setting} setting
 * @param {readonly string[]} types of parameters
 * @param {readonly string[]} [used] names that the unit is going to use, which no parameter may hide
 * @returns {{ names: string[], inner: Setting }} a unit's body
 */
function unitBody(setting, types, used = []) {
	const outer = { ...unitSetting(setting, true, false), mayThrow: false, tracks: [newTrack()] };
	for (const name of used) outer.scope.pass(name);
	const names = types.map((type) => declare(outer, type === '' ? {} : { type }).name);
	const inner = nest(outer, 'function', { depth: 2 });
	for (const name of names) inner.scope.pass(name);
	return { names, inner };
}

/** @param {Setting} setting @returns {Exchange} instances of a class as arguments and results */
function instancesThatCross(setting) {
	const type = chooseName(setting);
	setting.scope.declare({ name: type });
	const unit = hostName(setting);
	const name = hostName(setting);
	const { names, inner } = unitBody(setting, ['', 'num'], [type]);
	inner.scope.pass(type);
	const before = lines(statements(inner, 2));
	const value = generate(inner, 'num');
	const [given = '', count = ''] = names;
	const result = setting.plan.random.pick([
		`${given}.plus(new ${type}(${count}))`,
		`{ own: ${given}, list: [${given}, new ${type}(${count})] }`,
		`[...[${given}]].map((one) => one.plus(one))`,
	]);
	return {
		statements: [
			statement(
				code`class ${type} {\nconstructor(value) {\nthis.value = value;\n}\nplus(other) {\nreturn new ${type}(this.value + other.value + ${made(setting, 'num')});\n}\n}`,
			),
			statement(
				code`async function ${unit}(${names.join(', ')}) {\n'use cpu_bound';\n${before}\nif (!(${given} instanceof ${type})) return null;\n${given}.plus(new ${type}(${value}));\nreturn ${result};\n}`,
			),
			statement(
				code`async function ${name}(value) {\nconst result = await ${unit}(new ${type}(value), value);\nreturn [result instanceof ${type}, result?.own === result?.list?.[0], result];\n}`,
			),
		],
		name,
		callables: [{ path: name, params: ['num'], result: 'any', isHost: true }],
		isMovable: false,
	};
}

/** @param {Setting} setting @returns {Exchange} a function of the host as argument, whose results are awaited or dropped */
function functionsThatCross(setting) {
	const { random } = setting.plan;
	const unit = hostName(setting);
	const name = hostName(setting);
	const { names, inner } = unitBody(setting, ['num', '']);
	const each = String(names[1]);
	const block = nest(inner, 'block');
	block.scope.pass(each);
	const total = declare(inner, {}).name;
	block.scope.pass(total);
	const index = declare(block, { type: 'num' }).name;
	const value = generate(block, 'num');
	const way = random.pick([
		code`${total} += await ${each}(${value});`,
		code`const given = await ${each}(${value});\n${total} += given;`,
		code`try {\n${total} += await ${each}(${value});\n} catch (error) {\n${total} = error.message;\n}`,
		code`${each}(${value});`,
	]);
	const caller = nest(
		{
			...setting,
			role: 'host',
			phase: 'run',
			region: {},
			tracks: [newTrack()],
			depth: 1,
			isAsync: false,
		},
		'function',
	);
	const answer = generate(nest(caller, 'params', { hasArguments: false }), 'num');
	const throwing = random.chance(0.3) ? 'if (one > 3) throw new RangeError(String(one));\n' : '';
	return {
		statements: [
			statement(
				code`async function ${unit}(${names.join(', ')}) {\n'use cpu_bound';\nlet ${total} = 0;\nfor (let ${index} = 0; ${index} < 3; ${index}++) {\n${sequence(way)}\n}\nreturn ${total};\n}`,
			),
			statement(
				code`async function ${name}(value) {\nreturn ${unit}(value, async (one) => {\n${throwing}return one + ${answer};\n});\n}`,
			),
		],
		name,
		callables: [{ path: name, params: ['num'], result: 'any', isHost: true }],
		isMovable: false,
	};
}

/** @param {Setting} setting @returns {Exchange} a generator, and a function of the host that pulls it */
function generatorUnit(setting) {
	const { random } = setting.plan;
	const unit = hostName(setting);
	const name = hostName(setting);
	const { names, inner } = unitBody(setting, ['num']);
	const isAsync = random.chance(0.6);
	const own = { ...inner, isAsync, returns: null };
	const before = lines(statements(own, 2));
	const values = list(
		[0, 1, 2].map(() =>
			statement(code`yield ${generate(own, random.pick(['num', 'str', 'rec', 'map']))};`),
		),
		{ separator: '\n' },
	);
	const leave = random.pick([
		'if (all.length > 1) break;\n',
		'',
		'if (all.length > 2) return all;\n',
	]);
	const end = random.pick([
		'',
		'try {\nyield 1;\n} finally {\nyield 2;\n}\n',
		"throw new RangeError('end');\n",
	]);
	return {
		statements: [
			statement(
				code`${isAsync ? 'async ' : ''}function* ${unit}(${names.join(', ')}) {\n'use cpu_bound';\n${before}\n${values}\n${end}}`,
			),
			statement(
				code`async function ${name}(value) {\nconst all = [];\nfor await (const one of ${unit}(value)) {\nall.push(structuredClone(one));\n${leave}}\nreturn all;\n}`,
			),
		],
		name,
		callables: [{ path: name, params: ['num'], result: 'any', isHost: true }],
		isMovable: false,
	};
}

/** @type {readonly (readonly [number, (setting: Setting) => Exchange])[]} */
const EXCHANGES = [
	[1.5, objectWithData],
	[1.5, instanceWithData],
	[1, instancesThatCross],
	[1, functionsThatCross],
	[1, generatorUnit],
];

/** @param {Setting} setting of the module's top level @returns {Exchange} */
export const exchange = (setting) => setting.plan.random.weighted(EXCHANGES)(setting);
