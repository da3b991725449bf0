/** @import { Act } from './placements.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, statement } from '../tree.js';
import { place } from './placements.js';

/**
 * Sloppy code, which is CommonJS here: `this` of the top level, functions in blocks, labelled functions, `arguments` that are the
 * parameters, own names of function expressions.
 */

/** @typedef {Omit<Act, 'setup'> & { setup: ReturnType<typeof code>[] }} Shape */
/** @typedef {(stage: Stage, id: string) => Shape} MakeShape */

/** @type {readonly (readonly [number, MakeShape])[]} */
const SHAPES = [
	[
		1.5,
		(stage, id) => ({
			setup: [code`exports.k${id} = ${stage.num()};`, code`const self${id} = this;`],
			uses: [`self${id}.k${id}`],
			isTop: true,
		}),
	],
	[
		1.5,
		(stage, id) => ({
			setup: [code`exports.k${id} = ${stage.num()};`],
			uses: [`this.k${id}`],
			usesThis: true,
			isTop: true,
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: [code`this.k${id} = ${stage.num()};`, code`const read${id} = () => this.k${id};`],
			uses: [`read${id}()`],
			isTop: true,
		}),
	],
	[
		2,
		(stage, id) => ({
			setup: [
				code`if (given > 1) {\nfunction pick${id}() {\nreturn ['first', ${stage.num()}];\n}\n} else {\nfunction pick${id}() {\nreturn ['second', ${stage.num()}];\n}\n}`,
			],
			uses: [`pick${id}()`],
			needsFunction: true,
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: [
				code`if (${stage.value('bool')}) {\nfunction pick${id}() {\nreturn ${stage.num()};\n}\n} else {\nfunction pick${id}() {\nreturn ${stage.num()};\n}\n}`,
			],
			uses: [`pick${id}()`],
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: [code`{\nfunction pick${id}() {\nreturn ${stage.num()};\n}\n}`],
			uses: [`pick${id}()`],
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: [
				code`{\nfunction pick${id}() {\nreturn ${stage.num()};\n}\n}`,
				code`try {\nfunction pick${id}() {\nreturn ${stage.num()};\n}\n} finally {\n}`,
			],
			uses: [`pick${id}()`],
		}),
	],
	[
		0.7,
		(stage, id) => ({
			setup: [code`switch (${stage.num()}) {\ncase 1:\nfunction pick${id}() {\nreturn 1;\n}\n}`],
			uses: [`typeof pick${id}`],
		}),
	],
	[
		0.7,
		(stage, id) => ({
			setup: [code`if (${stage.value('bool')}) {\nfunction pick${id}() {\nreturn 1;\n}\n}`],
			uses: [`typeof pick${id}`],
		}),
	],
	[
		0.7,
		(stage, id) => ({
			setup: [code`{\nfunction pick${id}() {\nreturn 1;\n}\npick${id} = ${stage.num()};\n}`],
			uses: [`typeof pick${id}`],
		}),
	],
	[
		0.7,
		(stage, id) => ({
			setup: [
				code`function pick${id}() {\nreturn 'outer';\n}`,
				code`if (${stage.value('bool')}) {\nfunction pick${id}() {\nreturn 'inner';\n}\n}`,
			],
			uses: [`pick${id}()`],
		}),
	],
	[
		0.7,
		(stage, id) => ({
			setup: [
				code`var pick${id} = 5;`,
				code`if (${stage.value('bool')}) {\nfunction pick${id}() {\nreturn 'inner';\n}\n}`,
			],
			uses: [`typeof pick${id}`],
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: [code`lab${id}: function pick${id}() {\nreturn ${stage.num()};\n}`],
			uses: [`pick${id}()`],
		}),
	],
	[
		0.7,
		(stage, id) => ({
			setup: [code`function alias${id}(one) {\narguments[0] = ${stage.num()};\nreturn one;\n}`],
			uses: [`alias${id}(input)`],
		}),
	],
	[
		0.7,
		(_stage, id) => ({
			setup: [code`function receiver${id}() {\nreturn typeof this;\n}`],
			uses: [`receiver${id}()`, `receiver${id}.call(3)`],
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: [
				code`const named${id} = function own${id}(one) {\nown${id} = ${stage.num()};\nreturn typeof own${id};\n};`,
			],
			uses: [`named${id}(input)`],
		}),
	],
];

/** @param {Stage} stage @returns {Scene | null} */
export function sloppy(stage) {
	if (stage.isModule) return null;
	const made = stage.random.weighted(SHAPES)(stage, String(++stage.plan.serial));
	// `this` is all that the file exports, which may hold what the host changes, beside functions.
	if (made.isTop) stage.mayRefuse('LP2018', 'LP2014');
	// A block whose functions are variables of the module moves as a whole, with the unit that is assigned in it.
	else stage.mayRefuse('LP3004');
	return place(stage, {
		...made,
		isSloppy: true,
		setup: made.setup.map((parts) => statement(parts)),
	});
}
