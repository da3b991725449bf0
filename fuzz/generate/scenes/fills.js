/** @import { Part, Tree } from '../tree.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, statement } from '../tree.js';
import { place } from './placements.js';

/**
 * Functions of the platform that change an argument, or the object that they are called on.
 */

/**
 * @typedef {object} Fill
 * @property {(stage: Stage, target: string) => Part[]} text declares the target and fills it
 * @property {(target: string) => string} use
 * @property {string} [from] a module of the platform; `NAME` in the text is what it is imported as
 * @property {boolean} [isTop] a clone is documented to lose it: it is for the top level alone
 * @property {readonly string[]} [codes] with which it may be refused
 * @property {boolean} [isRandom] the host compares what the unit returns with what it has itself
 */

/** @param {(stage: Stage, target: string) => Part[]} text @param {(target: string) => string} use @param {Omit<Fill, 'text' | 'use'>} [more] @returns {Fill} */
const fill = (text, use, more = {}) => ({ text, use, ...more });

/** @param {string} t */
const bytes = (t) => `[...${t}]`;
/** @param {string} t */
const itself = (t) => t;

/**
 * A method that an operator or the platform calls, and that changes its object. The unit could call it as well, so that the compiler
 * refuses what it could not tell the host; in an enclosing function only the checks at run time see it ([hidden.js](hidden.js)).
 *
 * @type {Omit<Fill, 'text' | 'use'>}
 */
const IMPLICIT = { isTop: true, codes: ['LP2011', 'LP2014'] };

/** @type {readonly (readonly [number, Fill])[]} */
const FILLS = [
	[
		1,
		fill((_s, t) => code`const ${t} = Buffer.alloc(4);\nNAME.randomFillSync(${t});`, bytes, {
			from: 'crypto',
			isRandom: true,
		}),
	],
	[
		1,
		fill((_s, t) => code`const ${t} = new Uint8Array(4);\ncrypto.getRandomValues(${t});`, bytes, {
			isRandom: true,
		}),
	],
	[
		1,
		fill(
			(s, t) => code`const ${t} = new Int32Array(3);\nAtomics.store(${t}, 1, ${s.num()});`,
			bytes,
		),
	],
	[
		1,
		fill((s, t) => code`const ${t} = new Int32Array(3);\nAtomics.add(${t}, 0, ${s.num()});`, bytes),
	],
	[
		0.5,
		fill(
			(s, t) => code`const ${t} = new Int32Array(3);\nAtomics.exchange(${t}, 2, ${s.num()});`,
			bytes,
		),
	],
	[
		1,
		fill((s, t) => code`const ${t} = new Float64Array(4);\n${t}.set([${s.num()}, 2], 1);`, bytes),
	],
	[
		0.5,
		fill(
			(s, t) =>
				code`const ${t} = new Uint8Array(4);\nnew Uint8Array(${t}.buffer).set([${s.num()}]);`,
			bytes,
		),
	],
	[
		1,
		fill(
			(s, t) =>
				code`const ${t} = new Uint8Array(4);\nnew DataView(${t}.buffer).setInt16(1, ${s.num()});`,
			bytes,
		),
	],
	[1, fill((_s, t) => code`const ${t} = Buffer.alloc(4);\n${t}.write('xy');`, bytes)],
	[1, fill((_s, t) => code`const ${t} = Buffer.alloc(4);\n${t}.writeUInt16BE(300, 1);`, bytes)],
	[1, fill((_s, t) => code`const ${t} = Buffer.alloc(4);\nBuffer.from('ab').copy(${t});`, bytes)],
	[0.5, fill((_s, t) => code`const ${t} = Buffer.from('abcd');\n${t}.swap16();`, bytes)],
	[
		1,
		fill(
			(_s, t) => code`const ${t} = new Uint8Array(4);\nnew TextEncoder().encodeInto('ab', ${t});`,
			bytes,
		),
	],
	[
		1,
		fill(
			(_s, t) => code`const ${t} = /a/g;\n${t}.test('aa');`,
			(t) => `${t}.lastIndex`,
		),
	],
	[
		1,
		fill(
			(_s, t) => code`const ${t} = /a/y;\n${t}.exec('aa');`,
			(t) => `${t}.lastIndex`,
		),
	],
	[
		0.5,
		fill(
			(s, t) => code`const ${t} = /a/g;\n${t}.lastIndex = ${s.num()};`,
			(t) => `${t}.lastIndex`,
		),
	],
	[
		0.5,
		fill(
			(_s, t) => code`const ${t} = /a/g;\n${t}.exec('aba');`,
			(t) => `${t}.test('ba')`,
			// The unit itself changes what it captures, and goes on from where the call before has left off.
			{ isTop: true, codes: ['LP2011', 'LP2027'] },
		),
	],
	[
		0.7,
		fill(
			(s, t) => code`const ${t} = [3, 1, 2];\nArray.prototype.push.apply(${t}, [${s.num()}, 2]);`,
			itself,
		),
	],
	[
		0.7,
		fill((s, t) => code`const ${t} = [3, 1, 2];\n${t}.copyWithin(0, 1);\n${t}.sort();`, itself),
	],
	[
		0.5,
		fill(
			(s, t) =>
				code`const ${t} = {};\nReflect.defineProperty(${t}, 'k', { value: ${s.num()}, enumerable: true });`,
			(t) => `${t}.k`,
		),
	],
	[
		0.7,
		fill(
			(_s, t) => code`const ${t} = { k: 1 };\nObject.preventExtensions(${t});`,
			(t) => `Object.isExtensible(${t}) ? 1 : 2`,
			{ isTop: true },
		),
	],
	[
		0.7,
		fill(
			(_s, t) => code`const ${t} = [1, 2];\nObject.freeze(${t});`,
			(t) => `Object.isFrozen(${t})`,
			{ isTop: true },
		),
	],
	[
		0.7,
		fill(
			(s, t) =>
				code`const ${t} = [];\n[1, 2].forEach(function (one) {\nthis.push(one + ${s.num()});\n}, ${t});`,
			itself,
		),
	],
	[
		0.7,
		fill(
			(s, t) => code`const ${t} = [];\nArray.from([1, 2], (one) => ${t}.push(one + ${s.num()}));`,
			itself,
		),
	],
	[
		0.5,
		fill(
			(s, t) => code`const ${t} = [];\nJSON.parse('[1, 2]', (key, one) => (${t}.push(key), one));`,
			itself,
		),
	],
	[
		0.5,
		fill(
			(s, t) => code`const ${t} = [];\n'ab'.replace(/./g, (one) => (${t}.push(one), one));`,
			itself,
		),
	],
	[
		0.7,
		fill(
			(s, t) => code`const ${t} = new URLSearchParams();\n${t}.append('k', ${s.num()});`,
			(t) => `String(${t})`,
		),
	],
	[
		0.5,
		fill(
			(s, t) => code`const ${t} = new URL('http://a.b/');\n${t}.searchParams.set('k', ${s.num()});`,
			(t) => `${t}.href`,
		),
	],
	[
		0.5,
		fill(
			(s, t) => code`const ${t} = new Date(0);\n${t}.setUTCHours(${s.random.int(24)});`,
			(t) => `${t}.getTime()`,
		),
	],
	[
		0.5,
		fill(
			(s, t) => code`const ${t} = new Map();\nMap.prototype.set.call(${t}, 'k', ${s.num()});`,
			(t) => `[...${t}]`,
		),
	],
	[
		0.5,
		fill(
			(s, t) =>
				code`const ${t} = new Set();\nReflect.apply(Set.prototype.add, ${t}, [${s.num()}]);`,
			(t) => `[...${t}]`,
		),
	],
	[
		0.5,
		fill(
			(_s, t) =>
				code`const all${t} = [4, 5, 6].values();\nall${t}.next();\nconst ${t} = all${t}.next().value;`,
			itself,
			{ codes: ['LP3003', 'LP2005'] },
		),
	],
	[
		0.5,
		fill(
			(_s, t) =>
				code`const ${t} = { k: 1, toJSON() {\nthis.k = 7;\nreturn 1;\n} };\nJSON.stringify(${t});`,
			(t) => `${t}.k`,
			IMPLICIT,
		),
	],
	[
		0.5,
		fill(
			(_s, t) =>
				code`const ${t} = { k: 1, get own() {\nthis.k = 8;\nreturn 1;\n} };\n({ ...${t} });`,
			(t) => `${t}.k`,
			IMPLICIT,
		),
	],
	[
		0.5,
		fill(
			(_s, t) => code`const ${t} = { k: 1, valueOf() {\nthis.k = 9;\nreturn 1;\n} };\n+${t};`,
			(t) => `${t}.k`,
			IMPLICIT,
		),
	],
];

