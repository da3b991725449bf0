// What webpack and Rspack have in common: worker modules are entries of the same build, with a runtime of their own.
/** @import { LapidaryOptions } from '../options.js' */
import path from 'node:path';
import { createLowerer, isSource, mayBeLowered } from '../lower/lower.js';
import { fillTokens, findTokens, hashOf, tokenOf } from '../lower/tokens.js';
import { refuseBrowser, report, toMessages } from '../report.js';

const NAME = 'lapidary';
const QUERY = '?cpu_bound';
const RUNTIME = /^@lapidary\/runtime(\/|$)/;
/** The entry that has the webpack runtime of all worker modules: what several of them import is one module in each thread. */
const COMMON = 'cpu_bound';
const EMPTY = 'data:text/javascript,';

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

/** @param {Compiler} compiler */
function apply(compiler) {
	const { options } = compiler;
	const { Compilation, EntryPlugin, sources } = compiler.webpack;
	/** @param {{ request?: string }} data @param {(error?: null, result?: string) => void} callback */
	const keepOutside = ({ request = '' }, callback) =>
		RUNTIME.test(request)
			? callback(null, `${options.output.module ? 'module' : 'commonjs'} ${request}`)
			: callback();
	options.externals = [...[options.externals ?? []].flat(), keepOutside];
	compiler.hooks.afterPlugins.tap(NAME, () => {
		const { EnableLibraryPlugin } = compiler.webpack.library;
		for (const type of [libraryType(options.output), 'var'])
			new EnableLibraryPlugin(type).apply(compiler);
	});
	compiler.hooks.finishMake.tapPromise(NAME, async (/** @type {any} */ compilation) => {
		if (compilation.compiler !== compiler) return;
		/** @type {Set<string>} */
		const added = new Set();
		for (;;) {
			const fresh = [...hostsOf(compilation)].filter((one) => !added.has(one));
			if (fresh.length === 0) return;
			const settings = entrySettings(options);
			if (added.size === 0)
				await add(EMPTY, { name: COMMON, ...settings, ...commonSettings(options) });
			await Promise.all(
				fresh.map((filename) =>
					add(filename + QUERY, { name: nameOf(filename), ...settings, dependOn: [COMMON] }),
				),
			);
			for (const one of fresh) added.add(one);
		}
		/** @param {string} request @param {object} entry */
		function add(request, entry) {
			const dependency = EntryPlugin.createDependency(request);
			return new Promise((resolve, reject) => {
				compilation.addEntry(compiler.context, dependency, entry, (/** @type {unknown} */ error) =>
					error ? reject(error) : resolve(undefined),
				);
			});
		}
	});
	compiler.hooks.thisCompilation.tap(NAME, (/** @type {any} */ compilation) => {
		// In front of source maps, which the length of what is filled in leaves as they are.
		const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONS;
		compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
			/** @type {Map<string, string>} */
			const files = new Map();
			for (const filename of hostsOf(compilation)) {
				const [file] =
					compilation.entrypoints.get(nameOf(filename))?.getEntrypointChunk().files ?? [];
				if (file) files.set(hashOf(filename), file);
			}
			if (files.size === 0) return;
			for (const { name, source } of compilation.getAssets()) {
				const code = source.source();
				if (typeof code !== 'string') continue;
				const tokens = findTokens(code);
				if (tokens.length === 0) continue;
				const filled = fillTokens(code, 'file', (kind, hash) =>
					kind === 'worker' ? files.get(hash) : '',
				);
				const replaced = new sources.ReplaceSource(source);
				for (const { start, end } of tokens)
					replaced.replace(start, end - 1, filled.slice(start, end));
				compilation.updateAsset(name, replaced);
			}
		});
	});
}

/** @param {any} compilation @returns {Set<string>} absolute paths of sources that have a worker module */
function hostsOf(compilation) {
	/** @type {Set<string>} */
	const found = new Set();
	for (const { resource, modules, ...module } of walk(compilation.modules)) {
		if (!resource || !isSource(resource)) continue;
		const text = module.source()?.source();
		if (typeof text === 'string' && text.includes(tokenOf('worker', resource))) found.add(resource);
	}
	return found;
}

/** @param {Iterable<any>} modules @returns {Generator<{ resource: string | undefined, modules: undefined, source: () => any }>} those within concatenated ones too */
function* walk(modules) {
	for (const module of modules) {
		if (module.modules) yield* walk(module.modules);
		yield {
			resource: module.resource,
			modules: undefined,
			source: () => module.originalSource?.(),
		};
	}
}

/** @param {string} filename @returns {string} of the entry */
const nameOf = (filename) =>
	`${path.basename(filename).replace(/\.[^.]+$/, '')}.cpu_bound-${hashOf(filename).slice(0, 8)}`;

/** @param {any} output options */
const libraryType = ({ module: isModule }) => (isModule ? 'module' : 'commonjs2');

/** @param {any} options of the compiler */
const entrySettings = ({ output }) => ({
	filename: `[name]-[contenthash:8].${output.module ? 'mjs' : 'cjs'}`,
	library: { type: libraryType(output) },
});

/** What a CommonJS file with a runtime exports is the runtime, which must not be replaced by exports of an entry. @param {any} options of the compiler */
const commonSettings = ({ output }) =>
	output.module ? {} : { library: { type: 'var', name: '$lp_common' } };
