/** @import { Part } from '../tree.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, sequence, statement } from '../tree.js';

/**
 * Units whose values some callers need at once, and for which others wait: the former run where they are made, with the units that they call,
 * directly, in callbacks, and through helpers that only units have, or the host as well.
 */

/** The body of a unit, and what stands beside it; `inner` is another unit, `help` a name for a helper. @type {readonly (readonly [number, (inner: string, help: string, n: Part) => { body: Part[], beside: Part[] }])[]} */
const BODIES = [
	[2, (_inner, _help, n) => ({ body: code`return input * 2 + ${n};`, beside: [] })],
	[2, (inner, _help, n) => ({ body: code`return ${inner}(input) + ${n};`, beside: [] })],
	[
		1,
		(inner) => ({
			body: code`return [3, input, 1].sort((a, b) => ${inner}(a) - ${inner}(b)).join();`,
			beside: [],
		}),
	],
	[1, (inner) => ({ body: code`return [1, input].map(${inner}).join();`, beside: [] })],
	[
		1,
		(inner, help, n) => ({
			body: code`return ${help}(input) + ${n};`,
			beside: code`function ${help}(x) {\nreturn ${inner}(x) + 1;\n}`,
		}),
	],
	[1, (inner) => ({ body: code`const also = ${inner};\nreturn also(input) + 1;`, beside: [] })],
	[
		1,
		(inner) => ({
			body: code`const list = [];\nfor (const one of [1, input]) list.push(${inner}(one) > 2 ? ${inner}(${inner}(one)) : one);\nreturn list;`,
			beside: [],
		}),
	],
	[
		1,
		(inner) => ({
			body: code`try {\nreturn ${inner}(input > 0 ? 77 : 1);\n} catch (error) {\nreturn error.message;\n}`,
			beside: [],
		}),
	],
	[1, (inner) => ({ body: code`return { at: ${inner}(input), all: [${inner}(0)] };`, beside: [] })],
];

/** A function of the host that needs the value of the unit `name` at once. @type {readonly (readonly [number, (name: string, help: string, n: Part) => Part[]])[]} */
const USES = [
	[3, (name, _help, n) => code`(input) {\nreturn [${name}(input), ${n}];\n}`],
	[2, (name) => code`(input) {\nreturn [2, input].map((one) => ${name}(one));\n}`],
	[1, (name) => code`(input) {\nreturn [2, input].map(${name});\n}`],
	[
		1,
		(name) => code`(input) {\nreturn [3, 1, input].filter((one) => String(${name}(one)) > '2');\n}`,
	],
	[1, (name) => code`(input) {\nreturn new (class {\nat = ${name}(input);\n})().at;\n}`],
	[1, (name) => code`(input) {\nreturn { get value() {\nreturn ${name}(input);\n} }.value;\n}`],
	[1, (name) => code`(input, other = ${name}(input)) {\nreturn [other];\n}`],
	[1, (name) => code`(input) {\nreturn \`${'${'}${name}(input)}\`;\n}`],
	[1, (name) => code`(input) {\nreturn ${name}.call(undefined, input);\n}`],
	[1, (name) => code`(input) {\nreturn ${name}(...[input]);\n}`],
	[1, (name) => code`(input) {\nreturn ${name}((0, input));\n}`],
	[1, (name) => code`(input) {\nreturn [...(function* () {\nyield ${name}(input);\n})()];\n}`],
	[
		1,
		(name, help) =>
			code`(input) {\nreturn typeof ${help} === 'function' && ${help}(input) && ${name}(input);\n}`,
	],
];

/** @param {Stage} stage @returns {Scene} */
export function atOnce(stage) {
	const { random } = stage;
	stage.mayRefuse('LP5001', 'LP5002', 'LP5004', 'LP5006', 'LP5020');
	const isElsewhere = random.chance(0.3);
	const home = isElsewhere ? stage.elsewhere() : stage;
	const [inner, outer, help, user, host] = ['rank', 'total', 'lift', 'needs', 'both'].map((one) =>
		String(stage.name(one)),
	);
	const stem = `${outer}s`;
	const { body, beside } = random.weighted(BODIES)(inner, help, home.num());
	const unit = random.chance(0.8)
		? code`function ${outer}(input) {\n'use cpu_bound';\n${sequence(body)}\n}`
		: code`const ${outer} = (input) => {\n'use cpu_bound';\n${sequence(body)}\n};`;
	const isHelped = beside.length > 0;
	const use = random.weighted(USES)(outer, isHelped && !isElsewhere ? help : outer, stage.num());
	const text = [
		statement(
			code`function ${inner}(input) {\n'use cpu_bound';\nif (input === 77) throw new RangeError('77');\nreturn input % 5;\n}`,
		),
		...(isHelped ? [statement(beside)] : []),
		statement(unit),
	];
	const waits = random.chance(0.5)
		? code`await ${outer}(input), await Promise.all([${outer}(1), ${inner}(input)])`
		: code`await ${outer}(input)`;
	return {
		statements: [
			...(isElsewhere ? [stage.imports([inner, outer], stem)] : text),
			statement(code`function ${user}${sequence(use)}`),
			stage.host(host, code`return [${user}(input), ${sequence(waits)}, ${user}(1)];`),
		],
		files: isElsewhere ? [stage.file(stem, [...text, home.exported([inner, outer])])] : [],
		name: host,
		callables: [stage.callable(host)],
	};
}
