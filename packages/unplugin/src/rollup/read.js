/** @import { Source } from '../lower/lower.js' */
import { readIfPresent } from '../link/read-if-present.js';

/**
 * What the compiler gets of a file: what plugins before this one have made of it, too.
 *
 * @param {any} context of the plugin
 * @param {{ code: string, id: string, hasTypes: boolean }} module `hasTypes`: the tool compiles TypeScript itself, after this plugin
 * @returns {Source}
 */
export function readModule(context, { code, id, hasTypes }) {
	if (code === readIfPresent(id)) return { code, filename: id };
	const isTyped = /\.[cm]?tsx?$/.test(id);
	return {
		code,
		filename: id,
		isJavaScript: isTyped && !hasTypes && parses(context, code),
		inputMap: context.getCombinedSourcemap?.() ?? null,
	};
}

/** @param {any} context @param {string} code @returns {boolean} */
function parses(context, code) {
	try {
		context.parse(code);
		return true;
	} catch {
		return false; // it is TypeScript still
	}
}
