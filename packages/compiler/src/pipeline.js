/** @import { CompileOptions, CompileResult } from './types.js' */
/** @import { Reporter } from './diagnostics/reporter.js' */
/** @import { Lowered, Parsed, Planned } from './ir/module.js' */
/** @import { ModuleSummary } from './ir/summary.js' */
import { extended } from './ast/records.js';
import { syntaxError } from './diagnostics/codes.js';
import { isStackOverflow, TOO_DEEP } from './diagnostics/stack-overflow.js';
import { createReporter } from './diagnostics/reporter.js';
import { showsState } from './ast/directive-text.js';
import { analyseEffects } from './ir/initialisations.js';
import { describeModule, emptyFacts } from './ir/facts.js';
import { summariseModule } from './ir/link-facts.js';
import { plainSummary, unreadSummary } from './ir/summary.js';
import { parse } from './phases/1-parse.js';
import { discover } from './phases/2-discover/index.js';
import { analyse } from './phases/3-analyse/index.js';
import { outlineModule } from './phases/3-analyse/outline/index.js';
import { obstacleTo } from './phases/4-plan/cloneable.js';
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

	/** @returns {CompileResult} */
	const unread = () => unchanged(emptyFacts(options));
	const parsed = parse(source, context);
	if (!parsed) return unread();
	try {
		return compileParsed(parsed, context, unchanged);
	} catch (error) {
		if (!isStackOverflow(error)) throw error;
		syntaxError(reporter, { start: 0, end: 0 }, { reason: TOO_DEEP });
		return unread();
	}
}

/**
 * @param {Parsed} parsed
 * @param {Readonly<{ options: CompileOptions, reporter: Reporter }>} context
 * @param {(facts: CompileResult['facts']) => CompileResult} unchanged
 * @returns {CompileResult}
 */
function compileParsed(parsed, context, unchanged) {
	const { options, reporter } = context;
	const discovered = discover(parsed, context);
	const analysed = analyse(discovered, context);
	const planned = plan(analysed, context);
	const described = describeModule(planned);
	/** @param {Planned} planned */
	const linkOptions = ({ slice }) => ({
		sourceType: options.sourceType,
		repeated: new Set(slice.filter(({ kept }) => kept).map(({ fragment }) => fragment.node)),
		obstacleTo,
	});
	const facts = options.link
		? extended(described, {
				link: summariseModule(planned, outlineModule(analysed, linkOptions(planned))),
			})
		: described;
	const { plans, gemAccess } = planned;
	const isLowered =
		plans.length > 0 || gemAccess.host.regions.length > 0 || showsState(options.linked);
	if (reporter.hasErrors() || !isLowered) return unchanged(facts);
	/** @type {Lowered} */
	const lowered = lower(planned, context);
	const { code, map, workerModules } = emit(lowered, context);
	return { code, map, workerModules, diagnostics: reporter.diagnostics(), facts };
}

/**
 * What a link needs to know of a module without units: it is parsed and its names are resolved, no more.
 *
 * @param {string} source
 * @param {Omit<CompileOptions, 'link'> & { specifiers?: readonly string[], changes?: boolean, states?: boolean, makers?: boolean }} options as of `summarise`
 * @returns {ModuleSummary}
 */
export function runSummary(source, options) {
	const { filename } = options;
	const reporter = createReporter({ filename, source });
	/** @param {string} reason @param {{ line: number, column: number }} [start] */
	const unread = (reason, start = { line: 1, column: 0 }) =>
		unreadSummary(filename, { reason, start });
	const parsed = parse(source, { options, reporter });
	if (!parsed) {
		const [problem] = reporter.diagnostics();
		return unread(String(problem?.message), problem?.start);
	}
	const discovered = extended(parsed, { units: [], directives: [] });
	const effects = analyseEffects(parsed.resolution, new Set());
	try {
		return plainSummary(
			parsed,
			outlineModule(
				extended(discovered, { effects, callSites: [] }),
				extended(options, { obstacleTo }),
			),
		);
	} catch (error) {
		if (!isStackOverflow(error)) throw error;
		return unread(TOO_DEEP);
	}
}
