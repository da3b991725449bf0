/** @import { Part, Tree } from '../tree.js' */
/** @import { Setting } from '../setting.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, sequence, statement } from '../tree.js';
import { argumentsFor } from '../calls.js';
import { generate } from '../expressions.js';
import { newTrack } from '../functions.js';
import { usable, use } from '../setting.js';

/**
 * Calls of units at the top level of the file that declares them, beside what units fill and what the top level changes between
 * two calls.
 */

/**
 * Something that a unit fills for itself, so that its result is the same whether it is empty or not.
 *
 * @typedef {(stage: Stage, id: string, value: Tree) => { setup: Part[], text: Part[], codes?: string[] }} Cache `text`: the unit's
 *   statements; `codes`: with which it may be refused
 */

/** A unit that assigns to a variable of the module is refused: nobody would see the value. */
const ASSIGNED = ['LP2003'];

/** @type {readonly (readonly [number, Cache])[]} */
const CACHES = [
	[
		3,
		(_stage, id, value) => ({
			setup: code`const memo${id} = new Map();`,
			text: code`if (!memo${id}.has(input)) memo${id}.set(input, ${value});\nreturn memo${id}.get(input);`,
		}),
	],
	[
		1,
		(_stage, id, value) => ({
			setup: code`const memo${id} = {};`,
			text: code`memo${id}[input] ??= ${value};\nreturn memo${id}[input];`,
		}),
	],
	[
		0.5,
		(_stage, id, value) => ({
			setup: code`let last${id};\nlet found${id};`,
			text: code`if (last${id} !== input) {\nfound${id} = ${value};\nlast${id} = input;\n}\nreturn found${id};`,
			codes: ASSIGNED,
		}),
	],
	[
		1,
		(_stage, id, value) => ({
			setup: code`const room${id} = new Float64Array(4);`,
			text: code`room${id}.fill(0);\nroom${id}[1] = ${value};\nreturn room${id}[0] + room${id}[1];`,
		}),
	],
	[
		1,
		(_stage, id, value) => ({
			setup: code`class Memo${id} {\nstatic #all = new Map();\nstatic get(input) {\nif (!this.#all.has(input)) this.#all.set(input, ${value});\nreturn this.#all.get(input);\n}\n}`,
			text: code`return Memo${id}.get(input);`,
		}),
	],
	[
		0.5,
		(_stage, id, value) => ({
			setup: code`let count${id} = 0;`,
			text: code`count${id}++;\nreturn ${value};`,
			codes: ASSIGNED,
		}),
	],
	[
		0.5,
		(_stage, id, value) => ({
			setup: code`let table${id};\nfunction table${id}Of() {\nreturn (table${id} ??= [1, 2, 3]);\n}`,
			text: code`return table${id}Of()[1] + ${value};`,
			codes: ASSIGNED,
		}),
	],
	[
		1,
		(_stage, id, value) => ({
			setup: code`const pattern${id} = /a/g;`,
			text: code`pattern${id}.lastIndex = 0;\nreturn [pattern${id}.test('xa'), ${value}];`,
		}),
	],
	[1, (_stage, _id, value) => ({ setup: [], text: code`return ${value};` })],
];

