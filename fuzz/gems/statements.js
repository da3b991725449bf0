/** @import { Part, Tree } from '../generate/tree.js' */
/** @import { Scope } from './places.js' */
import { code, lines, optional, sequence as seq, statement } from '../generate/tree.js';
import { changeLength, changeTyped } from './arrays.js';
import { someCondition, someNumber, someValue } from './expressions.js';
import { loop } from './loops.js';
import {
	deeper,
	isArray,
	isNumber,
	isRows,
	isValue,
	isValueList,
	isValues,
	someIndex,
	someKey,
	somePlace,
} from './places.js';

/** @typedef {(scope: Scope) => Part[] | null} Maker null: not here */

/**
 * @param {Scope} scope
 * @param {number} most
 * @returns {Tree} statements, one below the other
 */
export function statements(scope, most) {
	const count = 1 + scope.random.int(most);
	return lines(Array.from({ length: count }, () => someStatement(scope)));
}

/** @param {Scope} scope @returns {Tree} */
export function someStatement(scope) {
	const { random } = scope;
	for (;;) {
		const make = random.weighted(scope.depth > 3 ? SIMPLE : [...SIMPLE, ...NESTED]);
		const made = make(scope);
		if (made) return statement(made);
	}
}

const OPERATORS = ['=', '=', '=', '=', '+=', '-=', '*=', '|=', '%='];

/** @type {Maker} */
function write(scope) {
	const { random } = scope;
	const place = somePlace(scope, random.chance(0.8) ? isNumber : isValue);
	if (!place) return null;
	const operator = random.pick(OPERATORS);
	const value = random.chance(0.85) ? someNumber(deeper(scope)) : someValue(deeper(scope));
	return code`${seq(place.text)} ${operator} ${value};`;
}

/** @type {Maker} */
function update(scope) {
	const place = somePlace(scope, isNumber);
	if (!place) return null;
	const [before, after] = scope.random.pick([
		['', '++'],
		['', '--'],
		['++', ''],
		['--', ''],
	]);
	return scope.random.chance(0.3)
		? code`log.push(${before}${seq(place.text)}${after});`
		: code`${before}${seq(place.text)}${after};`;
}

/** Something that changes what a document looks like. @type {Maker} */
function reshape(scope) {
	const { random } = scope;
	const array = somePlace(scope, isArray);
	const value = someValue(deeper(scope));
	const any = somePlace(scope, isValue);
	const object = random.pick(['{ a: 1, b: 2.5 }', '[1, 2]', "{ a: 's' }", '{ x: 1 }', '[]']);
	/** @type {(Part[] | null)[]} */
	const choices = [
		any && code`${seq(any.text)} = ${object};`,
		any && code`${seq(any.text)} = ${object};`,
		array && code`if (${seq(array.text)}.length < 12) ${seq(array.text)}.push(${value});`,
		array &&
			code`if (${seq(array.text)}.length < 12) ${seq(array.text)}[${seq(array.text)}.length] = ${value};`,
		array && code`log.push(${seq(array.text)}.pop());`,
		array && code`${seq(array.text)}.length = ${String(random.int(4))};`,
		array && code`${seq(array.text)}.splice(${someIndex(scope)}, 1);`,
		array && changeLength(scope, array),
		array && changeLength(scope, array),
		array && code`${seq(array.text)}.reverse();`,
		array && code`${seq(array.text)}.fill(${someNumber(deeper(scope))}, 1);`,
	];
	return random.pick(choices);
}

/** Objects change places, or are moved. @type {Maker} */
function move(scope) {
	const { random } = scope;
	const rows = somePlace(scope, isRows);
	const [one, other] = [someIndex(scope), someIndex(scope)];
	if (rows && random.chance(0.7)) {
		const list = seq(rows.text);
		return random.pick([
			code`[${list}[${one}], ${list}[${other}]] = [${list}[${other}], ${list}[${one}]];`,
			code`{ const kept = ${list}[${one}]; ${list}[${one}] = ${list}[${other}]; ${list}[${other}] = kept; }`,
			code`${list}[${one}] = ${list}[${other}]; // a copy
`,
			code`if (${list}.length < 12) ${list}.push(${list}[${one}]); // a copy
`,
		]);
	}
	const from = somePlace(scope, ({ kind }) => kind !== 'value');
	const to = somePlace(scope, ({ kind }) => kind !== 'value');
	return from && to && to.text.length > 1
		? code`${seq(to.text)} = ${seq(from.text)}; // a copy
`
		: null;
}

