/** @import { Part, Tree } from '../tree.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, statement } from '../tree.js';
import { place } from './placements.js';

/**
 * Functions that are called with a receiver: by methods of lists, by helpers, by `call`, and across the boundary.
 */

/** @typedef {{ setup: Part[][], uses: string[] }} Shape */

/** @type {readonly (readonly [number, (stage: Stage, id: string) => Shape])[]} */
const SHAPES = [
	[
		1,
		(stage, id) => ({
			setup: [code`const self${id} = { k: ${stage.num()} };`],
			uses: [
				`[1, 2].${stage.random.pick(['map', 'filter', 'flatMap', 'some', 'find'])}(function (one) {\nreturn this.k + one;\n}, self${id})`,
			],
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: [
				code`function each${id}(list, visit, self) {\nreturn list.map((one) => visit.call(self, one));\n}`,
			],
			uses: [
				`each${id}([1, 2], function (one) {\nreturn this.k + one;\n}, { k: ${String(stage.random.int(9))} })`,
			],
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: [
				code`const box${id} = { k: ${stage.num()}, run(visit) {\nreturn visit.call(this, 2);\n} };`,
			],
			uses: [`box${id}.run(function (one) {\nreturn [this.k, one];\n})`],
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: [
				code`const box${id} = { k: ${stage.num()}, go() {\nreturn [1].map(() => this.k);\n} };`,
			],
			uses: [`box${id}.go()`],
		}),
	],
	[
		0.6,
		(_stage, id) => ({
			setup: [
				code`const revive${id} = function (key, value) {\nreturn key === 'a' ? Object.keys(this).length : value;\n};`,
			],
			uses: [`JSON.parse('{"a":1,"b":2}', revive${id})`],
		}),
	],
	[
		0.6,
		(stage, id) => ({
			setup: [
				code`const more${id} = function (one) {\nreturn this.k + one;\n}.bind({ k: ${stage.num()} });`,
			],
			uses: [`more${id}(2)`, `[1].map(more${id})`],
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: [
				code`class Emitter${id} {\nconstructor() {\nthis.k = ${stage.num()};\nthis.all = [];\n}\non(one) {\nthis.all.push(one);\nreturn this;\n}\nfire(value) {\nreturn this.all.map((one) => one.call(this, value));\n}\n}`,
			],
			uses: [`new Emitter${id}().on(function (value) {\nreturn [this.k, value];\n}).fire(input)`],
		}),
	],
	[
		0.6,
		(stage, id) => ({
			setup: [code`function pick${id}(one) {\nreturn [this?.k, one, ${stage.num()}];\n}`],
			uses: [
				`Reflect.apply(pick${id}, { k: 1 }, [input])`,
				`pick${id}.apply({ k: 2 }, [input])`,
				`({ pick: pick${id}, k: 3 }).pick(input)`,
			],
		}),
	],
];

/** @param {Stage} stage @returns {Scene} */
export function called(stage) {
	const { random, plan } = stage;
	const id = String(++plan.serial);
	if (random.chance(0.35)) return random.chance(0.5) ? lent(stage) : calledBack(stage);
	const { setup, uses } = random.weighted(SHAPES)(stage, id);
	// What `bind` makes in a function is known at run time alone.
	stage.mayRefuse('LP2006');
	return place(stage, { setup: setup.map((parts) => statement(parts)), uses });
}

/** @param {Stage} stage @returns {Scene} a function of the host that a unit calls with a receiver */
function lent(stage) {
	const unit = stage.name('score');
	const name = stage.name('check');
	/** @type {Tree[]} */
	const statements = [
		statement(
			code`async function ${unit}(on, input) {\n'use cpu_bound';\nreturn [await on.call({ n: ${stage.num()} }, input), await on.apply({ n: 2 }, [input, 1])];\n}`,
		),
		stage.host(
			name,
			code`return ${unit}(async function (one, more = 0) {\nreturn [this?.n, one, more];\n}, input);`,
		),
	];
	return { statements, name, callables: [stage.callable(name)] };
}

/** @param {Stage} stage @returns {Scene} a callback that the body calls with a receiver */
function calledBack(stage) {
	const unit = stage.name('score');
	const name = stage.name('check');
	return {
		statements: [
			statement(
				code`function ${unit}(input, done) {\n'use cpu_bound';\ndone.call({ n: ${stage.num()}, input }, null, input + 1);\n}`,
			),
			stage.host(
				name,
				code`return new Promise((resolve) => {\n${unit}(input, function (error, value) {\nresolve([this.n, this.input, error, value]);\n});\n});`,
			),
		],
		name,
		callables: [stage.callable(name)],
	};
}
