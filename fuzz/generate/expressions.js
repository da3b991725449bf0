/** @import { Part, Tree } from './tree.js' */
/** @import { Binding } from './scope.js' */
/** @import { Setting } from './setting.js' */
import { code, expression, list, sequence } from './tree.js';
import { calls } from './calls.js';
import { declare, nestArrow, nestFunction, usable, use, within } from './setting.js';
import { literal } from './values.js';

/** Makes an expression's text, or null where it does not fit. @typedef {(setting: Setting) => Part[] | null} Producer */

/**
 * An expression of a type.
 *
 * @param {Setting} setting
 * @param {string} type
 * @returns {Tree}
 */
export function generate(setting, type) {
	const { random } = setting.plan;
	if (setting.depth <= 0) return leaf(setting, type);
	const producers = /** @type {Record<string, [number, Producer][]>} */ (PRODUCERS)[type] ?? [];
	for (let tries = 0; tries < 3; tries++) {
		const producer = random.weighted([...COMMON(type), ...producers]);
		const parts = producer(within(setting));
		if (parts) return expression(type, parts);
	}
	return leaf(setting, type);
}

/** @param {Setting} setting @param {string} type @returns {Tree} a name or a literal */
export function leaf(setting, type) {
	const { random } = setting.plan;
	const found = random.chance(0.8) ? usable(setting, (one) => one.type === type) : [];
	if (found.length === 0) return literal(random, type);
	return expression(type, [use(setting, random.pick(found))]);
}

/** @param {Setting} setting @param {string} type @returns {string | null} a name of that type, not a literal */
function named(setting, type) {
	const found = usable(setting, (one) => one.type === type);
	return found.length === 0 ? null : use(setting, setting.plan.random.pick(found));
}

/** @param {Setting} setting */
const num = (setting) => generate(setting, 'num');
/** @param {Setting} setting */
const str = (setting) => generate(setting, 'str');
/** @param {Setting} setting */
const bool = (setting) => generate(setting, 'bool');
/** @param {Setting} setting */
const nums = (setting) => generate(setting, 'nums');

/**
 * An arrow function that is used where it stands: its parameters hide what they are called like.
 *
 * @param {Setting} setting
 * @param {readonly string[]} types of the parameters
 * @param {(inner: Setting) => Part} body an expression
 * @returns {Part[]}
 */
export function arrow(setting, types, body) {
	const inner = { ...nestArrow(setting), times: setting.times * 3 };
	const names = types.map((type) => declare(inner, { type, region: {} }).name);
	const text = body(inner);
	return code`(${names.join(', ')}) => (${text})`;
}

/** What every type has. @param {string} type @returns {[number, Producer][]} */
const COMMON = (type) => [
	[3, (setting) => [leaf(setting, type)]],
	[2.5, (setting) => calls(setting, type, generate)],
	[
		0.8,
		(setting) => code`(${bool(setting)} ? ${generate(setting, type)} : ${generate(setting, type)})`,
	],
	[0.5, (setting) => callOnTheSpot(setting, type)],
	[0.3, (setting) => code`(${num(setting)}, ${generate(setting, type)})`],
	[0.3, (setting) => code`({ get v() { return ${generate(nestFunction(setting), type)}; } }).v`],
	[
		0.3,
		(setting) =>
			code`new (class { v = ${generate({ ...nestFunction(setting), hasArguments: false }, type)}; at() { return this.v; } })().at()`,
	],
	[0.3, (setting) => assigned(setting, type)],
	[0.2, (setting) => code`(${generate(setting, type)} ?? ${generate(setting, type)})`],
	[0.3, (setting) => destructured(setting, type)],
	[0.2, (setting) => (setting.isAsync ? code`(await ${generate(setting, type)})` : null)],
	[
		0.15,
		(setting) =>
			setting.plan.language === 'ts' ? code`(${generate(setting, type)} as any)` : null,
	],
];

/** @param {Setting} setting @param {string} type @returns {Part[]} an immediately called function */
function callOnTheSpot(setting, type) {
	const { random } = setting.plan;
	const given = random.pick(['num', type]);
	if (random.chance(0.5)) {
		const called = arrow({ ...setting, times: setting.times / 3 }, [given], (inner) =>
			generate(inner, type),
		);
		return code`((${sequence(called)})(${generate(setting, given)}))`;
	}
	const inner = nestFunction(setting);
	const { name } = declare(inner, { type: given, region: {} });
	const result = generate(inner, type);
	return code`((function (${name}) { return ${result}; })(${generate(setting, given)}))`;
}

