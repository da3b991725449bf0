/** @import { SourceMap } from '../../types.js' */
/** @import { LoadedModule, ModuleKind } from './loader.js' */
/** @import { LoaderOptions } from './options.js' */
/** @import { LoaderReporter } from './reporter.js' */
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withInlineMap } from './inline-map.js';

/**
 * What the module that the option `types` names has to export as `strip`.
 *
 * @callback Strip
 * @param {string} code
 * @param {{ filename: string, map: SourceMap | null, options: unknown }} context
 * @returns {{ code: string, map: SourceMap | null, kind: ModuleKind }} `kind` by the syntax that is left
 */

const TYPED = new Set(['.ts', '.mts', '.cts', '.tsx', '.jsx']);

/**
 * @param {string} filename
 * @returns {boolean} whether it holds types or JSX
 */
export function isTyped(filename) {
	return TYPED.has(path.extname(filename));
}

/**
 * The compiler keeps types: what takes them away is given by who starts the loader. Without it TypeScript is left to Node.
 *
 * @param {LoaderOptions} options
 * @param {LoaderReporter} reporter
 * @returns {{
 *   isStripped: (filename: string) => boolean,
 *   strip: (code: string, map: SourceMap | null, filename: string) => LoadedModule,
 * }}
 */
export function createStripper({ types, typesOptions }, reporter) {
	const require = createRequire(import.meta.url);
	const options = typesOptions ? JSON.parse(typesOptions) : {};
	return {
		isStripped: (filename) => types !== undefined && isTyped(filename),
		strip(code, map, filename) {
			if (!types) {
				throw new Error(`the loader was given nothing that strips the types of ${filename}`);
			}
			// by the first typed file, and by `require`, as in lower.js
			/** @type {{ strip: Strip }} */
			const { strip } = require(fileURLToPath(types));
			const stripped = reporter.attempt(filename, () => strip(code, { filename, map, options }));
			return {
				code: withInlineMap(stripped.code, stripped.map, filename),
				kind: kindOf(filename, stripped.kind),
			};
		},
	};
}

/**
 * @param {string} filename
 * @param {ModuleKind} bySyntax for extensions that leave it open
 * @returns {ModuleKind}
 */
function kindOf(filename, bySyntax) {
	const extension = path.extname(filename);
	if (extension === '.mts') return 'module';
	return extension === '.cts' ? 'commonjs' : bySyntax;
}
