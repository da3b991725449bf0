/** @import { Part, Tree } from '../tree.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, lines, statement } from '../tree.js';
import { STATE_TOLD } from './stage.js';

/**
 * Tables of functions, of the unit's file or another one. A unit picks a function and returns its result: a new object, or a part
 * of what the file of the table has.
 */

/**
 * @typedef {object} Table
 * @property {(stage: Stage, name: string) => Part[]} text declares `name`, whose functions may use `parts`, a variable of its file
 * @property {(name: string, key: string) => string} pick an expression that gives a function
 * @property {boolean} [isCopied] the compiler does not see that results are parts: they are copies
 * @property {boolean} [isOwn] it is for the unit's own file alone
 * @property {(stage: Stage, name: string) => Part[]} replace a statement that puts another function into it
 */

/** @param {string} name @returns {string} the variable of the parts that functions of a table may return */
const partsOf = (name) => `parts${name}`;

/** @type {readonly (readonly [number, Table])[]} */
const TABLES = [
	[
		3,
		{
			text: (stage, name) =>
				code`const ${name} = { a: () => ${partsOf(name)}.a, b(input) {\nreturn ${partsOf(name)}.list[input & 1];\n}, c: (input) => ({ n: input + ${stage.num()} }) };`,
			pick: (name, key) => `${name}[${key}]`,
			replace: (stage, name) => code`${name}.c = (input) => ({ n: input * ${stage.num()} });`,
		},
	],
	[
		1.5,
		{
			text: (stage, name) =>
				code`const ${name} = new Map([['a', () => ${partsOf(name)}.a], ['b', (input) => ${partsOf(name)}.list[input & 1]]]);\n${name}.set('c', (input) => ({ n: input + ${stage.num()} }));`,
			pick: (name, key) => `${name}.get(${key})`,
			isCopied: true,
			replace: (stage, name) => code`${name}.set('c', (input) => ({ n: input * ${stage.num()} }));`,
		},
	],
	[
		1.5,
		{
			text: (stage, name) =>
				code`const ${name} = Object.fromEntries(['a', 'b', 'c'].map((key, at) => [key, (input) => at === 0 ? ${partsOf(name)}.a : at === 1 ? ${partsOf(name)}.list[input & 1] : { n: input + ${stage.num()} }]));`,
			isCopied: true,
			pick: (name, key) => `${name}[${key}]`,
			replace: (stage, name) => code`${name}['c'] = () => ({ n: ${stage.num()} });`,
		},
	],
	[
		1,
		{
			text: (stage, name) =>
				code`const give${name} = (one) => () => one;\nconst ${name} = { a: give${name}(${partsOf(name)}.a), b: give${name}(${partsOf(name)}.list[1]) };\n${name}.c = (input) => ({ n: input + ${stage.num()} });`,
			isOwn: true,
			pick: (name, key) => `${name}[${key}]`,
			replace: (stage, name) => code`${name}.c = (input) => ({ n: input - ${stage.num()} });`,
		},
	],
	[
		1,
		{
			text: (stage, name) =>
				code`class ${name} {\nstatic a() {\nreturn ${partsOf(name)}.a;\n}\nstatic b(input) {\nreturn ${partsOf(name)}.list[input & 1];\n}\nstatic c = (input) => ({ n: input + ${stage.num()} });\n}`,
			isOwn: true,
			isCopied: true,
			pick: (name, key) => `${name}[${key}]`,
			replace: (stage, name) => code`${name}.c = (input) => ({ n: input * ${stage.num()} });`,
		},
	],
	[
		1,
		{
			text: (stage, name) =>
				code`function ${name}(key) {\nswitch (key) {\ncase 'a':\nreturn () => ${partsOf(name)}.a;\ncase 'b':\nreturn (input) => ${partsOf(name)}.list[input & 1];\n}\nreturn ${name}.other;\n}\n${name}.other = (input) => ({ n: input + ${stage.num()} });`,
			pick: (name, key) => `${name}(${key})`,
			replace: (stage, name) => code`${name}.other = (input) => ({ n: input * ${stage.num()} });`,
		},
	],
];

/** How a table that the host changes is refused, and a part that cannot cross. */
const REFUSED = [
	'LP2014',
	'LP2020',
	'LP2031',
	'LP3003',
	'LP3004',
	'LP3008',
	'LP8001',
	'LP8005',
	'LP8009',
	'LP8014',
];

/**
 * What the host looks at of a result: what it holds, and whether it is the part itself. Results from tables of other files are copies.
 *
 * @param {string} held
 * @param {string} parts
 * @param {boolean} isPart
 * @returns {string} expressions
 */
const looksOf = (held, parts, isPart) =>
	isPart ? `${held}?.n, ${held} === ${parts}.a, ${parts}.list.indexOf(${held})` : `${held}?.n`;

/** @param {Stage} stage @returns {Scene} */
export function tabled(stage) {
	const { random, plan } = stage;
	const id = String(++plan.serial);
	const name = stage.name('Table');
	const unit = stage.name('score');
	const host = stage.name('check');
	const parts = partsOf(name);
	stage.setting.scope.declare({ name: parts, isForHost: true });
	stage.mayRefuse(...REFUSED);
	stage.mayWarn(...STATE_TOLD);
	const { text, pick, replace, isCopied, isOwn: mustBeOwn } = random.weighted(TABLES);
	const isOwn = mustBeOwn || random.chance(0.5);
	const hasUnitFile = !isOwn && random.chance(0.5);
	const looks = (/** @type {string} */ held) => looksOf(held, parts, isOwn && !isCopied);
	const declaring = isOwn ? stage : stage.elsewhere();
	const table = [
		statement(
			code`const ${parts} = { a: { n: ${declaring.num()} }, list: [{ n: ${declaring.num()} }, { n: 2 }] };`,
		),
		statement(text(declaring, name)),
	];
	const score = statement(
		code`async function ${unit}(key, input) {\n'use cpu_bound';\nreturn ${pick(name, 'key')}(input);\n}`,
	);
	const files = [];
	/** @type {Tree[]} */
	const statements = [];
	if (isOwn) statements.push(...table);
	else {
		files.push(stage.file(`table${id}`, [...table, stage.exported([name, parts])]));
		statements.push(stage.imports([name, parts], `table${id}`));
	}
	if (hasUnitFile) {
		const own = [stage.imports([name], `table${id}`), score, stage.exported([unit])];
		files.push(stage.file(`unit${id}`, own));
		statements.push(stage.imports([unit], `unit${id}`));
	} else statements.push(score);
	/** @type {Tree[]} */
	const steps = [];
	if (random.chance(0.2)) steps.push(statement(replace(stage, name)));
	if (random.chance(0.2)) steps.push(statement(code`${parts}.a.n = ${stage.num()};`));
	if (random.chance(0.15)) steps.push(statement(code`${parts}.list.push({ n: 5 });`));
	const last = random.pick(["'a'", "'b'", "'c'"]);
	statements.push(
		stage.host(
			host,
			code`const all = [];\nfor (const key of ['a', 'b', 'c']) {\nconst held = await ${unit}(key, input);\nall.push(${looks('held')});\n}\n${lines(steps)}\nconst last = await ${unit}(${last}, 1);\nreturn [all, ${looks('last')}];`,
		),
	);
	return { statements, files, name: host, callables: [stage.callable(host)] };
}