/** Objects whose conversions and getters run statements, in the middle of whatever converts them. @type {Maker} */
function odd(scope) {
	const { random } = scope;
	if (scope.odd.length > 0) return null;
	const name = `odd${scope.depth}`;
	const inner = { ...deeper(scope), depth: 4, isLoop: false };
	const acts = () =>
		random.chance(0.3)
			? code`act(${random.pick(['g', 'h'])}, ${random.pick(["'release'", "'send'", "'give up'"])});`
			: [statements(inner, 2)];
	const value = String(random.int(4));
	const turn = String(random.int(5));
	const made = code`const ${name} = {
turns: 0,
run() { if (--fuel > 0 && ${name}.turns++ === ${turn}) { ${seq(acts())} } return ${value}; },
valueOf() { return ${name}.run(); },
toString() { return String(${name}.run()); },
get x() { return ${name}.run(); },
};`;
	const body = statements({ ...deeper(scope), odd: [name] }, 5);
	return code`{\n${seq(made)}\n${body}\n}`;
}

/** @type {Maker} */
function declareRow(scope) {
	const rows = somePlace(scope, isRows);
	if (!rows || rows.shape.kind !== 'array') return null;
	const { random } = scope;
	const name = `row${scope.depth}${random.int(9)}`;
	const shape = rows.shape.of;
	const inner = {
		...deeper(scope),
		roots: [...scope.roots, ...[1, 2, 3].map(() => ({ name, shape }))],
	};
	const kind = random.pick(['const', 'const', 'let']);
	const index = someIndex(scope);
	const body = statements(inner, 4);
	return code`{\n${kind} ${name} = ${seq(rows.text)}[${index}];\n${body}\n}`;
}

/** @type {Maker} */
function alias(scope) {
	const place = somePlace(scope, (shape) => shape.kind !== 'value');
	if (!place) return null;
	const { random } = scope;
	const name = `part${scope.depth}${random.int(9)}`;
	const inner = {
		...deeper(scope),
		roots: [...scope.roots, ...[1, 2].map(() => ({ name, shape: place.shape }))],
	};
	return code`{\n${random.pick(['const', 'let'])} ${name} = ${seq(place.text)};\n${statements(inner, 3)}\n}`;
}

/** @type {Maker} */
function destructure(scope) {
	const rows = somePlace(scope, (shape) => shape.kind === 'object');
	if (rows && rows.shape.kind === 'object' && scope.random.chance(0.7)) {
		const keys = Object.keys(rows.shape.fields).filter(() => scope.random.chance(0.5));
		const names = keys.map((key) => `${key}: ${key}${scope.depth}`);
		const logged = keys.map((key) => `${key}${scope.depth}`).join(', ');
		return code`{ const { ${names.join(', ')} } = ${seq(rows.text)}; log.push(${logged}); }`;
	}
	const array = somePlace(scope, isValueList);
	if (!array) return null;
	return code`{ const [first, , third = 'none'] = ${seq(array.text)}; log.push(first, third); }`;
}

/** @type {Maker} */
function swap(scope) {
	const array = somePlace(scope, isValueList);
	if (!array) return null;
	const [one, other] = [someIndex(scope), someIndex(scope)];
	return code`[${seq(array.text)}[${one}], ${seq(array.text)}[${other}]] = [1, ${someNumber(deeper(scope))}];`;
}

