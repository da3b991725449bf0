/** @import { Bundler, Project, Tool } from './detect.js' */
/** @import { ConfigEdit } from './edit-config.js' */

/**
 * What a tool needs: an edit of its configuration, and the same as text for who does it by hand.
 *
 * @typedef {object} ToolPlan
 * @property {string} [config] the file; absent when there is none
 * @property {ConfigEdit} edit
 * @property {string} [fresh] a whole configuration, where there is none and none is needed otherwise
 * @property {string} freshName of that file
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
	if (name !== 'vite') return { ...common, edit };
	const fresh = `import lapidary from '${module}';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [lapidary()],
});
`;
	return { ...common, edit, fresh };
}

/** @param {readonly string[]} lines @returns {string} one level deep */
const indented = (lines) =>
	lines.map((line) => `  ${line.replace(/^\t+/, (tabs) => '  '.repeat(tabs.length))}\n`).join('');

/** @param {Tool} tool @param {Project} project @returns {ToolPlan} */
export function planJest({ config }, { manifest }) {
	const transform = "['@lapidary/compiler/jest', { transformer: 'babel-jest' }]";
	const value = ['transform: {', `\t'\\\\.[jt]sx?$': ${transform},`, '},'];
	const fresh = `export default {\n${indented(value)}};\n`;
	return {
		config,
		edit: { wish: { property: 'transform', value, conflicts: ['preset', 'projects'] } },
		fresh,
		freshName: manifest.type === 'module' ? 'jest.config.js' : 'jest.config.mjs',
		package: '@lapidary/compiler',
	};
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
