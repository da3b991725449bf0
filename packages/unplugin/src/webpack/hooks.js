// What webpack and Rspack have in common: worker modules are entries of the same build, with a runtime of their own.
/** @import { LapidaryOptions } from '../options.js' */
import { createLowerer, isSource, mayBeLowered } from '../lower/lower.js';
import { tokenOf } from '../lower/tokens.js';
import { refuseBrowser, refuseTypes, report, toMessages } from '../report.js';
import { apply } from './apply.js';
import { QUERY } from './entries.js';

/** @typedef {any} Compiler of webpack or of Rspack */

/**
 * @param {LapidaryOptions} options
 * @param {Compiler} compiler
 * @returns {any} hooks of a plugin
 */
export function createHooks(options, compiler) {
	const lower = createLowerer(options);
	return {
		/** @param {string} id */
		transformInclude: (id) => isSource(sourceOf(id)),
		/**
		 * A worker module is its source with a query: it is made again from the same text, before any other loader has seen it.
		 *
		 * @this {any}
		 * @param {string} code
		 * @param {string} id
		 */
		transform(code, id) {
			if (!mayBeLowered(code)) return null;
			const filename = sourceOf(id);
			const source = { code, filename };
			const { lowered, diagnostics } = lower(source, namingOf(filename));
			if (filename !== id) {
				if (!lowered?.worker) return null;
				return { code: lowered.worker.code, map: namedMap(lowered.worker.map, filename) };
			}
			report(toMessages(diagnostics, source), this);
			report(refuseTypes(source), this);
			if (!lowered) return null;
			if (!compiler.options.externalsPresets.node) {
				report(refuseBrowser(lowered.facts, source), this);
				return null;
			}
			return { code: lowered.code, map: namedMap(lowered.map, filename) };
		},
		webpack: apply,
		rspack: apply,
	};
}

/** @param {string} id @returns {string} */
const sourceOf = (id) => (id.endsWith(QUERY) ? id.slice(0, -QUERY.length) : id);

/** @param {object} map @param {string} filename */
const namedMap = (map, filename) => ({ ...map, sources: [filename] });

/**
 * Both compilers replace `import.meta.url` by the place of the source; this is the folder of the output.
 *
 * @param {string} filename
 */
const namingOf = (filename) => ({
	worker: () => urlOf(tokenOf('worker', filename)),
	host: urlOf(tokenOf('host', filename)),
});

/** @param {string} token @returns {string} */
const urlOf = (token) => `new globalThis.URL(${JSON.stringify(token)}, __webpack_base_uri__).href`;
