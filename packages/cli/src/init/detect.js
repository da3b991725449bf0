/** @import { PackageManager } from '@lapidary/compiler/package-manager' */

/** @typedef {'next' | 'vite' | 'webpack' | 'rspack' | 'rollup' | 'rolldown' | 'esbuild'} Bundler */

/**
 * The files of a project, as far as they matter here.
 *
 * @typedef {object} Files
 * @property {(name: string) => string | undefined} read undefined for what is not there; relative to the project, posix separators
 * @property {(folder: string) => string[]} list names in a folder; empty for what is none
 * @property {PackageManager} manager
 */

/**
 * @typedef {object} Tool
 * @property {string} name
 * @property {string} [config] the file that configures it; absent when there is none
 */

/**
 * @typedef {object} Project
 * @property {Record<string, any>} manifest
 * @property {PackageManager} manager
 * @property {boolean} hasTypes TypeScript is used
 * @property {(Tool & { name: Bundler })[]} bundlers those whose configuration is the project's own
 * @property {Tool | undefined} jest
 * @property {Tool | undefined} vitest
 * @property {string | undefined} sources the folder of the sources; undefined when they are in the project's folder itself, or there are none
 * @property {boolean} isWorkspace it has packages below it
 */

/** Which packages a bundler comes in, and how its configuration is called. @type {readonly [Bundler, string[]][]} */
const BUNDLERS = [
	['next', ['next']],
	['vite', ['vite']],
	['rspack', ['@rspack/core', '@rspack/cli']],
	['webpack', ['webpack', 'webpack-cli']],
	['rolldown', ['rolldown']],
	['rollup', ['rollup']],
	['esbuild', ['esbuild']],
];
const EXTENSIONS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'];
const SCRIPT = /\.[cm]?[jt]sx?$/;
const SECTIONS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/**
 * @param {Record<string, any>} manifest
 * @param {string} name
 * @returns {boolean} whether it has the package, in whatever section
 */
export const hasPackage = (manifest, name) =>
	SECTIONS.some((section) => Object.hasOwn(Object(manifest[section]), name));

/**
 * Find out what a project is built and tested with.
 *
 * @param {Record<string, any>} manifest its package.json
 * @param {Files} files
 * @returns {Project}
 */
export function detectProject(manifest, files) {
	/** @param {string} name @returns {Tool | undefined} */
	const findTool = (name, packages = [name]) => {
		const config = findConfig(name, files);
		return config || packages.some((one) => hasPackage(manifest, one))
			? { name, config }
			: undefined;
	};
	const found = BUNDLERS.flatMap(([name, packages]) => {
		const tool = findTool(name, packages);
		return tool ? [{ ...tool, name }] : [];
	});
	return {
		manifest,
		manager: files.manager,
		hasTypes: hasPackage(manifest, 'typescript') || files.read('tsconfig.json') !== undefined,
		bundlers: ownBundlers(found),
		jest: manifest.jest ? { name: 'jest', config: 'package.json' } : findTool('jest'),
		vitest: findTool('vitest'),
		sources: findSources(files),
		isWorkspace: Boolean(manifest.workspaces) || files.read('pnpm-workspace.yaml') !== undefined,
	};
}

/**
 * Bundlers come with others that they are made of: what has a configuration is the project's own, or else the first.
 *
 * @param {Project['bundlers']} found
 * @returns {Project['bundlers']}
 */
function ownBundlers(found) {
	const [first] = found;
	if (first?.name === 'next') return [first];
	const configured = found.filter(({ config }) => config);
	if (configured.length > 0) return configured;
	return found.slice(0, 1);
}

/**
 * @param {string} tool
 * @param {Files} files
 * @returns {string | undefined} path of the file that configures it
 */
function findConfig(tool, { list, read }) {
	if (tool === 'esbuild') return findEsbuildScript({ list, read });
	const names = new Set(list('.'));
	return EXTENSIONS.map((extension) => `${tool}.config.${extension}`).find((name) =>
		names.has(name),
	);
}

/**
 * @param {Pick<Files, 'list' | 'read'>} files
 * @returns {string | undefined} the script that imports esbuild
 */
function findEsbuildScript({ list, read }) {
	const scripts = ['.', 'scripts'].flatMap((folder) =>
		list(folder).map((name) => (folder === '.' ? name : `${folder}/${name}`)),
	);
	return scripts.find(
		(name) => SCRIPT.test(name) && /(?:from|require\()\s*['"]esbuild['"]/.test(read(name) ?? ''),
	);
}

/**
 * @param {Files} files
 * @returns {string | undefined}
 */
const findSources = ({ list }) => ['src', 'lib', 'app'].find((name) => list(name).length > 0);
