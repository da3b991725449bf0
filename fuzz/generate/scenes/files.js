/** @import { Part, Tree } from '../tree.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, lines, print, sequence, statement } from '../tree.js';

/**
 * State of one file that others change: while the program loads, by a set-up function, and between calls.
 */

/**
 * What a file exports, and how it is used and changed from outside.
 *
 * @typedef {object} State
 * @property {Part[]} text declares `state.name`, and all that it exports with it
 * @property {string[]} exported names
 * @property {string} use an expression of the unit
 * @property {() => Part[]} change a statement of another file
 * @property {string[]} [needs] names that a changing file imports beside the state
 * @property {string[]} [codes] with which it may be refused besides
 * @property {boolean} [isCode] a class or a function, or read by one of its own file: it cannot be sent with a call
 * @property {{ text: Part[], exported: string[] }} [third] another file, whose functions a changing file calls
 */

/** @typedef {(stage: Stage, name: string) => State} MakeState */

/** @type {readonly (readonly [number, MakeState])[]} */
const STATES = [
	[
		3,
		(stage, name) => ({
			text: code`const ${name} = { debug: false, level: ${stage.num()}, deep: { on: 1 } };`,
			exported: [name],
			use: `[${name}.debug, ${name}.level, ${name}.deep.on]`,
			change: () =>
				stage.random.pick([
					code`${name}.debug = true;`,
					code`${name}.level = ${stage.num()};`,
					code`${name}.deep.on = ${stage.num()};`,
					code`Object.assign(${name}, { level: ${stage.num()} });`,
					code`${name}['level'] += 2;`,
				]),
		}),
	],
	[
		2,
		(stage, name) => ({
			text: code`const ${name} = new Map();`,
			exported: [name],
			use: `[...${name}].join()`,
			change: () => code`${name}.set('k${stage.random.int(3)}', ${stage.num()});`,
		}),
	],
	[
		1,
		(stage, name) => ({
			text: code`const ${name} = [];\nfunction add${name}(one) {\n${name}.push(one);\n}`,
			exported: [name, `add${name}`],
			needs: [`add${name}`],
			use: `${name}.join()`,
			change: () =>
				stage.random.pick([code`${name}.push(${stage.num()});`, code`add${name}(${stage.num()});`]),
		}),
	],
	[
		1,
		(stage, name) => ({
			text: code`const ${name} = { hooks: [] };\nfunction use${name}(one) {\n${name}.hooks.push(one);\n}`,
			exported: [name, `use${name}`],
			needs: [`use${name}`],
			use: `${name}.hooks.map((one) => one.n + one.run(2)).join()`,
			change: () => code`use${name}({ n: ${stage.num()}, run${stage.method()} });`,
			isCode: true,
		}),
	],
	[
		2,
		(stage, name) => ({
			text: code`class ${name} {\nstatic mode = ${stage.num()};\nown${stage.method()}\n}`,
			exported: [name],
			use: `${name}.mode`,
			change: () => code`${name}.mode = ${stage.num()};`,
			isCode: true,
		}),
	],
	[
		2,
		(stage, name) => ({
			text: code`class ${name} {\nown${stage.method()}\n}`,
			exported: [name],
			use: `new ${name}().hi?.(2)`,
			change: () =>
				stage.random.pick([
					code`${name}.prototype.hi = function ${stage.method()};`,
					code`Object.assign(${name}.prototype, { hi${stage.method()} });`,
				]),
			isCode: true,
		}),
	],
	[
		1,
		(stage, name) => ({
			text: code`function ${name}(input) {\nreturn [input, ${name}.factor];\n}\n${name}.factor = ${stage.num()};`,
			exported: [name],
			use: `${name}(2)`,
			change: () => code`${name}.factor = ${stage.num()};`,
			isCode: true,
		}),
	],
];

/** How code that another file changes is refused: by the compiler, the link, or when a call is made. */
const CANNOT_BE_SENT = ['LP2014', 'LP2020', 'LP2031', 'LP3003', 'LP3004', 'LP3008', 'LP8005'];

/** State that only the functions of its own file change: an exported variable, or what its functions read. @type {readonly (readonly [number, MakeState])[]} */
const SET_BY_FUNCTIONS = [
	[
		2,
		(stage, name) => ({
			text: code`let ${name} = ${stage.num()};\nfunction set${name}(value) {\n${name} = value;\n}`,
			exported: [name, `set${name}`],
			needs: [`set${name}`],
			use: name,
			change: () => code`set${name}(${stage.num()});`,
		}),
	],
	[
		2,
		(stage, name) => ({
			text: code`let current${name} = ${stage.num()};\nfunction ${name}() {\nreturn current${name};\n}\nfunction set${name}(value) {\ncurrent${name} = value;\n}`,
			exported: [name, `set${name}`],
			needs: [`set${name}`],
			use: `${name}()`,
			change: () => code`set${name}(${stage.num()});`,
			isCode: true,
		}),
	],
	[
		1,
		(stage, name) => ({
			text: code`const all${name} = new Map();\nfunction ${name}(key) {\nreturn all${name}.get(key);\n}\nfunction set${name}(key, value) {\nall${name}.set(key, value);\n}`,
			exported: [name, `set${name}`],
			needs: [`set${name}`],
			use: `${name}('a')`,
			change: () => code`set${name}('a', ${stage.num()});`,
			isCode: true,
		}),
	],
];

/** @param {Stage} stage @returns {Scene} */
export function acrossFiles(stage) {
	const live = stage.isModule ? SET_BY_FUNCTIONS : SET_BY_FUNCTIONS.slice(1);
	return changedElsewhere(stage, [...STATES, ...live]);
}

