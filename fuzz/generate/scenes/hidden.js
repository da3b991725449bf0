/** @import { Part, Tree } from '../tree.js' */
/** @import { Scene, Stage } from './stage.js' */
/** @import { Way } from './ways.js' */
import { code, sequence, statement } from '../tree.js';
import { WAYS } from './ways.js';

/**
 * Changes of which the text does not show what they change: of an argument, a capture or an object of the module by a unit, and of what
 * a unit reads by the host. The compiler may refuse or warn; where it does neither, checks at run time have to tell.
 */

/** How a unit that changes what it is given, or reads what the host changes, may be refused. */
const REFUSED = [
	'LP2003',
	'LP2005',
	'LP2011',
	'LP2012',
	'LP2014',
	'LP2016',
	'LP2025',
	'LP3001',
	'LP3003',
	'LP3004',
	'LP3006',
	'LP3008',
	'LP8001',
	'LP8004',
	'LP8005',
	'LP8015',
];

const OBJECT = (/** @type {Stage} */ stage) =>
	code`{ n: ${stage.num()}, list: [${stage.num()}], bytes: new Uint8Array(4) }`;

/** @param {string} object @returns {string} an expression that shows its content */
const content = (object) => `[${object}.n, [...${object}.list], [...${object}.bytes]]`;

/** @typedef {{ stage: Stage, id: string, change: (target: string) => Tree, unit: string, name: string }} Act */

/** @typedef {(act: Act) => Tree[]} Form */

/** @type {Form} the unit changes an argument */
const argument = ({ stage, change, unit, name }) => [
	statement(
		code`async function ${unit}(given, input = 2) {\n'use cpu_bound';\n${change('given')}\nreturn ${content('given')};\n}`,
	),
	stage.host(
		name,
		code`const own = ${sequence(OBJECT(stage))};\nconst result = await ${unit}(own);\nreturn [result, ${content('own')}];`,
	),
];

/** @type {Form} the unit changes a part of an argument */
const part = ({ stage, change, unit, name }) => [
	statement(
		code`async function ${unit}({ rows }, input = 2) {\n'use cpu_bound';\nfor (const row of rows) {\n${change('row')}\n}\nreturn rows.length;\n}`,
	),
	stage.host(
		name,
		code`const own = { rows: [${sequence(OBJECT(stage))}] };\nconst result = await ${unit}(own);\nreturn [result, ${content('own.rows[0]')}];`,
	),
];

/** @type {Form} the unit changes what it captures of the function that returns it */
const capture = ({ stage, change, unit, name }) => [
	statement(
		code`function ${unit}(given) {\nconst own = ${sequence(OBJECT(stage))};\nconst score = async (input) => {\n'use cpu_bound';\n${change('own')}\nreturn ${content('own')};\n};\nreturn [score, () => ${content('own')}];\n}`,
	),
	stage.host(name, code`const [score, look] = ${unit}(1);\nreturn [await score(2), look()];`),
];

/** @type {Form} the unit changes an object of the module */
const ofModule = ({ stage, id, change, unit, name }) => [
	statement(code`const held${id} = ${sequence(OBJECT(stage))};`),
	statement(
		code`async function ${unit}(input) {\n'use cpu_bound';\n${change(`held${id}`)}\nreturn held${id}.list.length;\n}`,
	),
	stage.host(
		name,
		code`const result = await ${unit}(2);\nreturn [result, ${content(`held${id}`)}];`,
	),
];

/** @type {Form} the host changes an object of the module between two calls */
const byHost = ({ stage, id, change, unit, name }) => [
	statement(code`const held${id} = ${sequence(OBJECT(stage))};`),
	statement(
		code`async function ${unit}(input) {\n'use cpu_bound';\nreturn ${content(`held${id}`)};\n}`,
	),
	stage.host(
		name,
		code`const before = await ${unit}(1);\n${change(`held${id}`)}\nreturn [before, await ${unit}(2)];`,
	),
];

/** Functions that make what a variable holds at their first call. @type {readonly ((name: string, made: Tree) => Part[])[]} */
const FIRST_USES = [
	(name, made) => code`function ${name}Of() {\nreturn (${name} ??= ${made});\n}`,
	(name, made) => code`const ${name}Of = () => ${name} || (${name} = ${made});`,
	(name, made) =>
		code`function ${name}Of() {\nif (!${name}) ${name} = ${made};\nreturn ${name};\n}`,
];

/** @type {Form} the host changes what each thread makes at its first use, before or after the first call */
const lazyByHost = ({ stage, id, change, unit, name }) => [
	statement(code`let held${id};`),
	statement(stage.random.pick(FIRST_USES)(`held${id}`, sequence(OBJECT(stage)))),
	statement(
		code`async function ${unit}(input) {\n'use cpu_bound';\nreturn ${content(`held${id}Of()`)};\n}`,
	),
	stage.host(
		name,
		code`const before = ${stage.random.pick([`await ${unit}(1)`, '0'])};\n${change(`held${id}Of()`)}\nreturn [before, await ${unit}(2)];`,
	),
];

/** @type {Form} the host changes what a unit of an enclosing function captures */
const captureByHost = ({ stage, change, unit, name }) => [
	statement(
		code`function ${unit}(given) {\nconst own = ${sequence(OBJECT(stage))};\nconst score = async (input) => {\n'use cpu_bound';\nreturn ${content('own')};\n};\nreturn [score, async (input) => {\n${change('own')}\n}];\n}`,
	),
	stage.host(
		name,
		code`const [score, hit] = ${unit}(1);\nconst before = await score(1);\nawait hit(1);\nreturn [before, await score(2)];`,
	),
];

/** @type {readonly (readonly [number, Form])[]} */
const FORMS = [
	[3, argument],
	[1, part],
	[2, capture],
	[2, ofModule],
	[2, byHost],
	[2, lazyByHost],
	[1, captureByHost],
];

/** @param {Stage} stage @returns {Scene} */
export function hidden(stage) {
	const { random, plan } = stage;
	const id = String(++plan.serial);
	/** @type {Way} */
	const way = random.weighted(random.weighted(WAYS));
	const form = random.weighted(FORMS);
	const unit = stage.name('score');
	const name = stage.name('check');
	stage.mayRefuse(...REFUSED);
	stage.mayWarn('LP3001', 'LP3002', 'LP8048', 'LP8049');
	/** @type {Tree[]} */
	const statements = [];
	if (way.from) statements.push(stage.platform(way.from[0], `${way.from[1]}${id}`));
	if (way.before) statements.push(statement(way.before(stage, id)));
	/** @param {string} target */
	const change = (target) => sequence(surrounded(stage, way.text(stage, target, id)));
	statements.push(...form({ stage, id, change, unit, name }));
	return { statements, name, callables: [stage.callable(name)] };
}

/** @param {Stage} stage @param {Part[]} text @returns {Part[]} a block of its own: what it declares is its own, too */
function surrounded({ random }, text) {
	const block = code`{\n${sequence(text)}\n}`;
	return random.weighted([
		[5, block],
		[1, code`if (input > -1e9) ${sequence(block)}`],
		[0.7, code`try ${sequence(block)} finally {\n}`],
		[0.7, code`for (let turn = 0; turn < 1; turn++) ${sequence(block)}`],
	]);
}
