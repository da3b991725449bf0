/** @import { Options } from '../types.js' */
import path from 'node:path';
import { CommandFailure } from '../diagnostics/command-failure.js';
import { badOptionValue } from '../diagnostics/codes.js';
import { loadConfig } from './load-config.js';
import { defaultOptions, EXPECTED, isValueOf, OPTIONS } from './options.js';

/**
 * Options of a run: the command line's, else the configuration's, else the defaults.
 *
 * @param {Record<string, unknown>} given as commander parsed them; values are strings, true, or lists of strings
 * @param {string} command 'lapidary build', for messages
 * @returns {Promise<Options>} with absolute paths
 * @throws {CommandFailure} LP7009 for a bad value, LP7007 for a bad configuration
 */
export async function resolveOptions(given, command) {
	const fromCommandLine = parseGiven(given, command);
	return { ...defaultOptions(), ...(await loadConfig(process.cwd())), ...fromCommandLine };
}

/**
 * @param {Record<string, unknown>} given
 * @param {string} command
 * @returns {Partial<Options>}
 * @throws {CommandFailure} LP7009
 */
function parseGiven(given, command) {
	/** @type {Record<string, unknown>} */
	const parsed = {};
	const diagnostics = [];
	for (const { key, flags, type } of OPTIONS) {
		const text = given[key];
		// Of a flag such as `--no-cancellation-checks` commander says `true` when nobody gave it.
		if (flags.startsWith('--no-') && text === true) continue;
		// commander gives `--no-link` the value true where it is not given
		if (text === undefined || (text === true && flags.startsWith('--no-'))) continue;
		const value = type === 'count' ? parseCount(String(text)) : text;
		if (!isValueOf(type, value)) {
			const option = flags.replace(/^-\w, /, '').split(' ')[0];
			const expected = EXPECTED[type];
			diagnostics.push(badOptionValue({ option, expected, value: String(text), command }));
		}
		parsed[key] = type === 'path' ? path.resolve(String(value)) : value;
	}
	if (diagnostics.length > 0) throw new CommandFailure(...diagnostics);
	return parsed;
}

/**
 * @param {string} text
 * @returns {number} NaN for what `Number` reads but nobody writes: '', '0x4', '1e2'
 */
function parseCount(text) {
	return /^\d+$/.test(text) ? Number(text) : NaN;
}
