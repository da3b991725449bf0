// esbuild has neither chunks that a plugin could ask for nor hooks between modules and files: worker modules are built once the host
// is, in a build of their own.
/** @import { BuildOptions, OnLoadResult, PluginBuild } from 'esbuild' */
/** @import { Lowerer, Naming } from '../lower/lower.js' */
/** @import { LapidaryOptions } from '../options.js' */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { copyRuntime } from '../deploy/copy-runtime.js';
import { Linker } from '../link/linker.js';
import { createLowerer, isSource, RUNTIME } from '../lower/lower.js';
import { codeOfPlace, PLACE, placeOfToken, urlOf } from '../lower/places.js';
import { hashOfBuild, tokenOf } from '../lower/tokens.js';
import { noOutputFolder } from '../diagnostics/codes.js';
import { toMessage } from '../report.js';
import { addLink, resolverOf } from './link.js';
import { toResult } from './messages.js';
import { writeWorkers } from './workers.js';

/** @typedef {{ host: string, contents: string }} WorkerSource `host`: absolute path of the source; `contents` with their source map */
/** @typedef {Map<string, WorkerSource>} WorkerSources by absolute path, of files that do not exist */

const NAMESPACE = 'lapidary';
const RUNTIME_NAMESPACE = 'lapidary-runtime';
const WORKER = /\.cpu_bound-[0-9a-f]{8}\.[cm]?[jt]sx?$/;
/** Where a file of CommonJS output is. */
const FILE_URL = 'require("node:url").pathToFileURL(__filename)';
/** Source files; esbuild calls its loaders by what the group has. */
const CODE = /\.[cm]?([jt]sx?)$/;

/**
 * @param {LapidaryOptions} options
 * @returns {(build: PluginBuild) => void} of a plugin
 */
export function createSetup(options) {
	return (build) => {
		const { initialOptions } = build;
		const settings = { ...initialOptions };
		// Says which of the files that are written has which module.
		initialOptions.metafile = true;
		const isModule = settings.format === 'esm';
		const constantsOf = () => Object.keys(settings.define ?? {});
		const hash = buildOf(settings);
		const lower = createLowerer(options, namingFor(isModule, hash), constantsOf);
		const linker = new Linker(options, lower);
		/** @type {WorkerSources} */
		const workers = new Map();
		const context = { linker, workers, isNode: settings.platform === 'node' };
		if (context.isNode) addLink(build, linker, settings);
		build.onStart(() => workers.clear());
		addHooks(build, { ...context, lower, isModule });
		// Worker modules are ES modules, and so are files with units that they import.
		const ofWorkers = isModule ? lower : createLowerer(options, namingFor(true, hash), constantsOf);
		build.onEnd(({ errors }) => {
			const folder = outputFolder(settings);
			if (options.standalone && folder && errors.length === 0 && settings.write !== false)
				copyRuntime(folder, settings.absWorkingDir ?? process.cwd());
		});
		build.onEnd(async (result) => {
			if (workers.size === 0 || result.errors.length > 0) return undefined;
			const folder = outputFolder(settings);
			if (folder === undefined)
				return toResult({ errors: [toMessage(noOutputFolder({}))], warnings: [] });
			return writeWorkers(result, {
				build,
				settings,
				folder,
				workers,
				nested: (nestedBuild) =>
					addHooks(nestedBuild, { ...context, lower: ofWorkers, isModule: true }),
			});
		});
	};
}

/** @param {BuildOptions} settings @returns {string} */
function buildOf({ plugins = [], absWorkingDir: _root, nodePaths: _paths, ...settings }) {
	return hashOfBuild([settings, plugins.map(({ name }) => name)]);
}

/**
 * @param {boolean} isModule of the output
 * @param {string} build hash of its options
 * @returns {(filename: string) => Naming}
 */
const namingFor = (isModule, build) => (filename) => ({
	worker: ({ fileName, moduleKind }) => {
		const token = tokenOf('worker', path.join(path.dirname(filename), fileName), build);
		return isModule ? placeOfToken(token, moduleKind) : urlOf(token, FILE_URL);
	},
	host: (moduleKind) => placeOfToken(tokenOf('host', filename, build), moduleKind),
});

/**
 * @param {PluginBuild} build
 * @param {{ linker: Linker, lower: Lowerer, workers: WorkerSources, isNode: boolean, isModule: boolean }} context `isModule`: of the output
 */
function addHooks(build, { linker, lower, workers, isNode, isModule }) {
	build.onResolve({ filter: RUNTIME }, ({ path: name, kind }) =>
		// An ES module cannot call `require` of what is outside; it can import it and hand it on.
		kind === 'require-call' && isModule
			? { path: name, namespace: RUNTIME_NAMESPACE }
			: { path: name, external: true },
	);
	build.onLoad({ filter: /^/, namespace: RUNTIME_NAMESPACE }, ({ path: name }) => ({
		contents: `export * from ${JSON.stringify(name)};`,
		resolveDir: process.cwd(),
	}));
	build.onResolve({ filter: PLACE }, ({ path: name }) => ({ path: name, namespace: NAMESPACE }));
	build.onLoad({ filter: /^/, namespace: NAMESPACE }, ({ path: name }) => ({
		contents: codeOfPlace(name),
	}));
	build.onResolve({ filter: WORKER }, ({ path: file }) =>
		workers.has(file) ? { path: file } : undefined,
	);
	build.onLoad({ filter: CODE }, async ({ path: file, namespace }) => {
		if (namespace !== 'file') return undefined;
		const worker = workers.get(file);
		if (worker) return loaded(worker.contents, file);
		if (!isSource(file)) return undefined;
		const code = await readFile(file, 'utf8');
		const resolveId = resolverOf(build);
		const transformed = await linker.transform({ file, code, resolveId, lower, isForNode: isNode });
		const { lowered } = transformed;
		const messages = toResult(transformed.messages);
		if (messages.errors.length > 0) return messages;
		// Another plugin may have something to say of the file.
		if (!lowered && messages.warnings.length === 0) return undefined;
		if (!lowered) return { ...messages, ...loaded(code, file) };
		if (lowered.worker) {
			const { fileName, code: text, map } = lowered.worker;
			workers.set(path.join(path.dirname(file), fileName), {
				host: file,
				contents: withMap(text, map, file),
			});
		}
		// What units alone import is in the files of worker modules, which a watch of this build knows nothing of.
		const watchFiles = linker.files();
		return { ...messages, ...loaded(withMap(lowered.code, lowered.map, file), file), watchFiles };
	});
}

/** @param {string} contents @param {string} file @returns {OnLoadResult} */
function loaded(contents, file) {
	const [, kind] = CODE.exec(file) ?? [];
	const loader = /** @type {'js' | 'ts' | 'jsx' | 'tsx'} */ (kind);
	return { contents, loader, resolveDir: path.dirname(file) };
}

/** @param {string} code @param {object} map @param {string} source @returns {string} */
function withMap(code, map, source) {
	const text = JSON.stringify({ ...map, sources: [path.basename(source)] });
	return `${code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(text).toString('base64')}`;
}

/** @param {BuildOptions} options @returns {string | undefined} absolute */
function outputFolder({ absWorkingDir = process.cwd(), outdir, outfile }) {
	if (outdir !== undefined) return path.resolve(absWorkingDir, outdir);
	return outfile === undefined ? undefined : path.dirname(path.resolve(absWorkingDir, outfile));
}