/** @type {Maker} */
function summary(scope) {
	const { random } = scope;
	const place = somePlace(scope, (shape) => shape.kind !== 'value');
	const array = somePlace(scope, isValues);
	const list = somePlace(scope, isValueList);
	/** @type {(Part[] | null)[]} */
	const choices = [
		place && code`log.push(JSON.stringify(${seq(place.text)}));`,
		place && code`log.push(Object.keys(${seq(place.text)}).join());`,
		place && code`log.push(${someKey(scope)} in ${seq(place.text)});`,
		place && code`log.push({ ...${seq(place.text)} });`,
		list && code`log.push([...${seq(list.text)}]);`,
		place && code`log.push(weigh(${seq(place.text)}));`,
		place && code`log.push(Object.values(${seq(place.text)}).length);`,
		place &&
			code`for (const [key, one] of Object.entries(${seq(place.text)})) log.push(key, typeof one);`,
		place && code`log.push(same(inner(${seq(place.text)}), inner(${seq(place.text)})));`,
		array && code`log.push(${seq(array.text)}.map((one) => one + 1));`,
		list && code`log.push(${seq(list.text)}.slice(${someIndex(scope)}));`,
		list && code`log.push(${seq(list.text)}.join('|'));`,
		list && code`${seq(list.text)}.forEach((one, at) => { log.push(one, at); });`,
	];
	return random.pick(choices);
}

/** What goes through rows with all that hangs below them. @type {Maker} */
function goThrough(scope) {
	const { random, roots } = scope;
	const rows = somePlace(scope, isRows);
	if (!rows || rows.shape.kind !== 'array') return null;
	const { of } = rows.shape;
	const text = seq(rows.text);
	const name = random.pick(['one', 'row']);
	const inner = { ...deeper(scope), roots: [...roots, { name, shape: of }, { name, shape: of }] };
	const value = () => someValue(inner);
	const keys = of.kind === 'object' ? Object.keys(of.fields) : [];
	const key = random.pick(keys);
	return random.pick([
		() => code`log.push(${text}.map((${name}) => ${value()}));`,
		() => code`log.push(${text}.filter((${name}) => ${someCondition(inner)}).length);`,
		() => code`log.push(${text}.filter((${name}) => ${name}.a > 1)[0] === ${text}[0]);`,
		() => code`log.push(${text}.find((${name}) => ${someCondition(inner)})?.b);`,
		() => code`log.push(${text}.reduce((sum, ${name}) => sum + weigh(${name}), 0));`,
		() => code`log.push(${text}.some((${name}) => ${someCondition(inner)}));`,
		() =>
			code`log.push([...${text}].sort((one, two) => two.a - one.a).map((${name}) => ${value()}));`,
		() => code`log.push(weigh(${text}), weigh(${text}[${someIndex(scope)}]));`,
		() => code`log.push(JSON.stringify(${text}));`,
		() => code`log.push(JSON.stringify(${text}.map((${name}) => (${value()}, ${name}))));`,
		() => code`log.push(JSON.stringify((() => ${text}.concat(${text}[${someIndex(scope)}]))()));`,
		() =>
			code`for (const { ${key}: found, ...others } of ${text}) log.push(typeof found, Object.keys(others).length);`,
		() => code`for (const { ${key}: found = 7 } of ${text}) log.push(weigh(found));`,
		() =>
			code`for (const [at, ${name}] of ${text}.entries()) {\nif (--fuel < 0) break;\nlog.push(at);\n${statements(inner, 2)}\n}`,
		() =>
			code`for (const ${name} of ${text}) for (const key in ${name}) log.push(key, weigh(${name}[key]));`,
		() =>
			code`for (let i = 0; i < ${text}.length; i++) for (let j = 0; j < 3; j++) log.push(weigh(${text}[i].${key}), ${text}[i].${key}?.[j]?.length);`,
		() =>
			code`{ let kept = null; for (const ${name} of ${text}) { if (weigh(${name}) > ${someNumber(deeper(scope))}) kept = ${name}; } log.push(kept === ${text}[1], kept?.a); }`,
		() =>
			code`for (let i = 0; i < ${text}.length; i++) { const ${name} = ${text}[i]; log.push(${name} === ${text}[i], same(inner(${name}), inner(${text}[i])), ${text}.indexOf(${name})); }`,
		() => writeBehind(inner, { text, name, key }),
		() =>
			code`${text}.forEach((${name}, i, all) => { log.push(i, all[i] === ${name}, ${value()}); });`,
	])();
}

