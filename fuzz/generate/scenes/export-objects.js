/** @import { Part, Tree } from '../tree.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, sequence, statement } from '../tree.js';
import { STATE_TOLD } from './stage.js';

/**
 * Objects that a module has as properties of its exports alone, and in no variable: units return them, compare what they are given with them,
 * read and change them.
 */

/**
 * @typedef {object} Held
 * @property {(stage: Stage) => Part[]} value
 * @property {readonly string[]} parts paths within it to objects, '' for itself
 * @property {(all: string) => string} read an expression of what it holds
 * @property {readonly ((all: string) => string)[]} changes statements
 * @property {readonly ((all: string) => string)[]} [tests] on `held`
 */

/** @type {readonly (readonly [number, Held])[]} */
const HELD = [
	[
		2,
		{
			value: (stage) => code`{ n: ${stage.num()} }`,
			parts: [''],
			read: (all) => `${all}.n`,
			changes: [(all) => `${all}.n = 5;`, (all) => `${all}.n++;`],
		},
	],
	[
		1,
		{
			value: (stage) => code`Object.freeze({ n: ${stage.num()} })`,
			parts: [''],
			read: (all) => `${all}.n`,
			changes: [],
		},
	],
	[
		2,
		{
			value: (stage) => code`{ a: { n: ${stage.num()} }, b: { n: 2, list: [{ n: 3 }] } }`,
			parts: ['.a', '.b', '.b.list[0]', ''],
			read: (all) => `${all}.a.n + ${all}.b.list.length`,
			changes: [
				(all) => `${all}.a.n = 5;`,
				(all) => `${all}.b.list.push({ n: 4 });`,
				(all) => `${all}.a = { n: 6 };`,
			],
			tests: [(all) => `Object.values(${all}).indexOf(held)`],
		},
	],
	[
		1.5,
		{
			value: (stage) => code`[{ n: ${stage.num()} }, { n: 2 }]`,
			parts: ['[1]', '[0]', ''],
			read: (all) => `${all}.length`,
			changes: [(all) => `${all}.push({ n: 1 });`, (all) => `${all}[0].n = 7;`],
			tests: [(all) => `${all}.indexOf(held)`, (all) => `${all}.includes(held)`],
		},
	],
	[
		1,
		{
			value: (stage) => code`new Map([['a', { n: ${stage.num()} }]])`,
			parts: [`.get('a')`, ''],
			read: (all) => `${all}.size`,
			changes: [(all) => `${all}.set('b', { n: 1 });`],
			tests: [(all) => `[...${all}.values()].indexOf(held)`],
		},
	],
	[
		0.7,
		{
			value: (stage) => code`new (class {\nconstructor() {\nthis.n = ${stage.num()};\n}\n})()`,
			parts: [''],
			read: (all) => `${all}.n`,
			changes: [(all) => `${all}.n = 5;`],
		},
	],
	[
		0.7,
		{
			value: (stage) => code`[1, 2].map((n) => ({ n: n + ${stage.num()} }))`,
			parts: ['[1]', ''],
			read: (all) => `${all}.length`,
			changes: [(all) => `${all}.pop();`],
			tests: [(all) => `${all}.indexOf(held)`],
		},
	],
];

/** How code that changes such state, or that has what cannot cross, is refused. */
const REFUSED = [
	'LP2003',
	'LP2011',
	'LP2014',
	'LP2018',
	'LP2020',
	'LP2031',
	'LP3001',
	'LP3003',
	'LP3004',
	'LP8001',
	'LP8005',
	'LP8009',
	'LP8014',
	'LP8015',
];

/**
 * How the file puts its objects there, and how others read them.
 *
 * @typedef {object} Place
 * @property {Part} text statement that declares the object
 * @property {string} inside how code of the file reads it
 * @property {Tree} imports statement of another file
 * @property {string} outside how that reads it
 */

/**
 * @param {Stage} stage
 * @param {{ id: string, name: string, value: Part[], stem: string }} of `name`: the property; `stem`: the file
 * @returns {Place}
 */
function placeOf({ random, isModule }, { id, name, value, stem }) {
	const from = `./${stem}.${isModule ? 'js' : 'cjs'}`;
	const all = `lib${id}`;
	if (isModule) {
		const imports = statement(code`import ${all} from '${from}';`);
		const text = sequence(code`export default { ${name}: ${sequence(value)}, other: 1 };`);
		const self = `self${id}`;
		return {
			text: sequence(code`import ${self} from '${from}';\n${text}`),
			inside: `${self}.${name}`,
			imports,
			outside: `${all}.${name}`,
		};
	}
	const [imports, outside] = random.weighted([
		[2, [code`const ${all} = require('${from}');`, `${all}.${name}`]],
		[1, [code`const { ${name} } = require('${from}');`, name]],
		[1, [code`const ${name} = require('${from}').${name};`, name]],
		[1, [code``, `require('${from}').${name}`]],
	]);
	const text = random.weighted([
		[4, code`exports.${name} = ${sequence(value)};`],
		[2, code`module.exports.${name} = ${sequence(value)};`],
		[1, code`Object.assign(exports, { ${name}: ${sequence(value)} });`],
		[1, code`exports['${name}'] = ${sequence(value)};`],
		[1, code`const own${id} = exports;\nown${id}.${name} = ${sequence(value)};`],
		[2, code`module.exports = { ${name}: ${sequence(value)}, other: 1 };`],
	]);
	const isReplaced = String(text[0]).startsWith('module.exports = ');
	return {
		text: statement(text),
		inside: `${isReplaced || random.chance(0.3) ? 'module.exports' : 'exports'}.${name}`,
		imports: statement(imports),
		outside,
	};
}

