// Expressions for the URLs of host and worker modules in bundles of ES modules.
/** @import { TokenKind } from './tokens.js' */
import { tokenOf } from './tokens.js';

const PREFIX = 'lapidary-place:';

/** Modules that only the plugins know: their default export is a URL. */
export const PLACE = new RegExp(`^${PREFIX}`);

/**
 * A source may have a variable `URL`; bundlers would look for an asset behind `new URL`.
 *
 * @param {string} token
 * @param {string} [base] expression
 * @returns {string}
 */
export const urlOf = (token, base = 'import.meta.url') =>
	`new globalThis.URL(${JSON.stringify(token)}, ${base}).href`;

/**
 * Whatever mentions `import.meta` is an ES module, for bundlers: a CommonJS source gets the URL out of a module of its own.
 *
 * @param {TokenKind} kind
 * @param {string} id of the module that is meant
 * @param {'module' | 'commonjs'} moduleKind of the source
 * @returns {string} an expression
 */
export const placeOf = (kind, id, moduleKind) => placeOfToken(tokenOf(kind, id), moduleKind);

/** @param {string} token @param {'module' | 'commonjs'} moduleKind @returns {string} an expression */
export function placeOfToken(token, moduleKind) {
	return moduleKind === 'module'
		? urlOf(token)
		: `require(${JSON.stringify(PREFIX + token)}).default`;
}

/** @param {string} id of such a module @returns {string} its code */
export const codeOfPlace = (id) => `export default ${urlOf(id.slice(PREFIX.length))};\n`;
