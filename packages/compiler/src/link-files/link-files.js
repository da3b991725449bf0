/** @import { Diagnostic, Linked as LinkedOptions } from '../types.js' */
/** @import { ModuleSummary, Resolve } from '../link/index.js' */
/** @import { PackageFacts } from '../knowledge/package-facts.js' */
/** @import { ImportGraph, Outside, Scanned } from './import-graph.js' */
import {
	keyOfPackage,
	link,
	mergeLinked,
	packagesAsked,
	passesOn,
	RELINKED,
} from '../link/index.js';
import { addStates, mayBeLoaded } from './add-states.js';
import { scanImports } from './import-graph.js';
import { findSharedPackages } from './shared-packages.js';

/** @typedef {ReturnType<typeof link>['fixes'][number]} Fix */
/**
 * What is asked of one file, as options of `summarise`.
 *
 * @typedef {object} SummariseRequest
 * @property {string} path absolute
 * @property {string[]} specifiers those that lead to files of the tree, or that cannot be followed
 * @property {boolean} changes whether changes of imported objects matter
 * @property {boolean} states whether state that the module changes itself matters
 * @property {boolean} makers whether it matters what its functions make for files that call them while they load
 */

/**
 * @typedef {object} LinkContext
 * @property {Resolve} resolve absolute paths to absolute paths among the files; null for what is external
 * @property {(file: string) => Scanned | Promise<Scanned>} scan gives `scanText` of a file
 * @property {(request: SummariseRequest) => Promise<ModuleSummary>} summarise gives `summarise` of a file, about its absolute path
 * @property {(specifier: string, from: string) => Outside | null} [judgeOutside] says why an import of no file matters; default: none does
 * @property {(filename: string) => boolean} [isClosed] as of `link`
 * @property {boolean} [strict] warnings become errors
 * @property {ReadPackage} [readPackage] default: nothing is known of packages
 * @property {readonly string[]} [trust] as of `link`
 * @property {LinkCache} [cache] of an earlier link of the same tree
 * @property {Recompile} [recompile] default: the results of the link are not applied, only errors and warnings are reported
 */

/**
 * Says what a package can do that a file imports.
 *
 * @callback ReadPackage
 * @param {string} specifier
 * @param {string} from absolute path
 * @param {'import' | 'require'} how
 * @returns {PackageFacts | Promise<PackageFacts>}
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
 * @property {Map<string, LinkedOptions>} needs what files were compiled with, by path
 * @property {LinkedTree} [tree] absent where no file could use an annotated function
 */

/**
 * What a link has read, for those who ask more of it.
 *
 * @typedef {object} LinkedTree
 * @property {ReadonlyMap<string, ModuleSummary>} known by path
 * @property {ReadonlySet<string>} leading files whose exports lead to an annotated function
 * @property {ImportGraph} graph
 * @property {(file: string) => Promise<ModuleSummary>} summarise
 */

/**
 * Check the uses of annotated functions in all files of a tree, and find what files do to each other's units. Who knows which files
 * there are, and what a specifier leads to, gives that: there is no I/O here.
 *
 * What it costs: each file is searched for import specifiers once. Parsed are the files that import an annotated one, and then
 * those that import a parsed one which exports something of it again, or a function that uses it, and so on; and the files that
 * workers load. Where one of these has state that a unit reads, the files that may change it are parsed in the same way.
 *
 * @param {readonly string[]} files absolute paths of all files of the tree that have code
 * @param {{ summaries: readonly ModuleSummary[], diagnostics: Diagnostic[] }} compiled the annotated files, by `compile` with `link: true`
 * @param {LinkContext} context
 * @returns {Promise<Linked>}
 */