/** What a top level does with a unit; `await` is there. @type {readonly (readonly [number, (unit: string, id: string) => string])[]} */
const USES = [
	[3, (f) => `console.log('result', await ${f}(3));`],
	[1, (f, id) => `const result${id} = await ${f}(3);\nconsole.log(result${id});`],
	[1, (f) => `for (const one of [1, 2]) console.log(await ${f}(one));`],
	[1, (f) => `if ((await ${f}(2)) !== 4) console.log('no');`],
	[
		2,
		(f, id) =>
			`async function main${id}() {\nconsole.log('main', await ${f}(1));\n}\nawait main${id}();`,
	],
	[
		1,
		(f, id) =>
			`const main${id} = async () => {\nfor (let turn = 0; turn < 2; turn++) console.log(await ${f}(turn));\n};\nawait main${id}();`,
	],
	[1, (f) => `await (async () => {\nconsole.log(await ${f}(2));\n})();`],
	[1, (f) => `await ${f}(1).then((one) => console.log(one));`],
	[1, (f) => `await ${f}(1).then(console.log);`],
	[1, (f) => `console.log(await Promise.all([1, 2].map((one) => ${f}(one))));`],
	[1, (f, id) => `const all${id} = [];\nall${id}.push(await ${f}(1));\nconsole.log(all${id});`],
	[
		1,
		(f) => `try {\nconsole.log(await ${f}(1));\n} catch (error) {\nconsole.log(error.message);\n}`,
	],
	[
		1,
		(f, id) => `let turns${id} = 2;\nwhile (turns${id}-- > 0) console.log(await ${f}(turns${id}));`,
	],
	[0.5, (f) => `switch (String(await ${f}(1))) {\ndefault:\nconsole.log('switch');\n}`],
	[0.5, (f) => `{\nconst one = await ${f}(1);\nconsole.log(\`\${one}\`);\n}`],
	[
		0.5,
		(f, id) =>
			`class Started${id} {\nstatic async run() {\nconsole.log(await ${f}(5));\n}\n}\nawait Started${id}.run();`,
	],
	[0.5, (f) => `process.exitCode = (await ${f}(1)) === null ? 1 : undefined;`],
];

/** The same without `await`: nothing that the top level does later may print. @type {readonly (readonly [number, (unit: string, id: string) => string])[]} */
const FLOATING = [
	[1, (f) => `${f}(3).then(console.log);`],
	[1, (f) => `${f}(3).then((one) => console.log('result', one), console.log);`],
	[
		2,
		(f, id) =>
			`async function main${id}() {\nconsole.log('main', await ${f}(1));\nconsole.log(await ${f}(2));\n}\nmain${id}();`,
	],
	[1, (f) => `(async () => {\nconsole.log(await ${f}(2));\n})();`],
	[1, (f) => `Promise.all([${f}(1), ${f}(2)]).then((all) => console.log(all.length, all));`],
	[
		1,
		(f, id) =>
			`const main${id} = async () => {\nfor (const one of [1, 2]) console.log(await ${f}(one));\n};\nmain${id}().finally(() => console.log('end'));`,
	],
];

/** @param {Stage} stage @returns {boolean} whether a statement that does not wait for its unit may stand at the end */
const mayFloat = ({ plan }) => !plan.isFloating && !plan.mayPrint;

/** @param {Stage} stage @param {string} unit @param {string} id @returns {Pick<Scene, 'last' | 'floating'>} */
function usesOf(stage, unit, id) {
	const { random, plan, isModule } = stage;
	if (mayFloat(stage) && (!isModule || random.chance(0.2))) {
		plan.isFloating = true;
		return { floating: [statement([random.weighted(FLOATING)(unit, id)])] };
	}
	if (!isModule) return {};
	const last = Array.from({ length: 1 + random.int(2) }, (_, index) =>
		statement([random.weighted(USES)(unit, `${id}_${index}`)]),
	);
	return { last };
}

/** @param {Stage} stage @returns {Scene} a unit with a cache, which its own file calls */
export function cachedTop(stage) {
	const { random, plan } = stage;
	const id = String(++plan.serial);
	const unit = stage.name('score');
	const cache = random.weighted(CACHES);
	// Whether something is in the cache must not matter: the value depends on the argument alone.
	const at = { ...stage.inUnit({ isLoading: true }), isAsync: false };
	const value = generate(at, 'num');
	const { setup, text, codes = [] } = cache(stage, id, value);
	stage.mayRefuse(...codes);
	const isOwn = !stage.isModule && random.chance(0.25);
	const body = sequence(code`(input) {\n'use cpu_bound';\ninput += 0;\n${sequence(text)}\n}`);
	const unitText = isOwn
		? code`const ${unit} = async function own${id}(input) {\n'use cpu_bound';\nown${id} = 5;\nreturn typeof own${id};\n};`
		: random.chance(0.7)
			? code`async function ${unit}${body}`
			: code`const ${unit} = async function ${body};`;
	return {
		statements: [statement(setup), statement(unitText)],
		...usesOf(stage, unit, id),
		name: unit,
		callables: [{ path: unit, params: ['num'], result: 'any' }],
	};
}