/**
 * A unit that uses state of another file, which is changed by a plugin, while the first file loads, and between two calls.
 *
 * @param {Stage} stage
 * @param {readonly (readonly [number, MakeState])[]} states of which one is chosen
 * @param {{ isEach?: boolean }} [options] `isEach`: CommonJS exports each name by itself
 * @returns {Scene}
 */
export function changedElsewhere(stage, states, { isEach = false } = {}) {
	const { random, plan } = stage;
	const id = String(++plan.serial);
	const name = stage.name('State');
	const elsewhere = stage.elsewhere();
	const state = random.weighted(states)(elsewhere, name);
	const { third } = state;
	const needs = [...new Set([name, ...(state.needs ?? [])])];
	for (const one of [...needs, ...(third?.exported ?? [])])
		if (one !== name) stage.setting.scope.declare({ name: one, isForHost: true });
	// Code that is changed cannot be sent with a call.
	stage.mayRefuse(...(state.codes ?? []));
	if (state.isCode) stage.mayRefuse(...CANNOT_BE_SENT);
	// A function that a CommonJS module exports beside its state may be what a worker calls, for all that is known.
	else if (!stage.isModule) stage.mayRefuse('LP2031');
	const stateFile = stage.file(`state${id}`, [
		statement(state.text),
		stage.exported(state.exported, isEach),
	]);
	const unitName = stage.name('score');
	const change = () => changes(stage, state);
	const ownFile = random.chance(0.6);
	const unit = code`async function ${unitName}${(ownFile ? elsewhere : stage).unit([state.use])}`;
	const plugin = random.chance(0.5);
	const files = [stateFile];
	const changing = [stage.imports(needs, `state${id}`)];
	if (third) {
		files.push(stage.file(`third${id}`, [statement(third.text), stage.exported(third.exported)]));
		changing.push(stage.imports(third.exported, `third${id}`));
	}
	/** @type {Tree[]} */
	const statements = [];
	if (ownFile) {
		const text = [stage.imports([name], `state${id}`), statement(unit), stage.exported([unitName])];
		files.push(stage.file(`unit${id}`, text));
		statements.push(stage.imports([unitName], `unit${id}`));
	}
	statements.push(...changing);
	if (plugin) {
		files.push(stage.file(`plugin${id}`, [...changing, lines([change()])]));
		statements.push(stage.effects(`plugin${id}`));
	}
	if (!ownFile) statements.push(statement(unit));
	if (random.chance(0.5)) statements.push(loading(stage, change, id));
	const host = stage.name('check');
	statements.push(
		stage.host(
			host,
			code`const before = await ${unitName}(input);\n${lines(random.chance(0.5) ? [change()] : [])}\nreturn [before, await ${unitName}(2)];`,
		),
	);
	return { statements, files, name: host, callables: [stage.callable(host)] };
}

/** @param {Stage} stage @param {State} state @returns {Tree} one change or several, as statements or in an expression */
function changes({ random }, { change }) {
	const isCall = () => {
		const text = sequence(change());
		return print(text).endsWith(');') ? sequence([print(text).slice(0, -1)]) : null;
	};
	const [one, other] = random.chance(0.3) ? [isCall(), isCall()] : [null, null];
	if (!one || !other) return statement(change());
	return statement(
		random.weighted([
			[3, code`${one}, ${other};`],
			[1, code`void (${one});`],
			[1, code`[${one}, ${other}];`],
			[1, code`(${one}) || (${other});`],
			[1, code`if (!(${one})) ${other};`],
		]),
	);
}

/** @param {Stage} stage @param {() => Tree} change @param {string} id @returns {Tree} a change while the first file loads */
function loading({ random }, change, id) {
	return statement(
		random.weighted([
			[3, [change()]],
			[2, code`function setUp${id}() {\n${change()}\n}\nsetUp${id}();`],
			[1, code`(() => {\n${change()}\n})();`],
			[1, code`if (true) {\n${change()}\n}`],
		]),
	);
}

/** Built-in classes of which code rarely lists what they inherit. */
const BUILT_INS = [
	['Date', 'new Date(5)'],
	['Map', 'new Map()'],
	['RegExp', '/a/'],
	['Promise', 'Promise.resolve()'],
];

/** @param {Stage} stage @returns {Scene} an import that adds something to a built-in class, in threads of their own */
export function polyfill(stage) {
	const { plan, random } = stage;
	const id = String(++plan.serial);
	plan.needs.add('pool');
	const [type = '', value = ''] = random.pick(BUILT_INS);
	// The classes are the same for all programs of a process: no two may add the same.
	const key = `own${plan.seed}_${id}`;
	const unitName = stage.name('score');
	const elsewhere = stage.elsewhere();
	const text = random.pick([
		code`${type}.prototype.${key} = function ${elsewhere.method()};`,
		code`Object.defineProperty(${type}.prototype, '${key}', { value: function ${elsewhere.method()}, configurable: true });`,
		code`${type}.${key} = ${elsewhere.num()};`,
	]);
	const isStatic =
		String(text[0]).includes(`${type}.${key}`) || !JSON.stringify(text).includes('prototype');
	const use = isStatic ? `${type}.${key}` : `${value}.${key}(2)`;
	const unit = code`async function ${unitName}${stage.unit([use])}`;
	return {
		statements: [stage.effects(`polyfill${id}`), statement(unit)],
		files: [stage.file(`polyfill${id}`, [statement(text), sequence(['\n'])])],
		name: unitName,
		callables: [{ path: unitName, params: ['num'], result: 'any' }],
	};
}
