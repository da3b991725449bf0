/** @typedef {import('./types.js').CompileOptions} CompileOptions */
/** @typedef {import('./types.js').CompileResult} CompileResult */
/** @typedef {import('./types.js').WorkerModule} WorkerModule */
/** @typedef {import('./types.js').Diagnostic} Diagnostic */
/** @typedef {import('./types.js').Facts} Facts */
/** @typedef {import('./types.js').Linked} Linked */
import { emptyFacts } from './ir/facts.js';
import { checkOptions } from './options.js';
import { runPipeline } from './pipeline.js';
import { mayContainDirective, mayUseGems, showsState } from './ast/directive-text.js';

export { mayContainDirective, mayUseGems };

/**
 * Lower a module: cut its annotated functions out into a worker module, leave stubs in their place, and have its loops access GEMs in
 * memory.
 *
 * Pure: no I/O, no clock; the same source and options give the same result. What is wrong with the
 * source is in `diagnostics`; when one of them is an error, `code` is the source itself.
 *
 * @param {string} source
 * @param {CompileOptions} options
 * @returns {CompileResult}
 * @throws {TypeError} for options that make no sense
 * @throws {Error} LP9001 when the compiler itself is wrong; the message asks for a report
 *
 * @example
 * const { code, workerModules } = compile(
 *   'export async function sum(xs) { "use cpu_bound"; return xs.reduce((a, b) => a + b, 0); }',
 *   { filename: 'sum.js' },
 * );
 */
export function compile(source, options) {
	checkOptions(source, options);
	if (mayContainDirective(source)) return runPipeline(source, options);
	// Who annotates nothing asks for nothing: what cannot be read runs as it is.
	if (mayUseGems(source) || showsState(options.linked))
		return { ...runPipeline(source, { ...options, link: false }), diagnostics: [] };
	return {
		code: source,
		map: null,
		workerModules: [],
		diagnostics: [],
		facts: emptyFacts(options),
	};
}
