/** @import { Part, Tree } from '../tree.js' */
/** @import { MakeState } from './files.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, sequence } from '../tree.js';
import { changedElsewhere } from './files.js';
import { STATE_TOLD } from './stage.js';

/**
 * Objects of one file that a second one hands to a function of a third one, which changes them.
 */

/**
 * @typedef {object} Target
 * @property {(stage: Stage, name: string) => Part[]} text declares it
 * @property {(name: string) => string} [object] what is handed on
 * @property {(name: string) => string} use an expression of the unit
 * @property {(object: string, value: Part) => Tree} write an expression
 * @property {boolean} [isCode] it cannot be sent with a call
 */

/** @type {Target['write']} */
const setLevel = (object, value) => sequence(code`${object}.level = ${value}`);

/** @type {readonly (readonly [number, Target])[]} */
const TARGETS = [
	[
		3,
		{
			text: (stage, name) => code`const ${name} = { level: ${stage.num()}, deep: { on: 1 } };`,
			use: (name) => `[${name}.level, ${name}.deep.on]`,
			write: setLevel,
		},
	],
	[
		1,
		{
			text: (stage, name) => code`const ${name} = { level: 1, deep: { level: ${stage.num()} } };`,
			object: (name) => `${name}.deep`,
			use: (name) => `[${name}.level, ${name}.deep.level]`,
			write: setLevel,
		},
	],
	[
		1,
		{
			text: (stage, name) => code`const ${name} = new Map([['a', ${stage.num()}]]);`,
			use: (name) => `[...${name}].join()`,
			write: (object, value) => sequence(code`${object}.set('level', ${value})`),
		},
	],
	[
		1,
		{
			text: (stage, name) => code`const ${name} = [${stage.num()}];`,
			use: (name) => `${name}.join()`,
			write: (object, value) => sequence(code`${object}.push(${value})`),
		},
	],
	[
		1,
		{
			text: (stage, name) => code`class ${name} {\nstatic level = ${stage.num()};\n}`,
			use: (name) => `${name}.level`,
			write: setLevel,
			isCode: true,
		},
	],
	[
		1,
		{
			text: (stage, name) => code`class ${name} {\nown${stage.method('this.level')}\n}`,
			object: (name) => `${name}.prototype`,
			use: (name) => `new ${name}().own(2)`,
			write: setLevel,
			isCode: true,
		},
	],
	[
		1.5,
		{
			text: (stage, name) =>
				code`const ${name} = { level: ${stage.num()}, read() {\nreturn this.level;\n} };`,
			use: (name) => `${name}.read()`,
			write: setLevel,
			isCode: true,
		},
	],
];

/**
 * A function of the third file.
 *
 * @typedef {object} Helper
 * @property {(id: string, write: Target['write']) => Part[]} text declares what its file exports
 * @property {(id: string) => string[]} exported
 * @property {string[]} [codes] with which a program may be refused for it
 * @property {(id: string, given: { object: string, value: Part, write: Target['write'] }) => Part[]} call a statement
 */

/** @param {string} id */
const onlyItself = (id) => [`apply${id}`];

/** @type {readonly (readonly [number, Helper])[]} */
const HELPERS = [
	[
		3,
		{
			text: (id, write) =>
				code`function apply${id}(target, value) {\n${write('target', 'value')};\n}`,
			exported: onlyItself,
			call: (id, { object, value }) => code`apply${id}(${object}, ${value});`,
		},
	],
	[
		1,
		{
			text: (id, write) =>
				code`const apply${id} = ({ target, value }) => ${write('target', 'value')};`,
			exported: onlyItself,
			call: (id, { object, value }) => code`apply${id}({ target: ${object}, value: ${value} });`,
		},
	],
	[
		1,
		{
			text: (id, write) =>
				code`function apply${id}(value, ...all) {\nfor (const one of all) ${write('one', 'value')};\n}`,
			exported: onlyItself,
			call: (id, { object, value }) => code`apply${id}(${value}, ${object});`,
		},
	],
	[
		1,
		{
			text: (id, write) =>
				code`class Apply${id} {\nconstructor(target) {\nthis.target = target;\n}\nset(value) {\n${write('this.target', 'value')};\nreturn this;\n}\n}`,
			exported: (id) => [`Apply${id}`],
			call: (id, { object, value }) => code`new Apply${id}(${object}).set(${value});`,
		},
	],
	[
		1,
		{
			text: (id, write) =>
				code`function apply${id}(target) {\nreturn { set: (value) => ${write('target', 'value')} };\n}`,
			exported: onlyItself,
			call: (id, { object, value }) => code`apply${id}(${object}).set(${value});`,
		},
	],
	[
		1,
		{
			text: (id) => code`function apply${id}(target, change) {\nchange(target);\nreturn target;\n}`,
			exported: onlyItself,
			call: (id, { object, value, write }) =>
				code`apply${id}(${object}, (one) => ${write('one', value)});`,
			// The compiler takes the function for a value that the object gets.
			codes: ['LP2031', 'LP3008'],
		},
	],
	[
		1,
		{
			text: (id, write) =>
				code`let kept${id};\nfunction keep${id}(target) {\nkept${id} = target;\n}\nfunction apply${id}(value) {\nif (kept${id}) ${write(`kept${id}`, 'value')};\n}`,
			exported: (id) => [`keep${id}`, `apply${id}`],
			call: (id, { object, value }) => code`keep${id}(${object}), apply${id}(${value});`,
		},
	],
	[
		1,
		{
			text: (id) => code`function apply${id}(target) {\nreturn target;\n}`,
			exported: onlyItself,
			call: (id, { object, value, write }) => code`${write(`apply${id}(${object})`, value)};`,
		},
	],
	[
		1,
		{
			text: (id, write) =>
				code`const inner${id} = (one, value) => ${write('one', 'value')};\nconst apply${id} = (one, value) => void inner${id}(one, value);`,
			exported: onlyItself,
			call: (id, { object, value }) => code`apply${id}(${object}, ${value});`,
		},
	],
];

/** @param {Target} target @returns {MakeState} */
const handedOn = (target) => (stage, name) => {
	const { text, object = (one) => one, use, write, isCode } = target;
	const helper = stage.random.weighted(HELPERS);
	return {
		text: text(stage, name),
		exported: [name],
		use: use(name),
		change: () => helper.call(name, { object: object(name), value: stage.num(), write }),
		isCode,
		codes: helper.codes,
		third: { text: helper.text(name, write), exported: helper.exported(name) },
	};
};

/** @type {readonly (readonly [number, MakeState])[]} */
const STATES = TARGETS.map(([weight, target]) => [weight, handedOn(target)]);

/** @param {Stage} stage @returns {Scene | null} */
export function handed(stage) {
	// No check at run time tells of imports that only units use, which TypeScript leaves out on the host.
	if (stage.plan.language === 'ts') return null;
	stage.mayWarn(...STATE_TOLD);
	return changedElsewhere(stage, STATES);
}
