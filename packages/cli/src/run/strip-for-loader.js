/** @import { JsxOptions } from '../types.js' */
/** @import { SourceMap } from '../build/lower-source.js' */
import { stripTypes } from '../build/strip-types.js';

/**
 * What the loader of `lapidary run` calls for TypeScript and JSX. Imports keep their names: the files they name are there.
 *
 * @param {string} code
 * @param {{ filename: string, map: SourceMap | null, options: JsxOptions }} context
 * @returns {{ code: string, map: SourceMap | null, kind: 'module' | 'commonjs' }} `kind` by the syntax that is left
 */
export function strip(code, { filename, map, options: jsx }) {
	return stripTypes(code, { filename, map, jsx, sourceMaps: true, renamed: null });
}
