/** @import { Part, Tree } from './tree.js' */
/** @import { Setting, StatementProducer } from './setting.js' */
import { code, expression, lines, list, optional, print, sequence, statement } from './tree.js';
import { generate } from './expressions.js';
import { assign, assignable, changeable, changeContents } from './mutations.js';
import { chooseName, declare, nest } from './setting.js';
import { CONTAINERS, literal, TYPE_NAMES, TYPES } from './values.js';

/**
 * Statements of function bodies.
 *
 * @param {Setting} setting
 * @param {number} count
 * @returns {Tree[]} may declare names in the scope of the setting
 */
export function statements(setting, count) {
	const { random, statements: producers } = setting.plan;
	/** @type {Tree[]} */
	const made = [];
	for (let number = 0; number < count; number++) {
		const parts = random.weighted(producers)(setting) ?? declaration(setting);
		if (parts) made.push(statement(parts));
	}
	return made;
}

/**
 * @param {Setting} setting
 * @param {number} count
 * @param {Partial<Setting>} [changes]
 * @returns {Tree} `{ … }` with a scope of its own
 */
export function block(setting, count, changes = {}) {
	const inner = nest(setting, 'block', { ...changes, room: setting.room - 1 });
	return sequence(code`{\n${lines(statements(inner, count))}\n}`);
}

/**
 * Statements that end with a `return`.
 *
 * @param {Setting} setting in the scope of the body
 * @param {string} type of the result; `any`: a structure of several
 * @param {number} [most] statements before the return
 * @returns {Tree}
 */
export function body(setting, type, most = 4) {
	const { random } = setting.plan;
	const inner = { ...setting, returns: type };
	const made = statements(inner, random.int(most + 1));
	const result = statement(code`return ${resultOf(inner, type)};`);
	// Functions are hoisted, wherever they stand.
	const isFunction = (/** @type {Tree} */ one) => /^(async )?function\b/.test(print(one));
	const late = random.chance(0.3) ? made.filter(isFunction) : [];
	return lines([...made.filter((one) => !late.includes(one)), result, ...late]);
}

/** @param {Setting} setting @param {string} type @returns {Tree} */
export function resultOf(setting, type) {
	if (type !== 'any') return generate(setting, type);
	const { random } = setting.plan;
	const parts = Array.from({ length: 1 + random.int(3) }, () =>
		random.chance(0.1) ? sequence(special(setting)) : generate(setting, random.pick(TYPES)),
	);
	if (random.chance(0.5)) return sequence(code`[${list(parts)}]`);
	const fields = parts.map((part, index) => sequence(code`r${index}: ${part}`));
	return sequence(code`{ ${list(fields)} }`);
}

/** @param {Setting} setting @returns {Part[]} a value of a kind that only results have */
function special(setting) {
	const number = generate(setting, 'num');
	return setting.plan.random.pick([
		() => code`new URL('https://example.org/' + ${number})`,
		() => code`((ring) => {\nring.self = ring;\nreturn ring;\n})({ a: ${number} })`,
		() => code`new Map([[${generate(setting, 'rec')}, new Set([${number}])]])`,
		() => code`BigInt(Math.trunc(${number}) || 0)`,
		() => code`[undefined, , ${number}]`,
	])();
}

/**
 * An expression whose object nothing else has.
 *
 * @param {Setting} setting
 * @param {string} type of a container
 * @returns {{ value: Tree, isFresh: 'deep' | 'shallow' }} `shallow`: objects within it may be others' too
 */