/** @param {Setting} setting @param {string} type @returns {Part[] | null} `(x = …)` */
function assigned(setting, type) {
	if (setting.role === 'host' || setting.role === 'load') return null;
	const { random } = setting.plan;
	const own = usable(
		setting,
		(one) => one.type === type && Boolean(one.isAssignable) && one.region === setting.region,
	);
	if (own.length === 0) return null;
	const name = use(setting, random.pick(own));
	if (type === 'num' && random.chance(0.4)) return code`${random.pick(['++', '--'])}${name}`;
	const operator = random.pick(type === 'num' ? ['=', '+=', '-=', '??='] : ['=', '??=']);
	return code`(${name} ${operator} ${generate(setting, type)})`;
}

/** @param {Setting} setting @param {string} type @returns {Part[]} `(({ p = … }) => p)({})` */
function destructured(setting, type) {
	const { random } = setting.plan;
	// In the parameters of an arrow function `await` is no operator.
	const inner = nestArrow(setting);
	const fallback = generate({ ...inner, depth: setting.depth }, type);
	const { name } = declare(inner, { type, region: {} });
	const body = generate(inner, type);
	return random.chance(0.5)
		? code`(({ p: ${name} = ${fallback} }) => (${body}))({})`
		: code`(([${name}]) => (${body}))([${fallback}])`;
}

/** @type {[number, Producer][]} */
const NUM = [
	[
		4,
		(s) => code`(${num(s)} ${s.plan.random.pick(['+', '-', '*', '+', '&', '|', '^'])} ${num(s)})`,
	],
	[1, (s) => code`(${num(s)} % ${s.plan.random.pick(['3', '7', '11'])})`],
	[1, (s) => code`Math.${s.plan.random.pick(['max', 'min'])}(${num(s)}, ${num(s)})`],
	[0.5, (s) => code`Math.${s.plan.random.pick(['abs', 'floor', 'sign'])}(${num(s)})`],
	[1.5, (s) => code`(${nums(s)}[${s.plan.random.int(3)}] ?? ${num(s)})`],
	[0.7, (s) => code`(${nums(s)}[Math.abs(${num(s)} | 0) % 3] ?? 0)`],
	[1, (s) => code`${nums(s)}.length`],
	[1, (s) => code`${nums(s)}.reduce(${sequence(arrow(s, ['num', 'num'], num))}, ${num(s)})`],
	[0.4, (s) => code`Math.max(0, ...${nums(s)})`],
	[1, (s) => code`(${generate(s, 'map')}.get(${str(s)}) ?? ${num(s)})`],
	[0.6, (s) => code`${generate(s, 'set')}.size`],
	[0.8, (s) => code`(${generate(s, 'bytes')}[${s.plan.random.int(2)}] ?? 0)`],
	[1.2, (s) => code`${generate(s, 'rec')}.a`],
	[0.5, (s) => code`(${generate(s, 'rec')}?.c?.[0] ?? ${num(s)})`],
	[0.8, (s) => code`(${generate(s, 'pts')}[0]?.${s.plan.random.pick(['x', 'y'])} ?? ${num(s)})`],
	[0.5, (s) => code`${generate(s, 'pts')}.reduce(${sequence(pointSum(s))}, 0)`],
	[0.6, (s) => code`${str(s)}.length`],
	[0.6, (s) => code`(${generate(s, 'date')}.getTime() || 0)`],
	[0.4, (s) => code`Number(${bool(s)})`],
	[0.3, (s) => (s.hasArguments ? code`arguments.length` : null)],
	[
		0.3,
		(s) =>
			code`(typeof ${s.plan.random.pick(['missing', 'Map', 'self1'])} === 'undefined' ? ${num(s)} : ${num(s)})`,
	],
	[0.3, sorted],
	[0.3, spreadGenerator],
	[0.3, (s) => code`parseInt(${str(s)}, 10)`],
	[0.3, (s) => code`((${num(s)}) || (${num(s)}))`],
	[0.2, (s) => code`[${num(s)}, ${num(s)}].at(-1)`],
];

/** @param {Setting} setting @returns {Part[]} */
function sorted(setting) {
	const inner = nestArrow(setting);
	const left = declare(inner, { type: 'num', region: {} }).name;
	const right = declare(inner, { type: 'num', region: {} }).name;
	return code`([...${nums(setting)}].sort((${left}, ${right}) => ${left} - ${right})[0] ?? 0)`;
}

