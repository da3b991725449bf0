/** @import { LapidaryOptions } from './options.js' */
import { createUnplugin } from 'unplugin';
import { checkOptions } from './options.js';
import { createHooks } from './rollup/hooks.js';

/** The plugin of every bundler: `unplugin` gives each the hooks under its name. */
export const lapidary = createUnplugin((/** @type {LapidaryOptions | undefined} */ options = {}, meta) => {
	checkOptions(/** @type {any} */ (options));
	/** @type {any} */
	const base = { name: 'lapidary', enforce: 'pre' };
	switch (meta.framework) {
		case 'rollup':
			return { ...base, rollup: createHooks(options) };
		case 'rolldown':
			return { ...base, rolldown: createHooks(options, { hasTypes: true, isRolldown: true }) };
		default:
			throw new Error(`@lapidary/unplugin: there is nothing for ${meta.framework}`);
	}
});
