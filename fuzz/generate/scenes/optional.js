/** @import { Part } from '../tree.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, sequence, statement } from '../tree.js';

/**
 * Units that may stay on the host, in this file or in another one, whose callers need the result at once, or do not wait for it. None
 * of them may make the compiler refuse a file, and all must compute what the plain program does.
 */

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
	const unit = code`function ${name}(input) {\n'use try_cpu_bound';\nreturn input * 2 + ${home.num()};\n}`;
	const use = random.weighted(USES)(String(name), stage.num());
	const wait = random.weighted(WAITING)(String(name), stage.num());
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
