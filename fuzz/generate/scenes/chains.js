/** @import { Scene, Stage } from './stage.js' */
/** @import { Part } from '../tree.js' */
import { code, statement } from '../tree.js';

/**
 * Programs that are long in one direction: functions that each call the next, methods, links of a chain, terms, branches.
 */

/** @param {number} count @param {(at: number) => string} text @returns {string} */
const repeat = (count, text) => Array.from({ length: count }, (_, at) => text(at)).join('');

/** Each gives statements, and an expression of the unit. @type {readonly (readonly [number, (id: string, count: number) => { setup: string, use: string }])[]} */
const CHAINS = [
	[
		3,
		(id, count) => ({
			setup: `${repeat(count, (at) => `function link${id}_${at}(n) {\nreturn link${id}_${at + 1}(n + 1);\n}\n`)}function link${id}_${count}(n) {\nreturn n;\n}`,
			use: `link${id}_0(input)`,
		}),
	],
	[
		1,
		(id, count) => ({
			setup: `const link${id}_0 = (n) => n;\n${repeat(count, (at) => `const link${id}_${at + 1} = (n) => link${id}_${at}(n) + 1;\n`)}`,
			use: `link${id}_${count}(input)`,
		}),
	],
	[
		1,
		(id, count) => ({
			setup: `const value${id}_0 = [1];\n${repeat(count, (at) => `const value${id}_${at + 1} = [value${id}_${at}[0] + 1];\n`)}`,
			use: `value${id}_${count}`,
		}),
	],
	[
		1,
		(id, count) => ({
			setup: `class Long${id} {\n${repeat(count, (at) => `m${at}(n) {\nreturn this.m${at + 1}(n + 1);\n}\n`)}m${count}(n) {\nreturn n;\n}\n}`,
			use: `new Long${id}().m0(input)`,
		}),
	],
	[
		1,
		(id, count) => ({
			setup: `const start${id} = { add() {\nreturn this;\n}, end: () => 5 };`,
			use: `start${id}${repeat(count, () => '.add()')}.end()`,
		}),
	],
	[1, (_id, count) => ({ setup: '', use: `input${repeat(count, (at) => ` + ${at % 7}`)}` })],
	[
		0.5,
		(id, count) => ({
			setup: `function pick${id}(n) {\n${repeat(count, (at) => `if (n === ${at}) return ${at * 2};\nelse `)}return -1;\n}`,
			use: `pick${id}(input)`,
		}),
	],
	[
		0.5,
		(id, count) => ({
			setup: `const rows${id} = [];\n${repeat(count, (at) => `rows${id}.push(${at});\n`)}`,
			use: `rows${id}.length`,
		}),
	],
	[
		0.5,
		(id, count) => ({
			setup: `class Base${id}_0 {\nown() {\nreturn 1;\n}\n}\n${repeat(Math.min(count, 80), (at) => `class Base${id}_${at + 1} extends Base${id}_${at} {\nown() {\nreturn super.own() + 1;\n}\n}\n`)}`,
			use: `new Base${id}_${Math.min(count, 80)}().own()`,
		}),
	],
];

/** @param {Stage} stage @returns {Scene} */
export function long(stage) {
	const { random, plan } = stage;
	const id = String(++plan.serial);
	const unit = stage.name('score');
	const count = random.weighted([
		[3, 20 + random.int(60)],
		[1, 200 + random.int(400)],
	]);
	const { setup, use } = random.weighted(CHAINS)(id, count);
	/** @type {Part[]} */
	const text = code`async function ${unit}${stage.unit([use])}`;
	return {
		statements: [statement([setup]), statement(text)],
		name: unit,
		callables: [{ path: unit, params: ['num'], result: 'any' }],
	};
}
