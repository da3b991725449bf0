/** @import { WorkersOptions } from './workers.js' */
import path from 'node:path';
import { inspect } from 'node:util';
import { pathToFileURL } from 'node:url';
import { badRuntimeOption } from '../errors/codes.js';
import { Object } from '../primordials.js';

const MOST_THREADS = 1024;

/** @type {Record<string, { accepted: string, test: (value: unknown) => boolean }>} */
const RULES = {
	size: {
		accepted: `an integer from 1 to ${MOST_THREADS}`,
		test: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MOST_THREADS,
	},
	name: { accepted: 'a string', test: (value) => typeof value === 'string' },
	resourceLimits: {
		accepted: 'an object',
		test: (value) => typeof value === 'object' && value !== null,
	},
};

/**
 * @template {WorkersOptions} T
 * @param {T} options
 * @param {string[]} [names] of those that there are
 * @returns {T}
 * @throws {Error} LP8009
 */
export function readOptions(options, names = Object.keys(RULES)) {
	if (typeof options !== 'object' || options === null) throw bad('options', options, 'an object');
	for (const [option, value] of Object.entries(options)) {
		const rule = names.includes(option) ? RULES[option] : undefined;
		const known = names.join(', ');
		if (!rule) throw bad(option, value, `nothing: the options are ${known}`);
		if (value !== undefined && !rule.test(value)) throw bad(option, value, rule.accepted);
	}
	return options;
}

/**
 * @param {unknown} url a URL, the text of one, or the path of a file, relative to the working directory
 * @returns {string} URL
 * @throws {Error} LP8009
 */
export function readUrl(url) {
	const href = typeof url === 'string' ? url : Object(url).href;
	if (typeof href !== 'string') {
		const accepted =
			"a URL, as `new URL('./worker.js', import.meta.url)` is, or the path of a file";
		throw bad('url', url, accepted);
	}
	// Two letters and more: `c:` is a drive.
	return /^[a-z][a-z0-9+.-]+:/i.test(href) ? href : pathToFileURL(path.resolve(href)).href;
}

/**
 * @param {string} option
 * @param {unknown} value
 * @param {string} accepted
 * @returns {Error} LP8009
 */
function bad(option, value, accepted) {
	const shown = inspect(value, { depth: 0 });
	return badRuntimeOption({ option, value: shown, accepted }, { option });
}