/** @param {Stage} stage @returns {Scene} */
export function filled(stage) {
	const { random, plan } = stage;
	const one = random.weighted(FILLS);
	const target = `filled${++plan.serial}`;
	/** @type {Tree[]} */
	const imports = [];
	let name = '';
	if (one.from) {
		name = stage.name('platform');
		imports.push(stage.platform(one.from, name));
	}
	const setup = [statement(one.text(stage, target).map((part) => replaced(part, name)))];
	if (one.isRandom) return compared(stage, { imports, setup, target, use: one.use(target) });
	stage.mayRefuse(...(one.codes ?? []));
	const scene = place(stage, { setup, uses: [one.use(target)], isTop: one.isTop });
	return { ...scene, statements: [...imports, ...scene.statements] };
}

/** @param {Part} part @param {string} name @returns {Part} */
const replaced = (part, name) => (typeof part === 'string' ? part.replaceAll('NAME', name) : part);

/** @param {Stage} stage @param {{ imports: Tree[], setup: Tree[], target: string, use: string }} random @returns {Scene} of what differs from run to run */
function compared(stage, { imports, setup, use }) {
	// A worker that cannot have what the host has drawn has to be given it, or the unit is refused.
	stage.mayRefuse('LP3003', 'LP3006');
	const unit = stage.name('score');
	const name = stage.name('check');
	return {
		statements: [
			...imports,
			...setup,
			statement(code`async function ${unit}${stage.unit([use])}`),
			stage.host(
				name,
				code`const [given] = await ${unit}(input);\nreturn String(given) === String(${use});`,
			),
		],
		name,
		callables: [stage.callable(name)],
	};
}
