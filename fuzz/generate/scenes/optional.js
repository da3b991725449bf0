/** @import { Part } from '../tree.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, sequence, statement } from '../tree.js';

/**
 * Units that may stay on the host, in this file or in another one, whose callers need the result at once, do not wait for it, or cannot
 * be followed; and calls with what cannot cross. None of them may make the compiler refuse a file, and all must compute what the plain
 * program does.
 */

/** Where the unit stands, and an expression that has it. @type {readonly (readonly [number, (name: string, rest: Part) => Part[], (name: string) => string])[]} */
const SHAPES = [
	[6, (name, rest) => code`function ${name}${rest}`, (name) => name],
	[1, (name, rest) => code`const ${name} = function ${rest};`, (name) => name],
	[1, (name, rest) => code`const ${name} = { run${rest} };`, (name) => `${name}.run`],
	[1, (name, rest) => code`class ${name} {\nstatic run${rest}\n}`, (name) => `${name}.run`],
	[1, (name, rest) => code`class ${name} {\nrun${rest}\n}`, (name) => `new ${name}().run`],
	[
		1,
		(name, rest) =>
			code`class ${name} {\n#run${rest}\nrun(input) {\nreturn this.#run(input);\n}\n}`,
		(name) => `new ${name}().run`,
	],
	[
		1,
		(name, rest) => code`const ${name} = { run(input) {\nreturn this.own(input);\n}, own${rest} };`,
		(name) => `${name}.run`,
	],
	[
		1,
		(name, rest) => code`function ${name}() {\nreturn function ${rest};\n}`,
		(name) => `${name}()`,
	],
];

/** Ways out of sight: a function with what is done with the unit `name`. @type {readonly (readonly [number, (name: string, n: Part) => Part[]])[]} */
const ESCAPES = [
	[1, (name, n) => code`(input) {\nconst { f = ${name} } = {};\nreturn f(input) + ${n};\n}`],
	[
		1,
		(name, n) =>
			code`(input) {\nconst f = input === 1234.5 ? Math.abs : ${name};\nreturn f(input) + ${n};\n}`,
	],
	[1, (name, n) => code`(input) {\nconst f = undefined ?? ${name};\nreturn f(input) + ${n};\n}`],
	[1, (name, n) => code`(input) {\nreturn [${name}][0](input) + ${n};\n}`],
	[
		1,
		(name, n) => code`(input) {\nreturn new Map([['run', ${name}]]).get('run')(input) + ${n};\n}`,
	],
	[1, (name, n) => code`(input) {\nreturn ({ ...{ run: ${name} } }).run(input) + ${n};\n}`],
	[
		1,
		(name, n) => code`(input) {\nreturn Object.assign({}, { run: ${name} }).run(input) + ${n};\n}`,
	],
	[
		1,
		(name, n) =>
			code`(input) {\nreturn Object.defineProperty({}, 'run', { value: ${name} }).run(input) + ${n};\n}`,
	],
	[1, (name, n) => code`(input) {\nreturn ((f) => (x) => f(x) + ${n})(${name})(input);\n}`],
	[1, (name, n) => code`(input) {\nreturn Reflect.apply(${name}, undefined, [input]) + ${n};\n}`],
	[1, (name, n) => code`(input) {\nreturn ${name}.bind(undefined, input)() + ${n};\n}`],
	[1, (name, n) => code`(input) {\nreturn +{ valueOf: () => ${name}(input) } + ${n};\n}`],
	[1, (name) => code`(input) {\nreturn JSON.stringify({ toJSON: () => ${name}(input) });\n}`],
	[1, (name) => code`(input) {\nreturn new Proxy({}, { get: () => ${name}(input) }).run;\n}`],
	[
		1,
		(name) =>
			code`(input) {\ntry {\n${name}(input);\nreturn 'done';\n} catch {\nreturn 'thrown';\n}\n}`,
	],
];

/** A function with what is done with the unit `name`. @type {readonly (readonly [number, (name: string, n: Part) => Part[]])[]} */
const USES = [
	[3, (name, n) => code`(input) {\nreturn ${name}(input) + ${n};\n}`],
	[
		2,
		(name, n) =>
			code`(input) {\nreturn [3, ${n}, input].sort((a, b) => ${name}(a) - ${name}(b));\n}`,
	],
	[1, (name) => code`(input) {\nreturn [1, 2, input].filter(${name}).length;\n}`],
	[1, (name) => code`(input) {\nreturn [1, 2, input].some((one) => ${name}(one) > 2);\n}`],
	[1, (name) => code`(input) {\nreturn new (class {\nat = ${name}(input);\n})().at;\n}`],
	[1, (name) => code`(input) {\nreturn { get value() {\nreturn ${name}(input);\n} }.value;\n}`],
	[1, (name) => code`(input) {\nreturn typeof new ${name}(input);\n}`],
	[
		1,
		(name) =>
			code`(input) {\nconst { call } = ${name};\nreturn call === Function.prototype.call;\n}`,
	],
	[1, (name, n) => code`(input) {\nlet total = ${n};\ntotal += ${name}(input);\nreturn total;\n}`],
];

/** The same where the caller could wait. @type {typeof USES} */
const WAITING = [
	[2, (name, n) => code`(input) {\nlet total = ${n};\ntotal += ${name}(input);\nreturn total;\n}`],
	[1, (name) => code`(input) {\nreturn [await ${name}(input), ${name}(1) + 1];\n}`],
	[1, (name) => code`(input) {\nreturn (await Promise.all([1, input].map(${name}))).length;\n}`],
	[
		1,
		(name) =>
			code`(input) {\nreturn [await ${name}(input), await ${name}(new Proxy({}, {})), await ${name}([input].values())];\n}`,
	],
	[
		1,
		(name, n) =>
			code`(input) {\nlet total = ${n};\nconst add = async (x) => {\nconst before = total;\ntotal = before + ${name}(x);\n};\nawait Promise.all([add(1), add(input)]);\nreturn total;\n}`,
	],
];

/** @param {Stage} stage @returns {Scene} */
export function optional(stage) {
	const { random } = stage;
	const isElsewhere = random.chance(0.5);
	const home = isElsewhere ? stage.elsewhere() : stage;
	const [name, user, waiter, host] = ['spread', 'use', 'wait', 'both'].map((one) =>
		stage.name(one),
	);
	const stem = `${name}s`;
	const rest = sequence(
		code`(input) {\n'use try_cpu_bound';\nif (input === 77) throw new RangeError('77');\nreturn input * 2 + ${home.num()};\n}`,
	);
	const [, declared, expression] = /** @type {(typeof SHAPES)[number]} */ (
		random.weighted(SHAPES.map((one) => [one[0], one]))
	);
	const unit = declared(String(name), rest);
	const has = expression(String(name));
	const use = random.weighted(random.chance(0.5) ? USES : ESCAPES)(has, stage.num());
	const wait = random.weighted(WAITING)(has, stage.num());
	return {
		statements: [
			isElsewhere ? stage.imports([String(name)], stem) : statement(unit),
			statement(code`function ${user}${sequence(use)}`),
			statement(code`async function ${waiter}${sequence(wait)}`),
			stage.host(String(host), code`return [${user}(input), await ${waiter}(input)];`),
		],
		files: isElsewhere ? [stage.file(stem, [statement(unit), home.exported([String(name)])])] : [],
		name: host,
		callables: [stage.callable(String(host))],
	};
}