export function freshValue(setting, type) {
	const { random } = setting.plan;
	/** @param {string} inner */
	const of = (inner) => generate(setting, inner);
	if (random.chance(0.2) && (type === 'rec' || type === 'pts')) {
		const parts = type === 'rec' ? code`{ ...${of('rec')} }` : code`[...${of('pts')}]`;
		return { value: expression(type, parts), isFresh: 'shallow' };
	}
	/** @type {Record<string, () => Part[]>} */
	const copies = {
		nums: () => code`[...${of('nums')}]`,
		rec: () => code`{ a: ${of('num')}, b: ${of('str')}, c: [${of('num')}] }`,
		pts: () => code`${of('pts')}.map((one) => ({ ...one }))`,
		map: () => code`new Map(${of('map')})`,
		set: () => code`new Set(${of('set')})`,
		bytes: () => code`new Int32Array(${random.int(4)})`,
		date: () => code`new Date(${of('num')})`,
	};
	const copy = copies[type];
	const value = random.chance(0.6) ? expression(type, copy()) : literal(random, type);
	return { value, isFresh: 'deep' };
}

/** @param {Setting} setting @param {string} type @returns {Part} `: number`, in TypeScript, sometimes */
export function annotation({ plan }, type) {
	const name = TYPE_NAMES[type];
	if (plan.language !== 'ts' || !name || !plan.random.chance(0.6)) return '';
	return optional([`: ${name}`]);
}

/** @type {StatementProducer} */
function declaration(setting) {
	const { random } = setting.plan;
	const type = random.weighted([
		[4, 'num'],
		[1, 'str'],
		[1, 'bool'],
		[3, random.pick(CONTAINERS)],
	]);
	const isContainer = CONTAINERS.includes(type);
	const fresh = isContainer && random.chance(0.6) ? freshValue(setting, type) : null;
	const value = fresh?.value ?? generate(setting, type);
	const keyword = random.pick(['const', 'const', 'let', 'let', 'var']);
	const isVar = keyword === 'var';
	// What a block declares with `var` is undefined where the block has not run.
	if (isVar && setting.scope.kind === 'block') {
		const name = chooseName(setting, { isVar });
		setting.scope.functionScope.declare({ name });
		setting.scope.passVar(name);
		setting.scope.declare({ name, type, region: setting.region, isAssignable: true });
		return code`var ${name} = ${value};`;
	}
	const binding = declare(
		setting,
		{
			type,
			isAssignable: keyword !== 'const' && !fresh,
			isFresh: fresh?.isFresh,
		},
		{ isVar },
	);
	return code`${keyword} ${binding.name}${annotation(setting, type)} = ${value};`;
}

/** @type {StatementProducer} */
function assignment(setting) {
	const found = assignable(setting);
	return found.length === 0 ? null : assign(setting, setting.plan.random.pick(found));
}

/** @type {StatementProducer} */
function change(setting) {
	const found = changeable(setting);
	return found.length === 0 ? null : changeContents(setting, setting.plan.random.pick(found));
}

/** @type {StatementProducer} */
function conditional(setting) {
	const { random } = setting.plan;
	if (setting.room <= 0) return null;
	const otherwise = random.chance(0.4) ? sequence(code` else ${block(setting, 1)}`) : '';
	const test = generate(setting, 'bool');
	return code`if (${test}) ${block(setting, 1 + random.int(2))}${otherwise}`;
}

/** @type {StatementProducer} */
function loop(setting) {
	const { random } = setting.plan;
	if (setting.room <= 0 || setting.times > 20) return null;
	const outer = nest(setting, 'block', { times: setting.times * 3 });
	const label = random.chance(0.2) ? `out${setting.times}` : null;
	const prefix = label ? `${label}: ` : '';
	const labels = label ? [...setting.labels, label] : setting.labels;
	const head = loopHead(outer, setting.times);
	const inner = { ...outer, labels };
	const leave = labels.length > 0 && random.chance(0.5) ? leaving(inner, random.pick(labels)) : '';
	const rest = block(inner, 1 + random.int(2));
	return code`${prefix}${head} {\n${leave}${rest}\n}`;
}

/**
 * @param {Setting} outer in the scope of the loop's own names
 * @param {number} times how often the head is evaluated
 * @returns {Tree} `for (…)`
 */
