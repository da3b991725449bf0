/** @import { Compiler } from './hooks.js' */
import { RUNTIME } from '../lower/lower.js';
import { fillTokens, findTokens, hashOf } from '../lower/tokens.js';
import { COMMON, entryOf, hostsOf, libraryTypes, nameOf, requestOf } from './entries.js';
import { HostPlaces } from './host-places.js';
import { addMessages, isForNode } from './link.js';

const NAME = 'lapidary';
/** The source of an entry that is there for its runtime alone. */
const EMPTY = 'data:text/javascript,';

/** @param {Compiler} compiler */
export function apply(compiler) {
	const { options } = compiler;
	/** @param {{ request?: string }} data @param {(error?: null, result?: string) => void} callback */
	const keepOutside = ({ request = '' }, callback) =>
		isForNode(compiler) && RUNTIME.test(request)
			? callback(null, `${options.output.module ? 'module' : 'commonjs'} ${request}`)
			: callback();
	// In front of the others: some say of all packages how they are loaded, which may be by `import()` in the middle of a module.
	options.externals = [keepOutside, ...[options.externals ?? []].flat()];
	compiler.hooks.afterPlugins.tap(NAME, () => {
		const { EnableLibraryPlugin } = compiler.webpack.library;
		for (const type of libraryTypes(options.output)) new EnableLibraryPlugin(type).apply(compiler);
	});
	compiler.hooks.finishMake.tapPromise(NAME, async (/** @type {any} */ compilation) => {
		// Plugins have compilers of their own, for which these hooks are called, too.
		if (compilation.compiler === compiler) await addWorkers(compilation);
	});
	compiler.hooks.thisCompilation.tap(NAME, (/** @type {any} */ compilation) => {
		// In front of source maps, which the length of what is filled in leaves as they are.
		const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONS;
		compilation.hooks.processAssets.tap({ name: NAME, stage }, () => fillAssets(compilation));
	});
}

/**
 * Add an entry for each worker module, until those that they import have been added.
 *
 * @param {any} compilation
 */
async function addWorkers(compilation) {
	const { compiler } = compilation;
	/** @param {string} request @param {{ name: string }} entry */
	const add = (request, entry) =>
		new Promise((resolve, reject) => {
			const dependency = compiler.webpack.EntryPlugin.createDependency(request);
			compilation.addEntry(compiler.context, dependency, entry, (/** @type {unknown} */ error) =>
				error ? reject(error) : resolve(undefined),
			);
		});
	/** @type {Set<string>} */
	const added = new Set();
	for (;;) {
		const fresh = [...hostsOf(compilation.modules)].filter((one) => !added.has(one));
		if (fresh.length === 0) return;
		if (added.size === 0) await add(EMPTY, entryOf(COMMON, compiler));
		await Promise.all(fresh.map((file) => add(requestOf(file), entryOf(nameOf(file), compiler))));
		for (const one of fresh) added.add(one);
	}
}

/** @param {any} compilation whose files have their names */
function fillAssets(compilation) {
	const { ReplaceSource } = compilation.compiler.webpack.sources;
	/** @type {Map<string, string>} */
	const files = new Map();
	for (const filename of hostsOf(compilation.modules)) {
		const entry = compilation.entrypoints.get(nameOf(filename));
		const [file] = entry?.getEntrypointChunk().files ?? [];
		if (file) files.set(hashOf(filename), file);
	}
	if (files.size === 0) return;
	const places = new HostPlaces(compilation);
	for (const { name, source } of compilation.getAssets()) {
		const code = source.source();
		const tokens = typeof code === 'string' ? findTokens(code) : [];
		if (tokens.length === 0) continue;
		// Tokens are relative to the folder of the output, in whatever folder the asset is.
		const filled = fillTokens(code, '', (kind, hash) =>
			kind === 'worker' ? files.get(hash) : places.fileOf(kind, hash),
		);
		const replaced = new ReplaceSource(source);
		for (const { start, end } of tokens) replaced.replace(start, end - 1, filled.slice(start, end));
		compilation.updateAsset(name, replaced);
	}
	addMessages(compilation, { errors: [], warnings: places.warnings() });
}
