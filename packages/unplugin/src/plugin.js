/** @import { LapidaryOptions } from './options.js' */
import { createUnplugin } from 'unplugin';
import { checkOptions } from './options.js';
import { createSetup } from './esbuild/setup.js';
import { createHooks } from './rollup/hooks.js';
import { createHooks as createBundlerHooks } from './webpack/hooks.js';
import { createViteHooks } from './vite/hooks.js';

/** The plugin of every bundler: `unplugin` gives each the hooks under its name. */
export const lapidary = createUnplugin(
	(/** @type {LapidaryOptions | undefined} */ options = {}, meta) => {
		checkOptions(/** @type {any} */ (options));
		/** @type {any} */
		const base = { name: 'lapidary', enforce: 'pre' };
		switch (meta.framework) {
			case 'rollup':
				return { ...base, rollup: createHooks(options) };
			case 'rolldown':
				return { ...base, rolldown: createHooks(options, { hasTypes: true, isRolldown: true }) };
			case 'vite':
				return { ...base, vite: createViteHooks(options, base) };
			case 'esbuild':
				return { ...base, esbuild: { setup: createSetup(options) } };
			case 'webpack':
				return { ...base, ...createBundlerHooks(options, meta.webpack.compiler) };
			case 'rspack':
				return { ...base, ...createBundlerHooks(options, meta.rspack.compiler) };
			default:
				throw new Error(`@lapidary/unplugin: there is nothing for ${meta.framework}`);
		}
	},
);