export async function linkFiles(files, { summaries, diagnostics }, context) {
	const { resolve, scan, cache = new Map(), judgeOutside = () => null } = context;
	/** @type {Map<string, ModuleSummary>} */
	const known = new Map(summaries.map((one) => [one.filename, one]));
	const matters = summaries.some(
		// directives may turn out to be comments or strings
		({ units, exports, imports }) => units.length > 0 && exports.length + imports.length > 0,
	);
	/** @type {LinkedTree | undefined} */
	let tree;
	if (matters) {
		const graph = await scanImports(files, { resolve, scan, judgeOutside });
		const changes = summaries.some(mayMissChanges);
		const states = mayBeLoaded(summaries, graph);
		const makers = summaries.some(({ asked }) => asked.length > 0);
		const { specifiersOf, setUps } = findSharedPackages(summaries, graph, states);
		const requests = createRequests(graph, { changes, states, makers, specifiersOf });
		/** @param {string} file */
		const summarise = async (file) => {
			const request = requests(file);
			// New files of the tree may give a meaning to specifiers that led nowhere before.
			const key = [request.changes, request.states, request.makers, ...request.specifiers].join(
				'\n',
			);
			const cached = cache.get(file);
			if (cached?.key === key) return cached.summary;
			const summary = await context.summarise(request);
			cache.set(file, { key, summary });
			return summary;
		};
		const leading = await addImporters(known, graph, summarise);
		await addStates(known, graph, { summarise, resolve, setUps });
		tree = { known, leading, graph, summarise };
	}
	const { isClosed, strict, recompile, readPackage, trust } = context;
	const linkOptions = { resolve, isClosed, strict, trust };
	const applied = await applyNeeds(known, { linkOptions, diagnostics, recompile, readPackage });
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
		diagnostics: [...ofCompiler, ...own],
		ofCompiler,
		fixes: linked.fixes,
		summaries: all,
		needs,
		tree,
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
 * @param {{ linkOptions: Parameters<typeof link>[1], diagnostics: Diagnostic[], recompile?: Recompile, readPackage?: ReadPackage }} context
 * @returns {Promise<{ linked: ReturnType<typeof link>, all: ModuleSummary[], needs: Map<string, LinkedOptions>, diagnostics: Diagnostic[] }>}
 */
async function applyNeeds(known, { linkOptions, diagnostics, recompile, readPackage }) {
	const modules = new Map(known);
	/** @type {Map<string, LinkedOptions>} */
	const needs = new Map();
	/** @type {Map<string, PackageFacts>} */
	const packages = new Map();
	let current = diagnostics;
	for (;;) {
		const all = [...modules.values()].sort((a, b) => (a.filename < b.filename ? -1 : 1));
		if (recompile && readPackage) await addPackages(packages, all, { readPackage, ...linkOptions });
		const linked = link(all, { ...linkOptions, packages });
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

/** @param {Map<string, PackageFacts>} packages gains those that files ask for @param {readonly ModuleSummary[]} all @param {{ readPackage: ReadPackage, resolve: Resolve }} context */
async function addPackages(packages, all, { readPackage, resolve }) {
	const asked = packagesAsked(all, ({ filename, imports }, index) => {
		const { specifier, how } = /** @type {ModuleSummary['imports'][number]} */ (imports[index]);
		return resolve(String(specifier), filename, how === 'import' ? 'import' : 'require') !== null;
	});
	for (const { module, specifier, how } of asked) {
		const key = keyOfPackage(module, specifier);
		if (!packages.has(key)) packages.set(key, await readPackage(specifier, module.filename, how));
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
 * @param {ImportGraph} graph
 * @param {{ changes: boolean, states: ReadonlySet<string>, makers: boolean, specifiersOf: (file: string) => string[] }} options
 *   `states`: files of which these matter; `specifiersOf`: of packages that matter
 * @returns {(file: string) => SummariseRequest}
 */
function createRequests({ imports, outside, patches }, { changes, states, makers, specifiersOf }) {
	const patched = new Set(patches);
	return (file) => {
		const specifiers = [
			...[imports, outside].flatMap((one) => [...(one.get(file)?.keys() ?? [])]),
			...specifiersOf(file),
		];
		const isLoaded = states.has(file);
		return {
			path: file,
			specifiers,
			changes: changes || patched.has(file),
			states: isLoaded,
			makers: makers && isLoaded,
		};
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