function loopHead(outer, times) {
	const { random } = outer.plan;
	const once = { ...outer, times };
	const kind = random.weighted([
		[3, 'count'],
		[3, 'of'],
		[1, 'in'],
		[1, 'map'],
		[1, 'down'],
	]);
	if (kind === 'count' || kind === 'down') {
		const { name } = declare(outer, { type: 'num' });
		if (kind === 'down') return sequence(code`for (let ${name} = 2; ${name}--; )`);
		return sequence(code`for (let ${name} = 0; ${name} < 3; ${name}++)`);
	}
	if (kind === 'of') {
		const values = generate(once, 'nums');
		const isAssignable = random.chance(0.5);
		const { name } = declare(outer, { type: 'num', isAssignable });
		return sequence(code`for (${isAssignable ? 'let' : 'const'} ${name} of ${values}.slice(0, 3))`);
	}
	if (kind === 'in') {
		const object = generate(once, 'rec');
		return sequence(code`for (const ${declare(outer, { type: 'str' }).name} in ${object})`);
	}
	const entries = generate(once, 'map');
	const key = declare(outer, { type: 'str' }).name;
	const value = declare(outer, { type: 'num' }).name;
	return sequence(code`for (const [${key}, ${value}] of [...${entries}].slice(0, 3))`);
}

/** @param {Setting} setting @param {string} label @returns {Tree} */
function leaving(setting, label) {
	const word = setting.plan.random.pick(['break', 'continue']);
	return statement(code`if (${generate(setting, 'bool')}) ${word} ${label};\n`);
}

/** @type {StatementProducer} */
function countedLoop(setting) {
	const { random } = setting.plan;
	if (setting.room <= 0 || setting.times > 20) return null;
	const { name } = declare(setting, { type: 'num' });
	const inner = { times: setting.times * 3 };
	return random.chance(0.5)
		? code`let ${name} = 0;\nwhile (${name}++ < 2) ${block(setting, 2, inner)}`
		: code`let ${name} = 0;\ndo ${block(setting, 2, inner)} while (++${name} < 2);`;
}

/** @type {StatementProducer} */
function choice(setting) {
	const { random } = setting.plan;
	if (setting.room <= 0) return null;
	const inner = nest(setting, 'block', { room: setting.room - 1 });
	const subject = generate(setting, 'num');
	const cases = [0, 1].map((value) => {
		const end = random.chance(0.8) ? 'break;' : '';
		return sequence(code`case ${value}: ${block(inner, 1)}\n${end}`);
	});
	const last = lines(statements(inner, 2));
	return code`switch (${subject}) {\n${list(cases, { separator: '\n' })}\ndefault:\n${last}\n}`;
}

/** @type {StatementProducer} */
function attempt(setting) {
	const { random } = setting.plan;
	if (setting.room <= 0) return null;
	const room = setting.room - 1;
	const tried = nest(setting, 'block', { mayThrow: true, room });
	const first = statements(tried, 1);
	const failing = failure(tried);
	const caught = nest(setting, 'block', { room });
	const isNamed = random.chance(0.8);
	const name = isNamed ? chooseName(caught) : '';
	if (isNamed) caught.scope.declare({ name, type: 'str', text: `String(${name}.message)` });
	const handler = sequence(
		code`catch ${isNamed ? `(${name}) ` : ''}{\n${lines(statements(caught, 1 + random.int(2)))}\n}`,
	);
	const final = random.chance(0.3)
		? sequence(code` finally ${block({ ...setting, returns: null, labels: [] }, 1)}`)
		: '';
	return code`try {\n${lines([...first, ...(failing ? [statement(failing)] : [])])}\n} ${handler}${final}`;
}

