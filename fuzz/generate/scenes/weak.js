/** @import { Part } from '../tree.js' */
/** @import { MakeState } from './files.js' */
/** @import { Stage } from './stage.js' */
import { code } from '../tree.js';
import { onObject } from './on-object.js';

/**
 * Weak collections of another file, behind private members, closures and instances. A unit asks for an object that both sides have, and the
 * host adds it.
 */

/** Objects that both sides have. @type {readonly ((stage: Stage, key: string) => Part[])[]} */
const KEYS = [
	(stage, key) => code`const ${key} = { level: ${stage.num()} };`,
	(_stage, key) => code`const ${key} = Object.freeze({ none: true });`,
	(_stage, key) => code`function ${key}(x) {\nreturn x;\n}`,
	(_stage, key) => code`class ${key} {}`,
];

/** What has `mark(key)`, `isMarked(key)`, by the name of its kind: a set, or a map with ranks. */
const COLLECTIONS = Object.freeze({
	WeakSet: { put: 'add(key)', ask: 'has(key)' },
	WeakMap: { put: 'set(key, rank)', ask: 'get(key)' },
});

/** @typedef {(name: string, type: keyof typeof COLLECTIONS) => Part[]} MakeMarks declares an object with `mark(key, rank)` and `isMarked(key)` */

/** @type {readonly (readonly [number, MakeMarks])[]} */
const MARKS = [
	[
		2,
		(name, type) => {
			const { put, ask } = COLLECTIONS[type];
			return code`class Marks${name} {\n#marks = new ${type}();\nmark(key, rank) {\nthis.#marks.${put};\n}\nisMarked(key) {\nreturn this.#marks.${ask};\n}\n}\nconst marks${name} = new Marks${name}();`;
		},
	],
	[
		2,
		(name, type) => {
			const { put, ask } = COLLECTIONS[type];
			return code`const marks${name} = (() => {\nconst all = new ${type}();\nreturn { mark: (key, rank) => void all.${put}, isMarked: (key) => all.${ask} };\n})();`;
		},
	],
	[
		1,
		(name, type) => {
			const { put, ask } = COLLECTIONS[type];
			return code`class Marks${name} {\nconstructor() {\nthis.all = new ${type}();\n}\nmark(key, rank) {\nthis.all.${put};\n}\nisMarked(key) {\nreturn this.all.${ask};\n}\n}\nconst marks${name} = new Marks${name}();`;
		},
	],
	[
		1,
		(name, type) => {
			const { put, ask } = COLLECTIONS[type];
			return code`const all${name} = new ${type}();\nconst marks${name} = {\nmark(key, rank) {\nall${name}.${put};\n},\nisMarked: (key) => all${name}.${ask},\n};`;
		},
	],
];

/** @type {MakeState} */
export function marked(stage, name) {
	const { random, plan } = stage;
	plan.features.add('state: weak collection');
	const key = `Key${name}`;
	const type = random.pick(/** @type {const} */ (['WeakSet', 'WeakMap']));
	const make = random.weighted(MARKS);
	return {
		text: [
			...random.pick(KEYS)(stage, key),
			...code`\n`,
			...make(name, type),
			...code`\nconst ${name} = { marks: marks${name}, key: ${key} };`,
		],
		exported: [name],
		use: `${name}.marks.isMarked(${name}.key)`,
		change: () =>
			onObject(stage, `${name}.marks`, (one) => code`${one}.mark(${name}.key, ${stage.num()})`),
		isCode: true,
		// Where the object is sent with the call, no copy has private members.
		codes: ['LP8015'],
	};
}