/** @param {Setting} setting @returns {Part[]} a callback with a pattern as parameter */
function pointSum(setting) {
	const inner = nestArrow(setting);
	const sum = declare(inner, { type: 'num', region: {} }).name;
	const x = declare(inner, { type: 'num', region: {} }).name;
	const rest = declare(inner, { region: {} }).name;
	return code`(${sum}, { x: ${x}, ...${rest} }) => ${sum} + ${x} * ${num({ ...inner, times: setting.times * 3 })} + ${rest}.y`;
}

/** @param {Setting} setting @returns {Part[]} */
function spreadGenerator(setting) {
	const inner = nestFunction(setting);
	const { name } = declare(inner, { type: 'num', region: {} });
	return code`[...(function* (${name}) { yield ${num(inner)}; yield* ${nums(inner)}; })(${num(setting)})].length`;
}

/** @type {[number, Producer][]} */
const STR = [
	[2, (s) => code`(${str(s)} + ${str(s)}).slice(0, 12)`],
	[1.5, (s) => code`\`\${${num(s)}}:\${${str(s)}}\``],
	[1, (s) => code`String(${num(s)})`],
	[1, (s) => code`${nums(s)}.join()`],
	[
		0.7,
		(s) =>
			code`JSON.stringify(${generate(s, s.plan.random.pick(['rec', 'pts', 'nums']))}).slice(0, 40)`,
	],
	[1, (s) => code`${generate(s, 'rec')}.b`],
	[0.5, (s) => code`(typeof ${generate(s, s.plan.random.pick(['num', 'str', 'rec']))})`],
	[0.5, (s) => code`[...${generate(s, 'map')}.keys()].join('')`],
	[0.4, (s) => code`${str(s)}.replace(/s/g, ${sequence(arrow(s, ['str'], str))})`],
	[0.4, (s) => code`Object.keys(${generate(s, 'rec')}).join('')`],
	[0.3, (s) => code`String.raw\`\${${num(s)}}\\n\``],
	[0.3, (s) => code`${str(s)}.slice(${s.plan.random.int(2)}).toUpperCase()`],
];

/** @type {[number, Producer][]} */
const BOOL = [
	[3, (s) => code`(${num(s)} ${s.plan.random.pick(['<', '>', '<=', '===', '!=='])} ${num(s)})`],
	[1, (s) => code`(${bool(s)} ${s.plan.random.pick(['&&', '||'])} ${bool(s)})`],
	[1, (s) => code`!${bool(s)}`],
	[
		1,
		(s) =>
			code`${nums(s)}.${s.plan.random.pick(['some', 'every'])}(${sequence(arrow(s, ['num'], bool))})`,
	],
	[0.7, (s) => code`${generate(s, 'map')}.has(${str(s)})`],
	[0.7, (s) => code`${generate(s, 'set')}.has(${num(s)})`],
	[0.5, (s) => code`${nums(s)}.includes(${num(s)})`],
	[0.5, (s) => code`('c' in ${generate(s, 'rec')})`],
	[
		0.5,
		(s) => code`(${generate(s, 'map')} instanceof ${s.plan.random.pick(['Map', 'Set', 'Object'])})`,
	],
	[0.3, (s) => code`Array.isArray(${generate(s, s.plan.random.pick(['nums', 'set']))})`],
	[0.3, sameObject],
];

/** @param {Setting} setting @returns {Part[] | null} whether two names mean one object */
function sameObject(setting) {
	const type = setting.plan.random.pick(['nums', 'rec', 'pts']);
	const name = named(setting, type);
	return name === null ? null : code`(${name} === ${name})`;
}

/** @type {[number, Producer][]} */
const NUMS = [
	[1, (s) => code`[${list([num(s), num(s)])}]`],
	[1.5, (s) => code`${nums(s)}.map(${sequence(arrow(s, ['num'], num))})`],
	[0.7, (s) => code`${nums(s)}.map(${sequence(arrow(s, ['num', 'num'], num))})`],
	[1, (s) => code`${nums(s)}.filter(${sequence(arrow(s, ['num'], bool))})`],
	[0.8, spread],
	[0.7, (s) => code`Array.from({ length: 3 }, ${sequence(arrow(s, ['num', 'num'], num))})`],
	[0.7, (s) => code`[...${generate(s, 'set')}]`],
	[1, (s) => code`${generate(s, 'rec')}.c`],
	[0.5, (s) => code`[...${generate(s, 'bytes')}]`],
	[0.7, (s) => code`${generate(s, 'pts')}.map(${sequence(pointOf(s))})`],
	[0.4, (s) => code`[...${generate(s, 'map')}.values()]`],
	[0.4, (s) => code`${nums(s)}.slice(${s.plan.random.int(2)})`],
	[
		0.4,
		(s) =>
			code`${nums(s)}.flatMap(${sequence(arrow(s, ['num'], (inner) => nums(inner)))}).slice(0, 5)`,
	],
	[0.3, restOf],
];