/**
 * What a call gives of rows is written to behind it.
 *
 * @param {Parameters<Maker>[0]} scope
 * @param {{ text: import('../generate/tree.js').Part, name: string, key: string }} of `key`: of a row
 * @returns {ReturnType<Maker>}
 */
function writeBehind(scope, { text, name, key }) {
	const { random } = scope;
	const some = seq(
		random.pick([
			code`${text}.filter((${name}) => ${name} !== undefined)`,
			code`${text}.slice(1)`,
			code`${text}.concat([])`,
			code`Object.values(${text})`,
			code`[...${text}.filter(Boolean)]`,
		]),
	);
	const target = random.pick([`${name}.${key}`, `(${name}).${key}`, `(${name}.${key})`]);
	const write = random.pick([
		`${target}++;`,
		`${target} = 5;`,
		`delete ${name}.${key};`,
		`${target} ??= 1;`,
	]);
	return random.pick([
		() => code`${some}.forEach((${name}) => { ${write} log.push(weigh(${name})); });`,
		() => code`for (const ${name} of ${some}) { ${write} log.push(weigh(${text})); }`,
		() =>
			code`{ const ${name} = ${some}[0]; if (${name}) { ${write} log.push(${name} === ${text}[0]); } }`,
	])();
}

/** @type {Maker} */
function helper(scope) {
	const { random } = scope;
	const array = somePlace(scope, isValueList);
	if (!array) return null;
	return random.chance(0.5)
		? code`log.push(total(${seq(array.text)}, ${someNumber(deeper(scope))}));`
		: code`put(${seq(array.text)}, ${someIndex(scope)}, ${someNumber(deeper(scope))});`;
}

/** @type {Maker} */
function change(scope) {
	const { random, indexes } = scope;
	const index = indexes[indexes.length - 1];
	const array = somePlace(scope, isValueList);
	/** @type {(Part[] | null)[]} */
	const choices = [
		['acc = 0;'],
		scope.isLoop
			? code`if (${someCondition(deeper(scope))}) ${random.pick(['break', 'continue'])};`
			: null,
		index && scope.isLoop ? [`${index}++;`] : null,
		index && array && scope.isLoop ? code`${seq(array.text)}[${index}] = ${index}++;` : null,
		index && array && scope.isLoop ? code`${seq(array.text)}[${index}++] += 1;` : null,
		array &&
			code`log.push(${seq(array.text)}[${someIndex(scope)}] = ${someNumber(deeper(scope))});`,
		array &&
			code`${seq(array.text)}[${someIndex(scope)}] = (${seq(array.text)}[${someIndex(scope)}] = 3) + ${someNumber(deeper(scope))};`,
	];
	return random.pick(choices);
}

/** @type {Maker} */
const read = (scope) => code`log.push(${someValue(deeper(scope))});`;
/** @type {Maker} */
const sum = (scope) =>
	code`acc ${scope.random.pick(['+=', '+=', '-='])} ${someNumber(deeper(scope))};`;
/** @type {Maker} */
const condition = (scope) =>
	code`if (${someCondition(deeper(scope))}) {\n${statements(deeper(scope), 2)}\n}${optional(code` else {\n${statements(deeper(scope), 2)}\n}`)}`;
/** @type {Maker} */
const guarded = (scope) =>
	code`try {\n${statements(deeper(scope), 3)}\n} catch (error) { log.push(error.name); }`;
/** @type {Maker} */
const closure = (scope) =>
	code`[1].forEach(() => {\n${statements({ ...deeper(scope), isLoop: false }, 2)}\n});`;

/** @type {[number, Maker][]} */
const SIMPLE = [
	[10, read],
	[6, sum],
	[12, write],
	[5, update],
	[2, reshape],
	[2, destructure],
	[1, swap],
	[2, changeTyped],
	[1, move],
	[2, summary],
	[4, goThrough],
	[1, helper],
	[2, change],
];
/** @type {[number, Maker][]} */
const NESTED = [
	[14, loop],
	[4, declareRow],
	[3, alias],
	[3, condition],
	[1, guarded],
	[1, closure],
	[2, odd],
];
