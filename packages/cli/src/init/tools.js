/** @import { Bundler, Project, Tool } from './detect.js' */
/** @import { ConfigEdit } from './edit-config.js' */
/** @import { Left } from './plan-init.js' */
import { hasPackage } from './detect.js';

/**
 * What a tool needs: an edit of its configuration, and the same as text for who does it by hand.
 *
 * @typedef {object} ToolPlan
 * @property {string} [config] the file; absent when there is none
 * @property {ConfigEdit} edit
 * @property {string} [fresh] a whole configuration, where there is none and none is needed otherwise
 * @property {string} freshName of that file
 * @property {Left} [byHand] what to do where there is no configuration, and the tool would read none
 * @property {string} package that it comes from
 */

/**
 * @param {Tool & { name: Bundler }} tool
 * @param {Project} project
 * @returns {ToolPlan}
 */
export function planBundler({ name, config }, { hasTypes, manifest }) {
	const module = `@lapidary/unplugin/${name}`;
	const extension = hasTypes ? 'ts' : manifest.type === 'module' || name !== 'vite' ? 'js' : 'mjs';
	const common = {
		config,
		freshName: `${name}.config.${name === 'next' && !hasTypes ? 'mjs' : extension}`,
		package: '@lapidary/unplugin',
	};
	if (name === 'next')
		return {
			...common,
			edit: { module, name: 'withLapidary', isWrapper: true },
			fresh: `import { withLapidary } from '${module}';\n\nexport default withLapidary({});\n`,
		};
	const wish = { property: 'plugins', element: 'lapidary()' };
	const edit = { module, wish, isBuildScript: name === 'esbuild' };
	if (name === 'esbuild' && !config)
		return { ...common, edit, byHand: programOfEsbuild(module, manifest) };
	if (name !== 'vite') return { ...common, edit };
	const fresh = `import lapidary from '${module}';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [lapidary()],
});
`;
	return { ...common, edit, fresh };
}

/**
 * @param {string} module of the plugin
 * @param {Record<string, any>} manifest
 * @returns {Left} esbuild reads no configuration, and its command takes no plugins
 */
function programOfEsbuild(module, { scripts }) {
	const script = Object.entries(Object(scripts)).find(([, command]) =>
		/\besbuild\b/.test(String(command)),
	);
	const which = script ? `the script \`${script[0]}\`` : 'the build';
	return {
		path: 'package.json',
		reason: `esbuild takes plugins by its JavaScript API alone, so ${which} has to run a program, \`node build.mjs\``,
		lines: [
			`import { build } from 'esbuild';`,
			`import lapidary from '${module}';`,
			`await build({ entryPoints: ['src/main.js'], bundle: true, platform: 'node', outdir: 'dist', plugins: [lapidary()] });`,
		],
	};
}

/** @param {readonly string[]} lines @returns {string} one level deep */
const indented = (lines) =>
	lines.map((line) => `  ${line.replace(/^\t+/, (tabs) => '  '.repeat(tabs.length))}\n`).join('');

/** What transforms files for Jest in place of Babel, as a transformer behind the compiler. @type {readonly [string, string][]} */
const TRANSFORMERS = [
	['ts-jest', "['ts-jest', {}]"],
	['@swc/jest', "'@swc/jest'"],
];

/** @param {Tool} tool @param {Project} project @returns {ToolPlan} */
export function planJest({ config }, { manifest }) {
	const [, transformer = "'babel-jest'"] =
		TRANSFORMERS.find(([name]) => hasPackage(manifest, name)) ?? [];
	const transform = `['@lapidary/compiler/jest', { transformer: ${transformer} }]`;
	const value = ['transform: {', `\t'\\\\.[jt]sx?$': ${transform},`, '},'];
	const fresh = `export default {\n${indented(value)}};\n`;
	return {
		config,
		edit: { wish: { property: 'transform', value, conflicts: ['preset', 'projects'] } },
		fresh,
		freshName: manifest.type === 'module' ? 'jest.config.js' : 'jest.config.mjs',
		...(config === 'package.json' ? { byHand: inManifest(transformer) } : {}),
		package: '@lapidary/compiler',
	};
}

/** @param {string} transformer an expression @returns {Left} which is JSON */
function inManifest(transformer) {
	const text = `["@lapidary/compiler/jest", { "transformer": ${transformer.replaceAll("'", '"')} }]`;
	const lines = ['"transform": {', `  "\\\\.[jt]sx?$": ${text}`, '}'];
	return { path: 'package.json', reason: 'it configures Jest itself', lines };
}

/**
 * Vitest reads Vite's configuration where it has none of its own. There its plugin stands in front of that for builds, which
 * then finds nothing left to lower.
 *
 * @param {Tool} tool
 * @param {Project} project
 * @param {string | undefined} viteConfig
 * @returns {ToolPlan}
 */
export function planVitest({ config }, { manifest }, viteConfig) {
	const module = '@lapidary/compiler/vitest';
	const name = config || !viteConfig ? 'lapidary' : 'lapidaryTests';
	const fresh = `import lapidary from '${module}';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [lapidary()],
});
`;
	return {
		config: config ?? viteConfig,
		edit: { module, name, wish: { property: 'plugins', element: `${name}()` } },
		fresh,
		freshName: manifest.type === 'module' ? 'vitest.config.js' : 'vitest.config.mjs',
		package: '@lapidary/compiler',
	};
}
