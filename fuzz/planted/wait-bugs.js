/** @import { Bug } from './bugs.js' */

const SCENE = 'arguments that units change';
const WAITING = 'packages/compiler/src/phases/3-analyse/waiting';

/** Of the proof that callers wait for calls which change what they are given. @type {Bug[]} */
export const WAIT_BUGS = [
	{
		name: 'callers that go on too early are not told',
		scene: SCENE,
		known: 9,
		edit: {
			file: 'packages/compiler/src/phases/3-analyse/in-out.js',
			from: 'if (isProven) continue;',
			to: 'if (isProven || node) continue;',
		},
	},
	{
		name: 'functions that look at what a call changes count as quiet',
		scene: SCENE,
		known: 29,
		edit: {
			file: `${WAITING}/window.js`,
			from: 'if (own.length > 0)',
			to: 'if (own.length > 0) return null;\n\t\tif (own.length > 0)',
		},
	},
	{
		name: 'accessors that look at what a call changes count as quiet',
		scene: SCENE,
		known: 651,
		edit: {
			file: `${WAITING}/window.js`,
			from: 'if (mayRun || this.#mayThrow(member)) return member;',
			to: 'if (this.#mayThrow(member)) return member;',
		},
	},
	{
		name: 'units that become values go to the pool by any name',
		scene: SCENE,
		known: 79,
		edit: {
			file: 'packages/compiler/src/phases/3-analyse/index.js',
			from: 'if (handedOn || isOutside)',
			to: 'if (isOutside)',
		},
	},
	{
		name: 'callers of functions that wait for a call are not followed',
		scene: SCENE,
		known: 12,
		edit: {
			file: `${WAITING}/callers.js`,
			from: 'this.#known.set(fn, known);\n\t\treturn known;',
			to: 'this.#known.set(fn, known);\n\t\treturn [];',
		},
	},
	{
		name: 'other names are taken for other objects',
		scene: SCENE,
		known: 61,
		edit: {
			file: `${WAITING}/apart.js`,
			from: 'if (this.isFresh(node) || this.changed.isBeside(node)) return true;',
			to: 'if (node) return true;',
		},
	},
	{
		name: 'exceptions behind a call are not looked for',
		scene: SCENE,
		known: 526,
		edit: {
			file: `${WAITING}/window.js`,
			from: 'if (mayRun || this.#mayThrow(member)) return member;',
			to: 'if (mayRun) return member;',
		},
	},
];
