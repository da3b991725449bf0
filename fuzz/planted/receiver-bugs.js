/** @import { Bug } from './bugs.js' */

/** Of methods whose object comes to their units by other ways as well. @type {Bug[]} */
export const RECEIVER_BUGS = [
	{
		name: 'receivers that a unit only reads are not those that it changes by other ways',
		scene: 'receivers that other ways lead to',
		known: 35,
		edit: {
			file: 'packages/compiler/src/ir/in-out.js',
			from: '(use.receiver && isInOut(use))',
			to: '(use.receiver && !isInOut(use) && isInOut(use))',
		},
	},
];
