/** @import { Bug } from './bugs.js' */

const SCENE = 'values that callers need at once';
const RUNNING = 'packages/compiler/src/phases/3-analyse/running-here.js';

/** Of calls that run where they are made, since their values are needed at once. @type {Bug[]} */
export const AT_ONCE_BUGS = [
	{
		name: 'units that run here call the stubs of others',
		scene: SCENE,
		known: 8,
		edit: {
			file: RUNNING,
			from: 'return this.#reached(units) ?? new Map();',
			to: 'return (units && this.#reached([])) ?? new Map();',
		},
	},
	{
		name: 'helpers of units that run here are not looked into',
		scene: SCENE,
		known: 7,
		edit: {
			file: RUNNING,
			from: 'if (isOther) code.add(run);',
			to: 'if (isOther && !run) code.add(run);',
		},
	},
];