/** Ways to change what a unit reads. @type {readonly (readonly [number, (stage: Stage, id: string) => { setup: Part[], use: string, changes: () => Part[] }])[]} */
const STATES = [
	[
		3,
		(stage, id) => ({
			setup: code`let mode${id} = ${stage.num()};`,
			use: `mode${id}`,
			changes: () => stage.random.pick([code`mode${id} = ${stage.num()};`, code`mode${id}++;`]),
		}),
	],
	[
		2,
		(stage, id) => ({
			setup: code`const config${id} = { n: ${stage.num()}, deep: { m: 1 } };`,
			use: `[config${id}.n, config${id}.deep.m]`,
			changes: () =>
				stage.random.pick([
					code`config${id}.n = ${stage.num()};`,
					code`config${id}.deep.m = ${stage.num()};`,
					code`Object.assign(config${id}, { n: ${stage.num()} });`,
				]),
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: code`const list${id} = [${stage.num()}];`,
			use: `list${id}.join()`,
			changes: () => code`list${id}.push(${stage.num()});`,
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: code`let table${id} = new Map([['a', ${stage.num()}]]);`,
			use: `[...table${id}].join()`,
			changes: () =>
				stage.random.pick([
					code`table${id}.set('b', ${stage.num()});`,
					code`table${id} = new Map();`,
				]),
		}),
	],
];

/** @param {Stage} stage @returns {Scene | null} what a unit reads changes between two calls of the top level */
export function changedTop(stage) {
	const { random, plan, isModule } = stage;
	const id = String(++plan.serial);
	const unit = stage.name('score');
	const { setup, use, changes } = random.weighted(STATES)(stage, id);
	const one = stage.unit([use], { isLoading: true });
	const isPlain = random.chance(0.5);
	const call = `console.log(await ${unit}(2));`;
	const scene = {
		statements: [statement(setup), statement(code`async function ${unit}${one}`)],
		name: unit,
		callables: [{ path: unit, params: ['num'], result: 'any' }],
	};
	if (isModule && isPlain)
		return { ...scene, last: [statement([call]), statement(changes()), statement([call])] };
	const steps = sequence(code`${call}\n${sequence(changes())}\n${call}`);
	const main = statement(code`async function main${id}() {\n${steps}\n}`);
	if (isModule) return { ...scene, last: [main, statement([`await main${id}();`])] };
	if (!mayFloat(stage)) return null;
	plan.isFloating = true;
	return { ...scene, floating: [main, statement([`main${id}();`])] };
}

/** So many of the programs call their units themselves. */
const SHARE = 0.1;

/** @param {Setting} setting of a module's top level @returns {Tree[]} calls of its units, at its end */
export function unitsAtTop(setting) {
	const { random, moduleKind, only, sceneShare } = setting.plan;
	if (moduleKind !== 'module' || only !== undefined || sceneShare === 0) return [];
	if (!random.chance(SHARE)) return [];
	/** @type {Setting} */
	const at = {
		...setting,
		role: 'host',
		phase: 'run',
		isAsync: true,
		depth: 1,
		tracks: [newTrack()],
	};
	const units = usable(at, ({ signature }) => Boolean(signature?.isUnit));
	if (units.length === 0) return [];
	setting.plan.features.add('scene: calls at the top level');
	return Array.from({ length: 1 + random.int(3) }, () => {
		const unit = random.pick(units);
		const signature = /** @type {import('../scope.js').Signature} */ (unit.signature);
		const call = sequence(code`await ${use(at, unit)}(${argumentsFor(at, signature, generate)})`);
		return statement(
			code`try {\nconsole.log(${call});\n} catch (error) {\nconsole.log(error.message);\n}`,
		);
	});
}
