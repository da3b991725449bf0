/** @import { ModuleSummary } from '@lapidary/compiler/link' */
/** @import { Diagnostic, Linked as LinkedOptions, Options, SourceFile, SummariseTask } from '../types.js' */
/** @import { ImportGraph } from './import-graph.js' */
import path from 'node:path';
import { link, mergeLinked, passesOn, RELINKED } from '@lapidary/compiler/link';
import { createPackageScopes, identify } from '@lapidary/compiler/package-scope';
import { addStates, mayBeLoaded } from './add-states.js';
import { createClosedCheck } from './closed.js';
import { scanImports } from './import-graph.js';
import { createResolver } from './resolver.js';
import { findSharedPackages } from './shared-packages.js';
import { findUnfollowed } from './unfollowed.js';

/** @typedef {ReturnType<typeof link>['fixes'][number]} Fix */

/**
 * @typedef {object} LinkContext
 * @property {Pick<Options, 'strict'>} options
 * @property {(task: SummariseTask) => Promise<ModuleSummary>} summarise
 * @property {ReadonlyMap<string, string>} [sources] in place of what is on the disk
 * @property {LinkCache} [cache] of an earlier link of the same tree
 * @property {Recompile} [recompile] default: the results of the link are not applied, only errors and warnings are reported
 */

/**
 * Compiles annotated files again, with what other files do to them.
 *
 * @callback Recompile
 * @param {ReadonlyMap<string, LinkedOptions>} needs by path
 * @returns {Promise<{ path: string, summary?: ModuleSummary, diagnostics: Diagnostic[] }[]>}
 */

/**
 * Summaries of files without units, by path. Those of changed files have to be taken out.
 *
 * @typedef {Map<string, { key: string, summary: ModuleSummary }>} LinkCache
 */

/**
 * @typedef {object} Linked
 * @property {Diagnostic[]} diagnostics those that were given, with the link's own in place of what the link knows better
 * @property {Diagnostic[]} ofCompiler those of them that were given
 * @property {Fix[]} fixes
 * @property {ModuleSummary[]} summaries that were linked
 * @property {Map<string, LinkedOptions>} needs what annotated files were compiled with, by path
 */

/**
 * Check the uses of annotated functions in all files of a tree.
 *
 * What it costs: each file is searched for import specifiers once. Parsed are the files that import an annotated one, and then
 * those that import a parsed one which exports something of it again, or a function that uses it, and so on; and the files that
 * workers load. Where one of these has state that a unit reads, the files that may change it are parsed in the same way.
 *
 * @param {readonly SourceFile[]} files of the whole tree
 * @param {{ summaries: readonly ModuleSummary[], diagnostics: Diagnostic[] }} compiled the annotated files
 * @param {LinkContext} context
 * @returns {Promise<Linked>}
 */
export async function linkFiles(files, { summaries, diagnostics }, context) {
	const { options, sources = new Map(), cache = new Map() } = context;
	const resolver = createResolver(files);
	/** @type {Map<string, ModuleSummary>} */
	const known = new Map(summaries.map((one) => [one.filename, one]));
	const matters = summaries.some(
		// directives may turn out to be comments or strings
		({ units, exports, imports }) => units.length > 0 && exports.length + imports.length > 0,
	);
	/** @type {Diagnostic[]} */
	const unfollowed = [];
	if (matters) {
		const graph = await scanImports(files, resolver, sources);
		const changes = summaries.some(mayMissChanges);
		const states = mayBeLoaded(summaries, graph);
		const makers = summaries.some(({ asked }) => asked.length > 0);
		const { specifiersOf, setUps } = findSharedPackages(summaries, graph, states);
		const tasks = createTasks(files, graph, { sources, changes, states, makers, specifiersOf });
		/** @param {string} file */
		const summarise = async (file) => {
			const task = tasks(file);
			// New files of the tree may give a meaning to specifiers that led nowhere before.
			const key = [task.changes, task.states, task.makers, ...task.specifiers].join('\n');
			const cached = cache.get(file);
			if (cached?.key === key) return cached.summary;
			const summary = await context.summarise(task);
			cache.set(file, { key, summary });
			return summary;
		};
		const leading = await addImporters(known, graph, summarise);
		await addStates(known, graph, { summarise, resolve: resolver.resolve, setUps });
		// Imports of units that no file can import need not be found.
		if (summaries.some(({ units, exports }) => units.length > 0 && exports.length > 0))
			unfollowed.push(...(await findUnfollowed({ known, leading, graph, summarise })));
	}
	const roots = [...new Set(files.map(({ root }) => root))];
	const linkOptions = {
		resolve: resolver.resolve,
		isClosed: createClosedCheck(roots, process.cwd()),
		strict: options.strict,
	};
	const applied = await applyNeeds(known, {
		linkOptions,
		diagnostics,
		recompile: context.recompile,
	});
	const { linked, all, needs } = applied;
	const relinked = new Set(summaries.map(({ filename }) => filename));
	const ofCompiler = applied.diagnostics.filter(
		({ code, filename }) => !(RELINKED.includes(code) && relinked.has(filename)),
	);
	const unparsed = new Set(
		diagnostics.filter(({ code }) => code === 'LP6001').map(({ filename }) => filename),
	);
	const own = linked.diagnostics.filter(
		({ code, filename }) => !(code === 'LP5021' && unparsed.has(filename)),
	);
	return {
		diagnostics: [...ofCompiler, ...own, ...unfollowed],
		ofCompiler,
		fixes: linked.fixes,
		summaries: all,
		needs,
	};
}

