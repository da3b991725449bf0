// A worker module that mentions names of built-ins which others may have added.
import { homedir } from 'node:os';
import { shout } from './mentions-more.js';

const METHOD = 'middle';

export const $lp_units = {
	'test/mentions.js#uses': () => (text) => text.title?.() ?? text,
	'test/mentions.js#others': () => (list) => [
		list.lastItem,
		list[METHOD],
		globalThis.appName,
		typeof flag,
		shout(list),
	],
	'test/mentions.js#ofNode': () => async () => [
		homedir(),
		await import('node:fs/promises'),
		process.getBuiltinModule('util').parseArgs(),
	],
};