/**
 * What the unit does with the object, and the host with the first element of its result.
 *
 * @typedef {{ body: string, call: string, look: string }} Use
 */

/**
 * @param {Stage} stage
 * @param {Held} held
 * @param {{ all: string, outside: string }} of `all`: how the unit reads it; `outside`: how the host does
 * @returns {Use}
 */
function useOf({ random }, held, { all, outside }) {
	const part = random.pick(held.parts);
	const [mine, theirs] = [`${all}${part}`, `${outside}${part}`];
	const test = (/** @type {string} */ one, /** @type {string} */ whole) =>
		random.pick([
			`held === ${one}`,
			`held === ${one}`,
			`Object.is(${one}, held)`,
			`[${one}].includes(held)`,
			...(held.tests ?? []).map((make) => make(whole)),
		]);
	const look = test(theirs, outside);
	const change = random.pick([...held.changes, () => ''])(all);
	const given = random.pick([theirs, theirs, '{ n: 1 }']);
	return random.weighted([
		[3, { body: `return [${mine}];`, call: 'null', look }],
		[3, { body: `return [${test(mine, all)}];`, call: given, look: 'held' }],
		[1, { body: `return [${held.read(all)}];`, call: 'null', look: 'held' }],
		[0.5, { body: `${change}\nreturn [${held.read(all)}];`, call: 'null', look: 'held' }],
		[
			1,
			{
				body: `const own = { list: [] };\nown.list.push(${mine});\nreturn own.list;`,
				call: 'null',
				look,
			},
		],
		[1, { body: `const give = (one) => one;\nreturn [give(${mine})];`, call: 'null', look }],
		// What the host gives to a unit that may hand it on, other files' code may change: it crosses with each call then, as a copy.
		[1, { body: `return Promise.all([${mine}, held]);`, call: 'null', look }],
	]);
}

/** @param {Stage} stage @returns {Scene} */
export function exportedAlone(stage) {
	const { random, plan } = stage;
	const id = String(++plan.serial);
	const name = stage.name('Kinds');
	const unit = stage.name('score');
	const host = stage.name('check');
	stage.mayRefuse(...REFUSED);
	stage.mayWarn('LP3011', ...STATE_TOLD);
	const stem = `lib${id}`;
	const held = random.weighted(HELD);
	const place = placeOf(stage, { id, name, value: held.value(stage.elsewhere()), stem });
	const where = random.pick(['alone', 'inside', 'first', 'own']);
	const outside = where === 'alone' ? place.inside : place.outside;
	const all = where === 'alone' || where === 'inside' ? place.inside : place.outside;
	const { body, call, look } = useOf(stage, held, { all, outside });
	const declared = statement(
		code`async function ${unit}(input, held) {\n'use cpu_bound';\n${body}\n}`,
	);
	const change =
		random.chance(0.25) && held.changes.length > 0 ? random.pick(held.changes)(outside) : '';
	// What the host changes crosses with each call, and comes back as a copy.
	const seen = change === '' ? look : 'typeof held';
	const checked = stage.host(
		host,
		code`const all = [];\nlet [held] = await ${unit}(input, ${call});\nall.push(${seen}, ${held.read(outside)});\n${change}\n[held] = await ${unit}(2, ${call});\nall.push(${seen});\nreturn all;`,
	);
	const { files, statements } = arranged(stage, { where, id, stem, place, unit, host }, [
		declared,
		checked,
	]);
	return { files, statements, name: host, callables: [stage.callable(host)] };
}

/**
 * @param {Stage} stage
 * @param {{ where: string, id: string, stem: string, place: Place, unit: string, host: string }} names `where`: the unit is in the file of the
 *   object, `alone` with the host or `inside`; in the `first` file; or in one of its `own`
 * @param {[Tree, Tree]} code the unit, and the function of the host
 * @returns {Pick<Scene, 'files' | 'statements'>}
 */
function arranged(stage, { where, id, stem, place, unit, host }, [declared, checked]) {
	if (where === 'alone')
		return {
			files: [stage.file(stem, [place.text, declared, checked, addedTo(stage, host)])],
			statements: [stage.imports([host], stem)],
		};
	if (where === 'inside')
		return {
			files: [stage.file(stem, [place.text, declared, addedTo(stage, unit)])],
			statements: [place.imports, stage.imports([unit], stem), checked],
		};
	const lib = stage.file(stem, [place.text]);
	if (where === 'first') return { files: [lib], statements: [place.imports, declared, checked] };
	const own = stage.file(`unit${id}`, [place.imports, declared, stage.exported([unit])]);
	return {
		files: [lib, own],
		statements: [place.imports, stage.imports([unit], `unit${id}`), checked],
	};
}

/** @param {Stage} stage @param {string} name @returns {Tree} its export beside others */
const addedTo = ({ isModule }, name) =>
	statement(isModule ? code`export { ${name} };` : code`module.exports.${name} = ${name};`);