/** @type {StatementProducer} */
function failure(setting) {
	const { random } = setting.plan;
	if (!setting.mayThrow) return null;
	const errors = setting.scope.visible(({ shape }) => Boolean(shape?.isError));
	const own = errors.length > 0 ? random.pick(errors) : null;
	const name =
		own && random.chance(0.7) ? own.name : random.pick(['Error', 'TypeError', 'RangeError']);
	if (name === own?.name) setting.scope.pass(name);
	const message = generate(setting, 'str');
	const thrown = random.weighted([
		[5, code`new ${name}(${message})`],
		[1, code`new ${name}(${message}, { cause: ${generate(setting, 'rec')} })`],
		[0.7, code`Object.assign(new ${name}(${message}), { code: ${generate(setting, 'num')} })`],
		[
			0.5,
			code`new ${name}(${message}, { cause: new ${random.pick(['Error', 'TypeError'])}('inner') })`,
		],
		[0.3, code`new AggregateError([new ${name}('one')], ${message})`],
	]);
	return code`if (${generate(setting, 'bool')}) throw ${sequence(thrown)};`;
}

/** @type {StatementProducer} */
function leave(setting) {
	if (setting.returns === null) return null;
	return code`if (${generate(setting, 'bool')}) return ${resultOf(setting, setting.returns)};`;
}

/** @type {StatementProducer} */
function printed(setting) {
	const { mayPrint, random } = setting.plan;
	if (!mayPrint || (setting.role !== 'unit' && setting.role !== 'host')) return null;
	return code`console.log(${generate(setting, random.pick(['num', 'str', 'nums', 'rec']))});`;
}

/** @type {StatementProducer} */
function destructuring(setting) {
	const { random } = setting.plan;
	const keyword = random.pick(['const', 'let']);
	if (random.chance(0.5)) {
		const value = generate(setting, 'rec');
		const fallback = generate(setting, 'num');
		const a = declare(setting, { type: 'num', isAssignable: keyword === 'let' }).name;
		const rest = declare(setting, {}).name;
		setting.scope.declare({ name: rest, text: `${rest}.c`, type: 'nums' });
		return code`${keyword} { a: ${a} = ${fallback}, ...${rest} } = ${value};`;
	}
	const value = generate(setting, 'nums');
	const first = declare(setting, { type: 'num', isAssignable: keyword === 'let' }).name;
	const rest = declare(setting, { type: 'nums' }).name;
	return code`${keyword} [${first} = 0, ...${rest}] = ${value};`;
}

/** Closures that a loop makes, each with a variable of its own. @type {StatementProducer} */
function closures(setting) {
	const { random } = setting.plan;
	// What a closure does is not known where a function runs while the module loads.
	if (setting.role !== 'unit' || setting.room <= 0 || setting.times > 20) return null;
	const made = declare(setting, {}).name;
	const outer = nest(setting, 'block', { times: setting.times * 3 });
	outer.scope.pass(made);
	const { name } = declare(outer, { type: 'num', isAssignable: false });
	const inner = nest(outer, 'block', { isAsync: false, returns: null, labels: [] });
	inner.scope.pass(made);
	const value = generate(inner, 'num');
	const keyword = random.pick(['let', 'let', 'const']);
	const head =
		keyword === 'let' ? `let ${name} = 0; ${name} < 3; ${name}++` : `const ${name} of [1, 2, 3]`;
	const result = declare(setting, { type: 'nums' }).name;
	return code`const ${made} = [];\nfor (${head}) ${made}.push(() => (${value}));\nconst ${result} = ${made}.map((one) => one());`;
}

/** @type {readonly (readonly [number, StatementProducer])[]} */
export const STATEMENTS = [
	[5, declaration],
	[2, assignment],
	[3, change],
	[1.5, conditional],
	[1.5, loop],
	[0.5, countedLoop],
	[0.6, choice],
	[0.8, attempt],
	[0.6, failure],
	[0.8, leave],
	[0.8, printed],
	[0.5, closures],
	[1, destructuring],
	[0.5, (setting) => (setting.room > 0 ? [block(setting, 2)] : null)],
];
