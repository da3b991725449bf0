/** @import { Part } from '../tree.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, sequence, statement } from '../tree.js';

/**
 * Values that are more than what their class and their elements say, as arguments, results and captures.
 */

/**
 * @typedef {object} Value
 * @property {Part[]} text an expression; `KIND` is a class of the module
 * @property {string[]} shows expressions on `held` that show what it is
 * @property {string[]} [codes] with which it may be refused, by the compiler or when a call is made
 */

const KIND = 'KIND';

/** @type {readonly (readonly [number, (stage: Stage) => Value])[]} */
const VALUES = [
	[
		1.5,
		(stage) => ({
			text: code`Object.assign([${stage.num()}], { k: new ${KIND}(${stage.num()}) })`,
			shows: [`held.k instanceof ${KIND}`, 'held.k.own?.(2)', 'held.length'],
		}),
	],
	[
		1,
		() => ({
			text: code`Object.assign([1], { k: Buffer.from('ab') })`,
			shows: ['Buffer.isBuffer(held.k)', 'held[0]'],
		}),
	],
	[
		1,
		() => ({
			text: code`Object.assign([1], { k: Object.assign(Object.create(null), { a: 1 }) })`,
			shows: ['Object.getPrototypeOf(held.k) === null', 'held.k.a'],
		}),
	],
	[
		1.5,
		(stage) => ({
			text: code`'ab 12-34'.match(/(?<y>\\d+)-(\\d+)/${stage.random.pick(['', 'd'])})`,
			shows: [
				'held.index',
				'held.groups.y',
				'Object.getPrototypeOf(held.groups) === null',
				'held.indices?.[0][0]',
			],
		}),
	],
	[
		1,
		(stage) => ({
			text: code`((url) => ${stage.random.pick(['[url, url.searchParams]', '[url.searchParams, url]'])})(new URL('http://a.test/?b=1'))`,
			shows: [
				'String(held[0])',
				'(held[0].searchParams ?? held[0]) === (held[1].searchParams ?? held[1])',
			],
		}),
	],
	[
		1.5,
		(stage) => ({
			text: code`{ a: 1, [Symbol.for('own')]: ${stage.num()} }`,
			shows: [`held[Symbol.for('own')]`, 'Object.keys(held)'],
		}),
	],
	[
		1,
		(stage) => ({
			text: code`[{ a: 1, [Symbol.iterator]: undefined, [Symbol.for('k')]: ${stage.num()} }]`,
			shows: [`Object.getOwnPropertySymbols(held[0]).length`],
		}),
	],
	[
		1,
		(stage) => ({
			text: code`Object.defineProperty({ a: 1 }, 'h', { value: ${stage.num()} })`,
			shows: ['held.h', 'Object.keys(held)'],
		}),
	],
	[
		1,
		(stage) => ({
			text: code`Object.defineProperty([1, ${stage.num()}], 'h', { value: ${stage.num()} })`,
			shows: ['held.h', 'Object.keys(held)', 'held.length'],
		}),
	],
	[
		1,
		(stage) => ({
			text: code`Object.defineProperty(Object.assign([1, , 3], { k: 1 }), 'h', { value: ${stage.num()}, writable: true })`,
			shows: ['held.h', 'held.k', '1 in held', 'Object.keys(held)'],
		}),
	],
	[
		1,
		(stage) => ({
			text: code`[Object.defineProperty([], Symbol.for('own'), { value: new ${KIND}(${stage.num()}) })]`,
			shows: [`held[0][Symbol.for('own')] instanceof ${KIND}`, 'Reflect.ownKeys(held[0]).length'],
		}),
	],
	[
		0.7,
		(stage) => ({
			text: code`{ list: Object.assign([1, , 3], { [Symbol.for('own')]: ${stage.num()} }) }`,
			shows: [`held.list[Symbol.for('own')]`, '1 in held.list', 'Object.keys(held.list)'],
		}),
	],
	[
		1,
		() => ({
			text: code`Object.assign(/a/g, { lastIndex: 1 })`,
			shows: ['held.lastIndex', 'held.source'],
		}),
	],
	[
		1,
		() => ({
			text: code`Object.assign(new TypeError('m'), { name: 'Own', k: 1 })`,
			shows: ['held.name', 'Object.keys(held)', 'held.message', 'held instanceof TypeError'],
		}),
	],
	[
		1,
		(stage) => ({
			text: code`new RangeError('m', { cause: new ${KIND}(${stage.num()}) })`,
			shows: [`held.cause instanceof ${KIND}`, 'held.name'],
		}),
	],
	[
		1,
		() => ({
			text: code`new AggregateError([new TypeError('m')], 'all')`,
			shows: ['held.errors?.length', 'held.name'],
		}),
	],
	[
		1,
		(stage) => ({
			text: code`[Object.assign(Object.create(null), { a: ${stage.num()} })]`,
			shows: ['Object.getPrototypeOf(held[0]) === null', 'held[0].a'],
		}),
	],
	[
		0.7,
		(stage) => ({
			text: code`Object.assign(new Date(5), { k: ${stage.num()} })`,
			shows: ['held.k', 'held.getTime()'],
		}),
	],
	[
		0.7,
		(stage) => ({
			text: code`Object.assign(new Map([[1, 2]]), { k: ${stage.num()} })`,
			shows: ['held.k', 'held.size'],
		}),
	],
	[
		0.7,
		(stage) => ({
			text: code`Object.assign(new Uint8Array(2), { k: ${stage.num()} })`,
			shows: ['held.k', 'held.length'],
		}),
	],
	[
		0.5,
		() => ({
			text: code`(function () {\nreturn arguments;\n})(1, 2)`,
			shows: ['Array.isArray(held)', 'held.length'],
		}),
	],
	[
		0.5,
		(stage) => ({
			text: code`Object.create({ inherited: ${stage.num()} })`,
			shows: ['held.inherited'],
		}),
	],
	[0.5, () => ({ text: code`new String('ab')`, shows: ['typeof held', 'held.length'] })],
	[
		1,
		(stage) => ({
			text: code`new (class Own extends ${stage.random.pick(['Map', 'Set', 'Array', 'Date'])} {\nextra() {\nreturn ${stage.num()};\n}\n})()`,
			shows: ['held.extra?.()'],
		}),
	],
	[0.7, () => ({ text: code`Float64Array`, shows: ['new held(2).length'] })],
	[
		0.7,
		() => ({
			text: code`{ pick: Math.max, text: String }`,
			shows: ['held.pick(1, 2)', 'held.text(3)'],
		}),
	],
	[
		0.5,
		() => ({
			text: code`[Symbol.iterator, Symbol.for('k')]`,
			shows: ['held[0] === Symbol.iterator', `held[1] === Symbol.for('k')`],
		}),
	],
	[
		0.5,
		() => ({
			text: code`{ a: -0, list: [, 1, undefined], big: 1n }`,
			shows: ['Object.is(held.a, -0)', '0 in held.list', 'held.big'],
		}),
	],
	[0.5, () => ({ text: code`((one) => [one, one])({ n: 1 })`, shows: ['held[0] === held[1]'] })],
	[
		1,
		(stage) => ({
			text: code`(function () {\nreturn arguments;\n})(${stage.num()}, new ${KIND}(2))`,
			shows: [
				'[...held].length',
				'Object.keys(held)',
				`held[1] instanceof ${KIND}`,
				'Object.prototype.toString.call(held)',
			],
		}),
	],
];