/** @param {Setting} setting @returns {Part[]} */
function spread(setting) {
	return code`[...${nums(setting)}, ${num(setting)}, ...${nums(setting)}].slice(0, 5)`;
}

/** @param {Setting} setting @returns {Part[]} */
function pointOf(setting) {
	const inner = { ...nestArrow(setting), times: setting.times * 3 };
	const x = declare(inner, {
		name: inner.scope.isFree('x') ? 'x' : undefined,
		type: 'num',
		region: {},
	}).name;
	const y = declare(inner, { type: 'num', region: {} }).name;
	const first = x === 'x' ? 'x' : `x: ${x}`;
	return code`({ ${first}, y: ${y} }) => (${num(inner)})`;
}

/** @param {Setting} setting @returns {Part[]} */
function restOf(setting) {
	const inner = nestArrow(setting);
	const rest = declare(inner, { type: 'nums', region: {} }).name;
	return code`(([, ...${rest}]) => (${nums(inner)}))(${nums(setting)})`;
}

/** @param {Setting} setting @returns {Part[]} `{ a, b: …, c }` */
function record(setting) {
	const { random } = setting.plan;
	const fields = [
		['a', 'num'],
		['b', 'str'],
		['c', 'nums'],
	].map(([key, type]) => {
		const same = setting.scope.visible((one) => one.name === key)[0];
		const isUsable =
			same?.type === type && !same.text && usable(setting, (one) => one === same).length > 0;
		if (isUsable && random.chance(0.7)) return use(setting, /** @type {Binding} */ (same));
		const shown = random.chance(0.15) ? `['${key}']` : key;
		return sequence(
			code`${/** @type {string} */ (shown)}: ${generate(setting, /** @type {string} */ (type))}`,
		);
	});
	return code`{ ${fields[0] ?? ''}, ${fields[1] ?? ''}, ${fields[2] ?? ''} }`;
}

/** @type {Record<string, [number, Producer][]>} */
const PRODUCERS = {
	num: NUM,
	str: STR,
	bool: BOOL,
	nums: NUMS,
	rec: [
		[2, record],
		[1, (s) => code`{ ...${generate(s, 'rec')}, a: ${num(s)} }`],
		[0.3, (s) => code`Object.assign({}, ${generate(s, 'rec')}, { b: ${str(s)} })`],
		[0.2, (s) => code`structuredClone(${generate(s, 'rec')})`],
	],
	pts: [
		[1, (s) => code`[${list([sequence(code`{ x: ${num(s)}, y: ${num(s)} }`)])}]`],
		[
			1,
			// Numbers may have holes, and no point stands for one.
			(s) =>
				code`[...${nums(s)}].map(${sequence(arrow(s, ['num'], (inner) => sequence(code`({ x: ${num(inner)}, y: ${num(inner)} })`)))})`,
		],
		[0.6, (s) => code`${generate(s, 'pts')}.slice(0, 2)`],
		[0.5, (s) => code`${generate(s, 'pts')}.filter(Boolean)`],
	],
	map: [
		[1, (s) => code`new Map([[${str(s)}, ${num(s)}]])`],
		[0.7, (s) => code`new Map(${generate(s, 'map')})`],
		[0.5, (s) => code`new Map(Object.entries({ k: ${num(s)}, s: ${num(s)} }))`],
	],
	set: [
		[1, (s) => code`new Set(${nums(s)})`],
		[0.4, (s) => code`new Set(${generate(s, 'set')})`],
	],
	bytes: [
		[1, (s) => code`Int32Array.from(${nums(s)})`],
		[0.5, (s) => code`${generate(s, 'bytes')}.map(${sequence(arrow(s, ['num'], num))})`],
		[0.4, (s) => code`${generate(s, 'bytes')}.slice(0, 2)`],
	],
};
