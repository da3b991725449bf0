/** @import { LapidaryOptions } from '../options.js' */
import { createHooks } from '../rollup/hooks.js';
import { createDev, WORKERS } from './dev.js';

/**
 * The hooks for Vite: builds for Node are as those of rollup, a dev server has files on the disk.
 *
 * @param {LapidaryOptions} options
 * @param {{ name: string, enforce: 'pre' }} base of the plugin
 * @returns {any} a plugin's hooks
 */
export function createViteHooks(options, base) {
	const hooks = createHooks(options, { hasTypes: true, isRolldown: true });
	/** @type {ReturnType<typeof createDev> | undefined} */
	let dev;
	const create = () => ({ ...base, ...createViteHooks(options, base) });
	return {
		...hooks,
		config: () => ({
			ssr: { external: ['@lapidary/runtime'] },
			// Vite builds the code of Web Workers with other plugins: units in it would stay inert without a word.
			worker: { plugins: () => [create()] },
		}),
		/** @param {any} config */
		configResolved(config) {
			hooks.api.addConstants(config.define);
			if (config.command === 'serve') dev = createDev(options, config, create);
			const workers = config.inlineConfig?.[WORKERS];
			if (workers) hooks.api.addWorkers(workers.entries, workers.linker);
		},
		/**
		 * A server finds the runtime itself, and keeps it outside by its own settings. It would take the name that is external here for
		 * a file, under `/@id/`, which runners other than its own, as that of Vitest, look for.
		 *
		 * @this {any}
		 * @param {string} source
		 */
		resolveId(source) {
			return dev ? null : hooks.resolveId.call(this, source);
		},
		/** A server links files as it is asked for them. @this {any} @param {any} given */
		buildStart(given) {
			return dev ? undefined : hooks.buildStart.call(this, given);
		},
		/** @this {any} @param {Error} [error] */
		buildEnd(error) {
			return dev ? undefined : hooks.buildEnd.call(this, error);
		},
		/** @this {any} @param {string} code @param {string} id */
		transform(code, id) {
			return dev ? dev.transform.call(this, code, id) : hooks.transform.call(this, code, id);
		},
		/** @this {any} @param {any} update */
		hotUpdate(update) {
			return dev?.hotUpdate.call(this, update);
		},
	};
}