/** The runtime tells of values that cannot cross; a caller gets an error. */
const CANNOT_CROSS = [
	'LP8001',
	'LP8004',
	'LP8005',
	'LP8006',
	'LP8009',
	'LP8014',
	'LP8015',
	'LP8017',
];

/** @param {readonly Part[]} parts @param {string} kind @returns {Part[]} */
const withKind = (parts, kind) =>
	parts.map((part) => (typeof part === 'string' ? part.replaceAll(KIND, kind) : part));

/** @param {Stage} stage @returns {Scene} */
export function crossing(stage) {
	const { random, plan } = stage;
	const id = String(++plan.serial);
	const kind = stage.name('Kind');
	const unit = stage.name('score');
	const name = stage.name('check');
	const value = random.weighted(VALUES)(stage);
	const text = sequence(withKind(value.text, kind));
	const shows = `[${value.shows.join(', ').replaceAll(KIND, kind)}]`;
	stage.mayRefuse(...CANNOT_CROSS, 'LP2014', 'LP3004', 'LP2012', 'LP2011');
	const declared = statement(
		code`class ${kind} {\nconstructor(v) {\nthis.v = v;\n}\nown${stage.method('this.v')}\n}`,
	);
	// What the unit names is known on both sides.
	const known = `typeof ${kind}`;
	const way = random.pick(['argument', 'argument', 'result', 'result', 'capture', 'module']);
	/** @type {import('../tree.js').Tree[]} */
	const statements = [declared];
	if (way === 'argument')
		statements.push(
			statement(
				code`async function ${unit}(held) {\n'use cpu_bound';\nreturn [${shows}, ${known}];\n}`,
			),
			stage.host(name, code`return ${unit}(${text});`),
		);
	else if (way === 'result')
		statements.push(
			statement(
				code`async function ${unit}(input) {\n'use cpu_bound';\nconst kind = ${known};\nreturn ${text};\n}`,
			),
			stage.host(name, code`const held = await ${unit}(input);\nreturn ${shows};`),
		);
	else if (way === 'capture')
		statements.push(
			statement(
				code`function ${unit}(given) {\nconst held = ${text};\nreturn async () => {\n'use cpu_bound';\nreturn [${shows}, ${known}];\n};\n}`,
			),
			stage.host(name, code`return ${unit}(input)();`),
		);
	else
		statements.push(
			statement(code`const held${id} = ${text};`),
			statement(
				code`async function ${unit}(input) {\n'use cpu_bound';\nconst held = held${id};\nreturn ${shows};\n}`,
			),
			stage.host(name, code`return ${unit}(input);`),
		);
	return { statements, name, callables: [stage.callable(name)] };
}