/** @param {ModuleSummary['live']['states'][number]} state @returns {boolean} whoever calls them changes something */
const holdsClosures = ({ closures }) => Object.keys(closures).length > 0;

/** @param {ModuleSummary} module @returns {boolean} whether its units read what other files may change */
const mayMissChanges = ({ units, states, imports, live }) =>
	units.length > 0 &&
	(states.length + imports.length + live.platform.length > 0 ||
		live.states.some(holdsClosures) ||
		live.codes.some((one) => one.unit !== null && one.reads.length > 0));

/**
 * Link, compile the files again that other files do something to, and link what comes of it, until nothing new is found: a
 * file that gets the value of an import does not load its module any more.
 *
 * @param {Map<string, ModuleSummary>} known by path
 * @param {{ linkOptions: Parameters<typeof link>[1], diagnostics: Diagnostic[], recompile?: Recompile }} context
 * @returns {Promise<{ linked: ReturnType<typeof link>, all: ModuleSummary[], needs: Map<string, LinkedOptions>, diagnostics: Diagnostic[] }>}
 */
async function applyNeeds(known, { linkOptions, diagnostics, recompile }) {
	const modules = new Map(known);
	/** @type {Map<string, LinkedOptions>} */
	const needs = new Map();
	let current = diagnostics;
	for (;;) {
		const all = [...modules.values()].sort((a, b) => (a.filename < b.filename ? -1 : 1));
		const linked = link(all, linkOptions);
		const fresh = recompile ? merge(needs, linked.needs) : new Map();
		if (!recompile || fresh.size === 0) return { linked, all, needs, diagnostics: current };
		for (const [file, one] of fresh) needs.set(file, one);
		const again = await recompile(fresh);
		const done = new Set(again.map((one) => one.path));
		current = [
			...current.filter(({ filename }) => !done.has(filename)),
			...again.flatMap((one) => one.diagnostics),
		];
		for (const { path: file, summary } of again) if (summary) modules.set(file, summary);
	}
}

/**
 * @param {ReadonlyMap<string, LinkedOptions>} known
 * @param {ReadonlyMap<string, LinkedOptions>} found
 * @returns {Map<string, LinkedOptions>} those of both, where that is more than is known
 */
function merge(known, found) {
	/** @type {Map<string, LinkedOptions>} */
	const merged = new Map();
	for (const [file, one] of found) {
		const before = known.get(file);
		const next = mergeLinked(before, one);
		if (JSON.stringify(next) !== JSON.stringify(before)) merged.set(file, next);
	}
	return merged;
}

/**
 * @param {readonly SourceFile[]} files
 * @param {ImportGraph} graph
 * @param {{ sources: ReadonlyMap<string, string>, changes: boolean, states: ReadonlySet<string>, makers: boolean, specifiersOf: (file: string) => string[] }} options
 *   `states`: files of which these matter; `specifiersOf`: of packages that matter
 * @returns {(file: string) => SummariseTask}
 */
function createTasks(
	files,
	{ imports, outside, patches },
	{ sources, changes, states, makers, specifiersOf },
) {
	const byPath = new Map(files.map((file) => [file.path, file]));
	const findScope = createPackageScopes();
	const patched = new Set(patches);
	return (file) => {
		const { root } = /** @type {SourceFile} */ (byPath.get(file));
		const identity = identify(file, findScope(path.dirname(file)), root);
		const specifiers = [
			...[imports, outside].flatMap((one) => [...(one.get(file)?.keys() ?? [])]),
			...specifiersOf(file),
		];
		const text = sources.get(file);
		const isLoaded = states.has(file);
		const options = {
			changes: changes || patched.has(file),
			states: isLoaded,
			makers: makers && isLoaded,
		};
		return { path: file, text, ...identity, specifiers, ...options };
	};
}

/**
 * @param {Map<string, ModuleSummary>} known by path; gains every file that may use what the annotated ones export
 * @param {ImportGraph} graph
 * @param {(file: string) => Promise<ModuleSummary>} summarise
 * @returns {Promise<Set<string>>} the files whose exports lead to an annotated function
 */
async function addImporters(known, { imports, importers }, summarise) {
	const leading = new Set(
		[...known]
			.filter(([, { units, exports }]) => units.length > 0 && exports.length > 0)
			.map(([file]) => file),
	);
	let fresh = [...leading];
	while (fresh.length > 0) {
		const direct = new Set(fresh.flatMap((file) => [...(importers.get(file) ?? [])]));
		const unread = [...direct].filter((file) => !known.has(file));
		const read = await Promise.all(unread.map(summarise));
		for (const summary of read) known.set(summary.filename, summary);
		fresh = [...direct].filter((file) => {
			const targets = imports.get(file);
			/** @param {{ specifier: string | null }} fact */
			const leadsOn = ({ specifier }) => leading.has(targets?.get(specifier ?? '') ?? '');
			return (
				!leading.has(file) && passesOn(/** @type {ModuleSummary} */ (known.get(file)), leadsOn)
			);
		});
		for (const file of fresh) leading.add(file);
	}
	return leading;
}
