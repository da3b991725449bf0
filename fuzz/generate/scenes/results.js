/** @import { Part } from '../tree.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, statement } from '../tree.js';

/**
 * Objects of the module, and ways by which they get into what a unit gives to the host, which looks whether it is the object itself.
 */

/**
 * @typedef {object} Known
 * @property {Part[]} setup
 * @property {string} object an expression of the unit
 * @property {string} test an expression of the host on `held`
 */

/** @type {readonly (readonly [number, (stage: Stage, id: string) => Known])[]} */
const OBJECTS = [
	[
		1,
		(stage, id) => ({
			setup: code`const End${id} = { n: ${stage.num()} };`,
			object: `End${id}`,
			test: `held === End${id}`,
		}),
	],
	[
		2,
		(stage, id) => ({
			setup: code`const End${id} = { n: ${stage.num()} };\nconst api${id} = { end: () => End${id} };`,
			object: `End${id}`,
			test: `held === api${id}.end()`,
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: code`const End${id} = { n: ${stage.num()} };\nclass Api${id} {\nstatic get end() {\nreturn End${id};\n}\n}`,
			object: `End${id}`,
			test: `held === Api${id}.end`,
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: code`const deep${id} = [[{ one: [[{ n: ${stage.num()} }]] }]];`,
			object: `deep${id}[0][0].one[0][0]`,
			test: `held === deep${id}[0][0].one[0][0]`,
		}),
	],
	[
		1.5,
		(stage, id) => ({
			setup: code`const last${id} = { n: ${stage.num()}, next: null };\nconst first${id} = { n: 0, next: { n: 1, next: { n: 2, next: last${id} } } };\nfunction end${id}(from) {\nlet node = from;\nwhile (node.next) node = node.next;\nreturn node;\n}`,
			object: `end${id}(first${id})`,
			test: stage.random.pick([`held === last${id}`, `[first${id}, last${id}].indexOf(held)`]),
		}),
	],
	[
		1.5,
		(stage, id) => ({
			setup: code`const tree${id} = { n: 0, kids: [{ n: 1, kids: [{ n: 2, kids: [{ n: ${stage.num()}, kids: [] }] }] }] };${stage.random.chance(0.4) ? `\nfor (const kid of tree${id}.kids) kid.parent = tree${id};` : ''}\nfunction find${id}(node) {\nfor (const kid of node.kids) return find${id}(kid);\nreturn node;\n}`,
			object: `find${id}(tree${id})`,
			test: `held === tree${id}.kids[0].kids[0].kids[0]`,
		}),
	],
];

/**
 * Statements of a unit that return the object, with helpers of the module, and how the host opens the result.
 *
 * @type {readonly (readonly [number, (object: string, id: string) => { body: string, helper?: string, open?: string }])[]}
 */
const WAYS = [
	[1, (object) => ({ body: `return ${object};` })],
	[1, (object) => ({ body: `return Promise.resolve(${object}).then((one) => one);` })],
	[1, (object) => ({ body: `return Promise.all([input, ${object}]);`, open: '[1]' })],
	[1, (object) => ({ body: `return await Promise.race([${object}]);` })],
	[
		1,
		(object) => ({ body: `return [1, 2].reduce((sum, one) => (one > 1 ? ${object} : sum), 0);` }),
	],
	[1, (object) => ({ body: `return [input].map(() => ${object})[0];` })],
	[
		1,
		(object) => ({
			body: `const found = new Map([['a', 0]]);\nfound.set('k', ${object});\nreturn found.get('k');`,
		}),
	],
	[1, (object) => ({ body: `return [...new Set([1, ${object}])];`, open: '[1]' })],
	[
		1,
		(object) => ({
			body: `const own = { list: [] };\nown.list.push(${object});\nconst [{ list }] = [own];\nreturn list.at(-1);`,
		}),
	],
	[
		1,
		(object, id) => ({
			helper: `const pick${id} = (at, ...options) => options[at];`,
			body: `return pick${id}(1, 0, ${object});`,
		}),
	],
	[
		1,
		(object, id) => ({
			helper: `function fill${id}(into, one) {\ninto.one = one;\n}`,
			body: `const own = {};\nfill${id}(own, ${object});\nreturn own;`,
			open: '.one',
		}),
	],
	[
		1,
		(object, id) => ({
			helper: `class Box${id} {\nconstructor(one) {\nthis.one = one;\n}\nopen() {\nreturn this.one;\n}\n}`,
			body: `return new Box${id}(${object}).open();`,
		}),
	],
	[1, (object) => ({ body: `try {\nthrow ${object};\n} catch (thrown) {\nreturn thrown;\n}` })],
	[1, (object) => ({ body: `let result = null;\nresult ??= ${object};\nreturn result;` })],
	[1, (object) => ({ body: `const give = () => ({ one: ${object} });\nreturn give().one;` })],
	[
		1,
		(object, id) => ({
			helper: `function* each${id}(one) {\nyield 0;\nyield one;\n}`,
			body: `return [...each${id}(${object})];`,
			open: '[1]',
		}),
	],
	[1, (object) => ({ body: `return Object.assign({}, { one: ${object} });`, open: '.one' })],
];

/** @param {Stage} stage @returns {Scene} */
export function results(stage) {
	const { random, plan } = stage;
	const id = String(++plan.serial);
	const unit = stage.name('score');
	const name = stage.name('check');
	stage.mayRefuse('LP8001', 'LP8005', 'LP8009', 'LP8014', 'LP8015');
	// What other code may change crosses with each call, and the copy that comes back is told of.
	stage.mayWarn('LP3011');
	const { setup, object, test } = random.weighted(OBJECTS)(stage, id);
	const { body, helper, open = '' } = random.weighted(WAYS)(object, id);
	const sort = random.weighted([
		[4, 'returns'],
		[1, 'throws'],
		[1, 'yields'],
		[1, 'calls'],
	]);
	const head = helper ? [statement(setup), statement(code`${helper}`)] : [statement(setup)];
	/** @param {string} star @param {string} text */
	const declare = (star, text) =>
		statement(code`async function${star} ${unit}(input) {\n'use cpu_bound';\n${text}\n}`);
	const parts = {
		returns: [
			declare('', body),
			code`const held = (await ${unit}(input))${open};\nreturn [${test}];`,
		],
		throws: [
			declare('', `if (input !== null) throw ${object};\nreturn 0;`),
			code`const held = await ${unit}(input).catch((thrown) => thrown);\nreturn [${test}];`,
		],
		yields: [
			declare('*', `yield 0;\nyield [${object}];`),
			code`const all = [];\nfor await (const one of ${unit}(input)) if (one !== 0) {\nconst [held] = one;\nall.push(${test});\n}\nreturn all;`,
		],
		calls: [
			declare('', `await input(${object});\nreturn 0;`),
			code`const all = [];\nawait ${unit}(async (held) => {\nall.push(${test});\n});\nreturn all;`,
		],
	};
	const [declared, text] = /** @type {[import('../tree.js').Tree, Part[]]} */ (
		parts[/** @type {keyof typeof parts} */ (sort)]
	);
	const statements = [...head, declared, stage.host(name, text)];
	return { statements, name, callables: [stage.callable(name)] };
}
