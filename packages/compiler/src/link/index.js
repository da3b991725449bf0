/** @import { Diagnostic } from '../diagnostics/diagnostic.js' */
/** @import { Linked } from '../types.js' */
/** @import { ValueFact } from '../ir/summary.js' */
/** @import { Packages } from './packages.js' */
/** @import { Callable } from './program.js' */
import { judgeAwaitedCalls } from './awaited-calls.js';
import { unlinkedFile } from '../diagnostics/codes.js';
import { judgeDeferreds } from './deferreds.js';
import { judgeEffectImports } from './effect-imports.js';
import { HostChanges } from './host-changes.js';
import { judgeHiddenStates } from './hidden-states.js';
import { importedModules } from './host-roots.js';
import { carryIdentities } from './identities.js';
import { judgeCycles } from './judge-cycles.js';
import { judgeImportedStates } from './imported-states.js';
import { judgeLateReads } from './late-reads.js';
import { findMakers } from './makers.js';
import { findPackages } from './packages.js';
import { createLinkReporter } from './link-reporter.js';
import { Needs } from './needs.js';
import { judgeModuleObjects } from './module-objects.js';
import { judgePackageChanges } from './package-changes.js';
import { judgePlatformChanges } from './platform-changes.js';
import { Program } from './program.js';
import { judgeRepeatedLoads } from './repeated-loads.js';
import { judgeSharedStates } from './shared-states.js';
import { judgeOwnReads, judgeStates } from './states.js';
import { judgeThreadAsks } from './thread-asks.js';
import { showPrivates } from './show-privates.js';
import { judgeUnit } from './unit-uses.js';
import { indexUses, keyOf } from './uses.js';

export { applyFixes } from './apply-fixes.js';
export { statefulModules } from './imported-states.js';
export { mergeLinked } from './needs.js';
export { filesLike } from './program.js';
export { passesOn } from './passes-on.js';
export { keyOfPackage, linesOfPackages, packagesAsked } from './packages.js';
export { isPackage, packageOf } from '../knowledge/packages.js';
export { maySetUp } from '../knowledge/set-ups.js';
export { mayChangeGlobals } from './scan-globals.js';
export { mayImportByPattern, scanSpecifiers } from './scan-specifiers.js';

/** @typedef {import('../ir/summary.js').ModuleSummary} ModuleSummary */
/** @typedef {import('./unit-uses.js').Fix} Fix */
/** @typedef {import('./program.js').Resolve} Resolve */

/**
 * What a link says better than the compiler could of one file alone: these diagnostics of linked files are to be
 * taken from the link in place of those that `compile` gave.
 */
export const RELINKED = Object.freeze(['LP2015', 'LP3007', 'LP5001', 'LP5025']);

/**
 * @typedef {object} LinkOptions
 * @property {Resolve} resolve
 * @property {(filename: string) => boolean} [isClosed] whether all files that could ever import a module are among the
 *   summaries, or are known not to; only then functions that it exports are rewritten. Default: no module is
 * @property {boolean} [strict] warnings become errors
 * @property {Packages} [packages] what packages can do that annotated files ask for; default: nothing is known of them
 * @property {readonly string[]} [trust] names of packages whose calls workers may repeat, whatever these can do
 */

/**
 * Check the uses of annotated functions over several files.
 *
 * Pure: the summaries are data, and `resolve` is given.
 *
 * @param {readonly ModuleSummary[]} summaries of every annotated file, and of those that may reach one
 * @param {LinkOptions} options
 * @returns {{ diagnostics: Diagnostic[], fixes: Fix[], needs: Map<string, Linked> }} sorted by file and position; `related` places have file
 *   names; `needs`: what files have to be compiled with, and linked again
 */
export function link(summaries, options) {
	const {
		resolve,
		isClosed = () => false,
		strict = false,
		packages = new Map(),
		trust = [],
	} = options;
	const needs = new Needs();
	const reporter = createLinkReporter(needs, { strict });
	const program = new Program(summaries, resolve);
	const exported = exportedFunctions(program);
	const imported = importedModules(program);
	/** @type {Fix[]} */
	const fixes = [];
	const isOpenModule = (/** @type {ModuleSummary} */ one) =>
		!(isClosed(one.filename) && imported.has(one));
	/** @type {Set<string> | undefined} */
	let reached;
	const context = {
		reporter,
		needs,
		fixes,
		usesOf: indexUses(program),
		// What nobody imports is called by somebody all the same: a framework, or a test.
		isOpen: (/** @type {Callable} */ one) => exported.has(keyOf(one)) && isOpenModule(one.module),
		isReached: (/** @type {Callable} */ one) =>
			(reached ??= reachedFromOutside(program, isOpenModule)).has(keyOf(one)),
	};
	for (const module of summaries) {
		if (module.problem && !module.isAnnotated) {
			const place = {
				filename: module.filename,
				start: module.problem.start,
				end: module.problem.start,
			};
			unlinkedFile(reporter, place, { reason: module.problem.reason });
		}
		module.units.forEach((_, index) => judgeUnit(module, index, context));
	}
	judgeAwaitedCalls(program, { reporter, needs });
	judgeStates(program, { reporter, needs });
	const changes = new HostChanges(program);
	judgeOwnReads(program, { reporter, changes });
	const globals = judgeEffectImports(program, { reporter, needs, changes });
	const told = judgeImportedStates(program, { reporter, needs, changes });
	judgeDeferreds(program, { reporter, changes, told });
	judgeSharedStates(program, { reporter, changes, told });
	judgeHiddenStates(program, { reporter, needs, changes, told, globals });
	showPrivates(program, { needs, changes });
	carryIdentities(program, { needs, changes });
	judgePlatformChanges(program, { reporter, changes, told });
	judgeModuleObjects(program, { reporter, changes });
	judgeLateReads(program, { reporter, changes });
	judgePackageChanges(program, { reporter, changes, told });
	judgeRepeatedLoads(program, { reporter, needs, changes });
	judgeThreadAsks(program, { reporter });
	judgeCycles(program, { reporter, changes });
	findMakers(program, { needs });
	findPackages(program, { needs, packages, trust });
	return { diagnostics: reporter.diagnostics(), fixes, needs: needs.result() };
}

/** @param {Program} program @param {(module: ModuleSummary) => boolean} isOpen whether files that are not known may import a module @returns {Set<string>} keys of what these may call, also where it comes from another module */
function reachedFromOutside(program, isOpen) {
	const open = [...program.modules.values()].filter(isOpen);
	const found = open.flatMap((module) => program.functionsIn({ kind: 'namespace', module }));
	return new Set(found.map(keyOf));
}

/** @param {Program} program @returns {Set<string>} keys of the units and functions that are exported by their own modules */
function exportedFunctions(program) {
	/** @type {Set<string>} */
	const keys = new Set();
	for (const module of program.modules.values()) {
		/** @param {ValueFact} value */
		const visit = (value) => {
			if (value.kind === 'unit') keys.add(keyOf({ kind: 'unit', module, index: value.unit }));
			if (value.kind === 'function')
				keys.add(keyOf({ kind: 'function', module, index: value.function }));
			if (value.kind !== 'object') return;
			[...Object.values(value.properties), ...value.spreads].forEach(visit);
		};
		for (const { value } of module.exports) visit(value);
	}
	return keys;
}
