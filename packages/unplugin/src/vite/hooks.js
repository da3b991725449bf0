/** @import { LapidaryOptions } from '../options.js' */
import { createHooks } from '../rollup/hooks.js';

/**
 * The hooks for Vite: builds for Node are as those of rollup.
 *
 * @param {LapidaryOptions} options
 * @returns {any} a plugin's hooks
 */
export function createViteHooks(options) {
	const hooks = createHooks(options, { hasTypes: true, isRolldown: true });
	return {
		...hooks,
		config: () => ({ ssr: { external: ['@lapidary/runtime'] } }),
	};
}
