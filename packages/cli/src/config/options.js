/** @import { Format, JsxOptions, Options } from '../types.js' */
import { availableParallelism } from 'node:os';

/**
 * One option, for the command line, for the configuration and for `--help` alike.
 *
 * @typedef {object} OptionSpec
 * @property {keyof Options} key in the configuration
 * @property {string} flags for commander; empty when it is for the configuration only
 * @property {string} description
 * @property {'path' | 'flag' | 'count' | 'format' | 'patterns' | 'names' | 'jsx'} type
 * @property {('init' | 'build' | 'check' | 'run' | 'explain' | 'types')[]} commands that have it
 * @property {boolean} [isTransient] it makes sense for one run only: no configuration key
 */

/** @type {readonly Format[]} */
export const FORMATS = Object.freeze(['pretty', 'json', 'github', 'sarif']);

/** @type {readonly OptionSpec[]} */
export const OPTIONS = Object.freeze([
	{
		key: 'outDir',
		flags: '-o, --out-dir <dir>',
		description: 'where the lowered tree goes; outside the paths that are read',
		type: 'path',
		commands: ['build'],
	},
	{
		key: 'outDir',
		flags: '-o, --out-dir <dir>',
		description: 'write all declarations to this folder',
		type: 'path',
		commands: ['types'],
		isTransient: true,
	},
	{
		key: 'write',
		flags: '-w, --write',
		description: 'change declarations where they are',
		type: 'flag',
		commands: ['types'],
		isTransient: true,
	},
	{
		key: 'check',
		flags: '-c, --check',
		description: 'write nothing; what would change is an error',
		type: 'flag',
		commands: ['types'],
		isTransient: true,
	},
	{
		key: 'typesDir',
		flags: '-t, --types-dir <dir>',
		description: 'where the declarations are (default: beside their sources)',
		type: 'path',
		commands: ['types'],
	},
	{
		key: 'jobs',
		flags: '-j, --jobs <n>',
		description: 'threads that lower files (default: one per core)',
		type: 'count',
		commands: ['build', 'check', 'types'],
	},
	{
		key: 'watch',
		flags: '-w, --watch',
		description: 'stay, and build changed files again',
		type: 'flag',
		commands: ['build'],
		isTransient: true,
	},
	{
		key: 'sourceMaps',
		flags: '--source-maps',
		description: 'write a .map file beside each lowered file',
		type: 'flag',
		commands: ['build'],
	},
	{
		key: 'stripTypes',
		flags: '--strip-types',
		description: 'turn TypeScript and JSX into JavaScript that Node runs',
		type: 'flag',
		commands: ['build'],
	},
	{
		key: 'types',
		flags: '--types',
		description: 'type units in .d.ts files beside their sources as their calls behave',
		type: 'flag',
		commands: ['build'],
	},
	{
		key: 'cacheDir',
		flags: '--cache-dir <dir>',
		description: 'keep results by content, and use them again',
		type: 'path',
		commands: ['build', 'check', 'types'],
	},
	{
		key: 'format',
		flags: '-f, --format <format>',
		description: 'pretty, json, github or sarif (default: pretty)',
		type: 'format',
		commands: ['build', 'check', 'types'],
	},
	{
		key: 'strict',
		flags: '--strict',
		description: 'warnings are errors',
		type: 'flag',
		commands: ['build', 'check', 'run', 'types'],
	},
	{
		key: 'cancellationChecks',
		flags: '--no-cancellation-checks',
		description: 'leave out the look at the stop flag in each turn of a loop',
		type: 'flag',
		commands: ['build', 'run'],
	},
	{
		key: 'verify',
		flags: '--verify',
		description:
			'keep the bodies of annotated functions, so that LAPIDARY_MODE=verify can compare each call with them',
		type: 'flag',
		commands: ['build', 'run'],
	},
	{
		key: 'ignore',
		flags: '--ignore <pattern>',
		description: 'leave out what matches, relative to each path; may be repeated',
		type: 'patterns',
		commands: ['build', 'check', 'types'],
	},
	{
		key: 'link',
		flags: '--no-link',
		description: 'do not check the uses of annotated functions in other files',
		type: 'flag',
		commands: ['build', 'check', 'run'],
	},
	{
		key: 'fix',
		flags: '--fix',
		description: 'write the `await`s that callers in other files need',
		type: 'flag',
		commands: ['check'],
		isTransient: true,
	},
	{
		key: 'dryRun',
		flags: '--dry-run',
		description: 'say what --fix would write, and write nothing',
		type: 'flag',
		commands: ['check'],
		isTransient: true,
	},
	{
		key: 'yes',
		flags: '-y, --yes',
		description: 'write it without asking',
		type: 'flag',
		commands: ['init'],
		isTransient: true,
	},
	{
		key: 'dryRun',
		flags: '--dry-run',
		description: 'show what would change, and write nothing',
		type: 'flag',
		commands: ['init'],
		isTransient: true,
	},
	{
		key: 'undo',
		flags: '--undo',
		description: 'restore every file as it was before',
		type: 'flag',
		commands: ['init'],
		isTransient: true,
	},
	{
		key: 'jsx',
		flags: '',
		description: 'options of the JSX transform: runtime, importSource, pragma, pragmaFrag',
		type: 'jsx',
		commands: [],
	},
	{
		key: 'trust',
		flags: '',
		description:
			'packages whose calls at the top level workers may repeat, whatever their sources can do',
		type: 'names',
		commands: [],
	},
]);

/**
 * @returns {Options} what holds when neither command line nor configuration says otherwise
 */
export function defaultOptions() {
	return {
		jobs: availableParallelism(),
		watch: false,
		sourceMaps: false,
		format: 'pretty',
		strict: false,
		cancellationChecks: true,
		verify: false,
		stripTypes: false,
		ignore: [],
		jsx: {},
		trust: [],
		link: true,
		fix: false,
		dryRun: false,
		types: false,
		write: false,
		check: false,
	};
}

/** The most threads that can be asked for: beyond it a typo is likelier than a machine. */
const MOST_JOBS = 512;

/** What each type of value looks like, for messages. */
export const EXPECTED = Object.freeze({
	path: 'a path',
	flag: 'true or false',
	count: `a whole number from 1 to ${MOST_JOBS}`,
	format: FORMATS.join(', ').replace(/, (\w+)$/, ' or $1'),
	patterns: 'a list of glob patterns',
	names: 'a list of names of packages',
	jsx: 'an object with the keys runtime, importSource, pragma or pragmaFrag',
});

/**
 * @param {OptionSpec['type']} type
 * @param {unknown} value from the configuration, or parsed from the command line
 * @returns {boolean}
 */
export function isValueOf(type, value) {
	switch (type) {
		case 'path':
			return typeof value === 'string' && value !== '';
		case 'flag':
			return typeof value === 'boolean';
		case 'count':
			return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MOST_JOBS;
		case 'format':
			return FORMATS.includes(/** @type {Format} */ (value));
		case 'patterns':
		case 'names':
			return Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '');
		case 'jsx':
			return isJsx(value);
	}
}

const JSX_KEYS = ['runtime', 'importSource', 'pragma', 'pragmaFrag'];

/**
 * @param {unknown} value
 * @returns {value is JsxOptions}
 */
function isJsx(value) {
	if (typeof value !== 'object' || value === null) return false;
	const { runtime = 'automatic' } = /** @type {JsxOptions} */ (value);
	return (
		Object.entries(value).every(
			([key, one]) => JSX_KEYS.includes(key) && typeof one === 'string',
		) &&
		(runtime === 'automatic' || runtime === 'classic')
	);
}
