/** @import { Tree } from '../generate/tree.js' */
/** @import { Shape } from './shapes.js' */
/** @import { Scope } from './places.js' */
/** @import { PolicyName } from './policies.js' */
import { Random } from '../generate/random.js';
import { code, lines, sequence, statement } from '../generate/tree.js';
import { someContent, someShape, typed } from './shapes.js';
import { someStatement, statements } from './statements.js';

/**
 * A program over GEMs: a module with a unit, and documents that it is called with.
 *
 * @typedef {object} GemProgram
 * @property {number} seed
 * @property {readonly { name: string, text: Tree }[]} files a module, whose unit is `work(g, h, from, to)`, and what is done to the documents between its calls
 * @property {readonly { policy: PolicyName, content: string, shape: Shape }[]} documents of `g` and `h`
 * @property {boolean} isCaptured whether `h` is captured, not passed
 * @property {boolean} isSame whether `h` is the document of `g` again
 * @property {[number, number]} range `from` and `to`
 * @property {readonly never[]} calls
 * @property {ReadonlySet<string>} mayRefuse
 */

/** @type {readonly (readonly [number, PolicyName])[]} */
const POLICIES = [
	[4, 'filling'],
	[2, 'sent'],
	[4, 'ReadOnly'],
	[8, 'Owned'],
	[3, 'subset'],
	[2, 'Partitioned'],
	[2, 'PartitionedDynamic'],
	[4, 'AtomicLK'],
	[2, 'AtomicSTM'],
	[1, 'refused'],
	[2, 'plain'],
];
const ARRAYS = new Set(['subset', 'Partitioned', 'PartitionedDynamic']);

/**
 * @param {number} seed
 * @returns {GemProgram} the same for the same seed
 */
export function generateGemProgram(seed) {
	const random = new Random(seed);
	const documents = [document(random), document(random)];
	const isSame = random.chance(0.12);
	if (isSame) documents[1] = { ...documents[0] };
	const roots = ['g', 'g', 'h'].map((name) => ({
		name,
		shape: documents[name === 'g' ? 0 : 1].shape,
	}));
	const isCaptured = random.chance(0.25);
	const hasPlain = random.chance(0.25);
	const plain = hasPlain ? PLAIN : [];
	const scope = {
		...{
			random,
			roots: [...roots, ...plain],
			indexes: ['from', 'to'],
			keys: [],
			values: [],
			odd: [],
			depth: 0,
		},
		isLoop: false,
		body: statements,
	};
	const body = parts(scope, 5);
	const touch = statements({ ...scope, roots, depth: 3 }, 2);
	return {
		seed,
		files: [
			{ name: 'unit.js', text: moduleOf(body, isCaptured, hasPlain) },
			{
				name: 'touch.js',
				text: sequence([
					...HELPERS,
					'\n',
					...code`const log = [];
let acc = 0, fuel = 300;
${touch}
return log;`,
				]),
			},
		],
		documents,
		isCaptured,
		isSame,
		range: random.pick([
			[0, 2],
			[0, 4],
			[1, 3],
			[2, 9],
		]),
		calls: [],
		mayRefuse: new Set(),
	};
}

/** @param {Scope} scope @param {number} most @returns {Tree} statements; where one ends with an error, the next ones run all the same */
function parts(scope, most) {
	const count = 1 + scope.random.int(most);
	return lines(
		Array.from({ length: count }, () => {
			const one = someStatement(scope);
			return scope.random.chance(0.15)
				? one
				: statement(code`try {\n${one}\n} catch (error) { log.push(error.name, error.code); }`);
		}),
	);
}

/** @param {Random} random */
function document(random) {
	const policy = random.weighted(POLICIES);
	const shape = someShape(random, ARRAYS.has(policy));
	return { policy, shape, content: someContent(random, shape) };
}

/** Plain typed arrays over one buffer, of which a write to one shows in the others; of doubles, since V8 says nothing of the bytes of a NaN, in one of their own. */
const PLAIN = [
	{ name: 'bytes', shape: typed('Uint8Array') },
	{ name: 'words', shape: typed('Int32Array') },
	{ name: 'halves', shape: typed('Uint16Array') },
	{ name: 'doubles', shape: typed('Float64Array') },
];

/** @param {Tree} body @param {boolean} isCaptured @param {boolean} hasPlain @returns {Tree} */
function moduleOf(body, isCaptured, hasPlain) {
	const plain = hasPlain
		? code`const bytes = new Uint8Array(32).fill(1), words = new Int32Array(bytes.buffer, 4, 3), halves = new Uint16Array(bytes.buffer, 2), doubles = new Float64Array(4);
`
		: [];
	const start = code`'use cpu_bound';
const log = [];
let acc = 0, fuel = 300;
${sequence(plain)}${body}
return [acc, log${hasPlain ? ', bytes, doubles' : ''}];`;
	const unit = isCaptured
		? code`export function make(/* cpu_bound: gem */ h) {
return function work(/* cpu_bound: gem */ g, from, to) {
${sequence(start)}
};
}`
		: code`export function work(/* cpu_bound: gem */ g, /* cpu_bound: gem */ h, from, to) {
${sequence(start)}
}`;
	return lines([sequence(HELPERS), sequence(unit)]);
}

const HELPERS = code`function total(list, n) {
let sum = n;
for (let i = 0; i < list.length; i++) sum += list[i];
return sum;
}
function put(list, at, value) {
list[at] = value;
}
function weigh(node) {
if (typeof node === 'number') return node;
if (typeof node === 'string') return node.length;
if (typeof node !== 'object' || node === null) return node === true ? 1 : 0;
let total = 0;
if (Array.isArray(node)) for (const one of node) total += weigh(one);
else for (const key in node) total += weigh(node[key]);
return total;
}
function inner(node) {
for (const key in node) if (typeof node[key] === 'object' && node[key] !== null) return node[key];
return node;
}
function same(one, other) {
return one === other;
}
function act(root, what) {
globalThis.fuzzAct(root, what);
}`;
