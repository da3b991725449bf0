/** @import { Diagnostic, Options } from '../types.js' */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { lilconfig } from 'lilconfig';
import { CommandFailure } from '../diagnostics/command-failure.js';
import { badConfiguration } from '../diagnostics/codes.js';
import { EXPECTED, isValueOf, OPTIONS } from './options.js';
import { suggest } from './suggest.js';

const PLACES = ['lapidary.config.js', 'lapidary.config.mjs', 'lapidary.config.cjs', 'package.json'];
const SPECS = OPTIONS.filter(({ isTransient }) => !isTransient);

/**
 * Read `lapidary.config.js`, or the key `lapidary` of package.json, of a folder or the nearest one above it that has either.
 *
 * @param {string} folder absolute
 * @returns {Promise<Partial<Options>>} empty when there is none; paths are absolute
 * @throws {CommandFailure} LP7007 with everything that is wrong with it
 */
export async function loadConfig(folder) {
	const found = await search(folder);
	if (!found) return {};
	const { config, filepath } = found;
	const diagnostics = validate(config, filepath);
	if (diagnostics.length > 0) throw new CommandFailure(...diagnostics);
	const options = { ...config };
	for (const { key, type } of SPECS) {
		const isPath = type === 'path' && typeof options[key] === 'string';
		if (isPath) options[key] = path.resolve(path.dirname(filepath), options[key]);
	}
	return options;
}

/**
 * @param {string} folder absolute
 * @returns {Promise<{ config: any, filepath: string } | null>}
 */
async function search(folder) {
	const explorer = lilconfig('lapidary', {
		searchPlaces: PLACES,
		ignoreEmptySearchPlaces: false,
		stopDir: path.parse(folder).root,
		cache: false,
		loaders: {
			'.js': importDefault,
			'.mjs': importDefault,
			'.cjs': importDefault,
			'.json': parseJson,
		},
	});
	return explorer.search(folder);
}

/**
 * @param {string} filepath
 * @returns {Promise<unknown>} the default export
 * @throws {CommandFailure} LP7007
 */
async function importDefault(filepath) {
	try {
		return (await import(pathToFileURL(filepath).href)).default ?? null;
	} catch (error) {
		throw unusable(filepath, /** @type {Error} */ (error));
	}
}

/**
 * @param {string} filepath
 * @param {string} text
 * @returns {unknown}
 * @throws {CommandFailure} LP7007
 */
function parseJson(filepath, text) {
	try {
		return JSON.parse(text.replace(/^\uFEFF/, ''));
	} catch (error) {
		throw unusable(filepath, /** @type {Error} */ (error));
	}
}

/**
 * @param {string} filename
 * @param {Error} error
 * @returns {CommandFailure}
 */
function unusable(filename, error) {
	const problem = `cannot be loaded: ${String(error.message ?? error).split('\n')[0]}`;
	const hint = 'correct the file, or run it with `node` to see the whole error';
	return new CommandFailure(badConfiguration({ problem, hint }, { filename }));
}

/**
 * @param {unknown} config
 * @param {string} filename
 * @returns {Diagnostic[]} LP7007, one for each thing that is wrong
 */
function validate(config, filename) {
	const isObject = typeof config === 'object' && config !== null && !Array.isArray(config);
	if (!isObject) {
		const problem = `is ${config === null || config === undefined ? 'empty' : 'not an object'}`;
		const hint = 'export an object: `export default { sourceMaps: true };`';
		return [badConfiguration({ problem, hint }, { filename })];
	}
	return Object.entries(config).flatMap(([key, value]) => {
		const spec = SPECS.find((one) => one.key === key);
		if (!spec) return [badConfiguration(unknownKey(key), { filename })];
		if (isValueOf(spec.type, value)) return [];
		const problem = `has ${JSON.stringify(value) ?? String(value)} as \`${key}\``;
		const hint = `write ${EXPECTED[spec.type]}`;
		return [badConfiguration({ problem, hint }, { filename })];
	});
}

/**
 * @param {string} key
 * @returns {{ problem: string, hint: string }}
 */
function unknownKey(key) {
	const keys = SPECS.map((spec) => spec.key);
	const meant = suggest(key, keys);
	const hint = meant ? `did you mean \`${meant}\`?` : `the keys are ${keys.join(', ')}`;
	return { problem: `has the unknown key \`${key}\``, hint };
}
