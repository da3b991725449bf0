// Where specifiers lead to, asked before the modules are loaded.
/** @import { ResolveId } from '../link/linker.js' */

/** @typedef {(source: string, importer: string | undefined, options: { custom?: { lapidary?: { isLookup: boolean } } }) => unknown} Resolving */

/** Tells plugins that no module imports what is asked for. */
const LOOKUP = Object.freeze({ custom: { lapidary: { isLookup: true } } });

/** Of `@rollup/plugin-commonjs`, which Vite has in it up to version 7. */
const LOADING_RESOLVER = 'commonjs--resolver';

/** Plugins that step aside for lookups already. @type {WeakSet<object>} */
const passed = new WeakSet();

/**
 * The resolver of CommonJS loads each module that it is asked for, and a module is loaded when its transformation, which may wait
 * for a link, has ended: a link that asked it would wait for itself. It steps aside, and the plugins behind it say where the module is.
 *
 * @param {readonly any[]} plugins of a build
 */
export function passLoadingResolvers(plugins) {
	for (const plugin of plugins) {
		if (plugin.name !== LOADING_RESOLVER || passed.has(plugin)) continue;
		passed.add(plugin);
		const { resolveId } = plugin;
		if (typeof resolveId === 'function') plugin.resolveId = aside(resolveId);
		else plugin.resolveId = { ...resolveId, handler: aside(resolveId.handler) };
	}
}

/** @param {Resolving} resolve @returns {Resolving} */
const aside = (resolve) =>
	/** @this {unknown} @type {Resolving} */
	function (source, importer, options) {
		if (options.custom?.lapidary?.isLookup) return null;
		return resolve.call(this, source, importer, options);
	};

/** @param {any} context of the plugin @returns {ResolveId} */
export const resolverOf = (context) => async (specifier, from) => {
	const found = await context.resolve(specifier, from, LOOKUP);
	return found && !found.external ? found.id : null;
};

/** @param {any} context of the plugin @param {string} name of an entry @returns {Promise<string | undefined>} its id */
export const resolveEntry = async (context, name) =>
	(await context.resolve(name, undefined, { ...LOOKUP, isEntry: true }))?.id;
