/** @import { CompileOptions } from './types.js' */
/** @import { ModuleSummary } from './ir/summary.js' */
import { mayContainDirective } from './ast/directive-text.js';
import { unreadSummary } from './ir/summary.js';
import { runPipeline, runSummary } from './pipeline.js';

/**
 * Say what a link of several files needs to know of a module, annotated or not: what it imports, what it exports, and
 * what it does with what it imports.
 *
 * Pure, as `compile` is; who compiles a file anyway gets the same as `facts.link` by `compile(source, { link: true })`.
 *
 * @param {string} source
 * @param {CompileOptions & { specifiers?: readonly string[], changes?: boolean, states?: boolean, makers?: boolean }} options what need not be looked at in a file
 *   without units: `specifiers` of the imports that may matter (default: all), whether `changes` of imported objects
 *   do (default: true; they do when a summary of the link has `states`), and whether state that the module changes
 *   itself does (`states`, default: true; it does when a worker may load the module), and whether what its functions
 *   make does (`makers`, default: true; it does when a summary of the link has `asked`)
 * @returns {ModuleSummary} plain data, with `problem` set when the source cannot be parsed
 *
 * @example
 * const summaries = [...files].map(([filename, source]) => summarise(source, { filename }));
 * const { diagnostics, fixes } = link(summaries, { resolve });
 */
export function summarise(source, options) {
	if (!mayContainDirective(source)) return runSummary(source, options);
	const {
		specifiers: _specifiers,
		changes: _changes,
		states: _states,
		makers: _makers,
		...compileOptions
	} = options;
	const { facts, diagnostics } = runPipeline(source, { ...compileOptions, link: true });
	if (facts.link) return facts.link;
	const [problem] = diagnostics;
	return unreadSummary(options.filename, {
		reason: String(problem?.message),
		start: problem?.start ?? { line: 1, column: 0 },
	});
}
