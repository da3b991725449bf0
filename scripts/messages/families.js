/**
 * Which message file may hold which family of codes, and what is generated from it.
 *
 * @typedef {object} Family
 * @property {string} digit the first digit of the family's codes
 * @property {string} title
 * @property {'compiler' | 'runtime' | 'cli' | 'unplugin'} package
 * @property {string | undefined} fileName undefined: any file of the package's messages folder
 */

/** What surfaces of the compiler say of a project, not of a source: they have places as the command line has. */
const TOOLS = 'packages/compiler/messages/tools.md';

/**
 * @param {{ file: string }} entry
 * @returns {boolean} whether it is about a project, and its examples are shell sessions
 */
export const isOfTools = ({ file }) => file === TOOLS;

/** @type {readonly Family[]} */
export const FAMILIES = [
	{ digit: '1', title: 'Discovery', package: 'compiler', fileName: 'discovery.md' },
	{ digit: '2', title: 'Capture', package: 'compiler', fileName: 'capture.md' },
	{ digit: '3', title: 'Effects', package: 'compiler', fileName: 'effects.md' },
	{ digit: '4', title: 'GEMs', package: 'compiler', fileName: 'gem.md' },
	{ digit: '5', title: 'Calls', package: 'compiler', fileName: 'calls.md' },
	{ digit: '6', title: 'Lowering', package: 'compiler', fileName: 'lowering.md' },
	{ digit: '7', title: 'Installation and plugins', package: 'compiler', fileName: 'tools.md' },
	{ digit: '7', title: 'Options and the command line', package: 'cli', fileName: undefined },
	{ digit: '7', title: 'Bundlers', package: 'unplugin', fileName: undefined },
	{ digit: '8', title: 'Runtime', package: 'runtime', fileName: undefined },
];

/**
 * @param {string} file `packages/<package>/messages/<name>.md`
 * @returns {Family | undefined}
 */
export function familyOfFile(file) {
	const [, packageName, , fileName] = file.split('/');
	return FAMILIES.find(
		(family) =>
			family.package === packageName &&
			(family.fileName === undefined || family.fileName === fileName),
	);
}
