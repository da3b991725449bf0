import { expect, test } from '@jest/globals';
import { summarise } from '../src/summarise.js';

/** @param {unknown} value @param {string} path @returns {string[]} paths to instances of classes */
function instancesIn(value, path = 'summary') {
	if (typeof value !== 'object' || value === null) return [];
	const prototype = Object.getPrototypeOf(value);
	const own = prototype === Object.prototype || prototype === Array.prototype ? [] : [path];
	return [
		...own,
		...Object.entries(value).flatMap(([key, one]) => instancesIn(one, `${path}.${key}`)),
	];
}

test.each([
	['asks which module is the program', 'exports.isMain = () => require.main === module;'],
	[
		'asks for the context of its thread',
		"const { AsyncLocalStorage } = require('node:async_hooks');\nconst context = new AsyncLocalStorage();\nexports.user = () => context.getStore().user;",
	],
	[
		'has units',
		"module.exports = async () => { 'use cpu_bound'; return require.main === module; };",
	],
	['cannot be parsed', 'const = 1;'],
])(
	'the summary of a module that %s is plain data: a thread of a pool sends it',
	(_what, source) => {
		expect(instancesIn(summarise(source, { filename: 'input.cjs' }))).toEqual([]);
	},
);
