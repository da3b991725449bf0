/** @import { Setting } from '../lib/options.js' */
/** @import { Job } from './types.js' */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * @typedef {object} Source a package whose sources are translated
 * @property {string} name
 * @property {string} folder relative to node_modules
 * @property {RegExp} files relative paths to take
 * @property {RegExp} [leaveOut] relative paths not to take although `files` matches
 */

// date-fns ships one folder per locale, some 800 small files: only the full setting takes them.
// Its cdn*.js files are bundles of all the others.
/** @type {Source[]} */
const SOURCES = [
	{ name: 'three', folder: 'three/src', files: /\.js$/ },
	{ name: 'lodash-es', folder: 'lodash-es', files: /\.js$/ },
	{ name: 'date-fns', folder: 'date-fns', files: /\.js$/, leaveOut: /(^|\/)(cdn|locale\/)/ },
	{ name: 'rxjs', folder: 'rxjs/src', files: /(?<!\.d)\.ts$/ },
];
const LOCALES = { ...SOURCES[2], name: 'date-fns-locale', leaveOut: /(^|\/)cdn|^(?!locale\/)/ };

/**
 * The small settings take every n-th file of each package, in alphabetical order, so that the mix
 * of sizes stays that of the packages.
 *
 * @type {Record<Setting, { sources: Source[], every: number }>}
 */
const SETTINGS = {
	quick: { sources: SOURCES, every: 40 },
	small: { sources: SOURCES, every: 14 },
	full: { sources: [...SOURCES, LOCALES], every: 1 },
};

/**
 * @typedef {object} CorpusFile
 * @property {string} input absolute path
 * @property {string} output relative path; `.ts` becomes `.js`
 * @property {number} bytes of the input
 */

/**
 * @param {Setting} setting
 * @returns {CorpusFile[]} largest first; files of one size by path, so that the order is fixed
 */
export function collectCorpus(setting) {
	const { sources, every } = SETTINGS[setting];
	return sources
		.flatMap((source) => listFiles(source).filter((_, index) => index % every === 0))
		.sort((a, b) => b.bytes - a.bytes || (a.output < b.output ? -1 : 1));
}

/**
 * @param {CorpusFile[]} corpus
 * @param {string} directory where the outputs go; absolute
 * @returns {Job[]} in the same order
 */
export function jobsFor(corpus, directory) {
	return corpus.map(({ input, output }) => ({ input, output: join(directory, output) }));
}

/** @param {Source} source */
function listFiles({ name, folder, files, leaveOut }) {
	const root = packageFolder(folder);
	return readdirSync(root, { recursive: true, encoding: 'utf8' })
		.filter((path) => files.test(path) && !path.includes('node_modules') && !leaveOut?.test(path))
		.sort()
		.map((path) => ({
			input: join(root, path),
			output: join(name, path.replace(/\.ts$/, '.js')),
			bytes: statSync(join(root, path)).size,
		}));
}

// Asked of the resolver and not written as ../../node_modules: npm decides where a package is. Not by
// its package.json either: three does not export it.
/** @param {string} folder such as `three/src` */
function packageFolder(folder) {
	const [name, ...rest] = folder.split('/');
	const roots = createRequire(import.meta.url).resolve.paths(name) ?? [];
	const root = roots.find((candidate) => existsSync(join(candidate, name)));
	if (root === undefined) throw new Error(`${name} is not installed: run npm ci`);
	return join(root, name, ...rest);
}
