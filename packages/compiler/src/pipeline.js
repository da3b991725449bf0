/** @import { CompileOptions, CompileResult } from './types.js' */
/** @import { Lowered } from './ir/module.js' */
import { createReporter } from './diagnostics/reporter.js';
import { describeModule, emptyFacts } from './ir/facts.js';
import { parse } from './phases/1-parse.js';
import { discover } from './phases/2-discover/index.js';
import { analyse } from './phases/3-analyse/index.js';
import { plan } from './phases/4-plan/index.js';
import { lower } from './phases/5-lower/index.js';
import { emit } from './phases/6-emit/index.js';

/**
 * The whole compiler, in order. Each phase gets the record that the one before it made, and returns
 * the next; none changes what it gets. A file is lowered whole or not at all.
 *
 * @param {string} source
 * @param {CompileOptions} options
 * @returns {CompileResult}
 */
export function runPipeline(source, options) {
	const { filename, strict = false } = options;
	const reporter = createReporter({ filename, source, strict });
	const context = Object.freeze({ options, reporter });
	/** @param {CompileResult['facts']} facts @returns {CompileResult} */
	const unchanged = (facts) => ({
		code: source,
		map: null,
		workerModules: [],
		diagnostics: reporter.diagnostics(),
		facts,
	});

	const parsed = parse(source, context);
	if (!parsed) return unchanged(emptyFacts(options));
	const discovered = discover(parsed, context);
	const analysed = analyse(discovered, context);
	const planned = plan(analysed, context);
	const facts = describeModule(planned);
	if (reporter.hasErrors() || planned.plans.length === 0) return unchanged(facts);
	/** @type {Lowered} */
	const lowered = lower(planned, context);
	const { code, map, workerModules } = emit(lowered, context);
	return { code, map, workerModules, diagnostics: reporter.diagnostics(), facts };
}
