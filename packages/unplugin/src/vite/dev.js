// Worker modules while a dev server runs: files on the disk, by a build of their own.
/** @import { LapidaryOptions } from '../options.js' */
/** @import { WorkerSource } from '../rollup/hooks.js' */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Linker } from '../link/linker.js';
import { createLowerer, fileOf, isQueried, isSource } from '../lower/lower.js';
import { idOf, isForNode, workerSource } from '../rollup/hooks.js';
import { resolverOf } from '../rollup/lookups.js';
import { readModule } from '../rollup/read.js';
import { report, tellOfQuery } from '../report.js';

/** Under this key the configuration of a nested build has its worker modules, and the link of the program that they are of. */
export const WORKERS = 'lapidaryWorkers';

const WEB_WORKER = /\?worker_file\b/;

/**
 * @param {LapidaryOptions} options
 * @param {any} config of the dev server, resolved
 * @param {() => any} create another plugin of this kind, with the same options
 */
export function createDev(options, config, create) {
	/** @type {Map<string, Set<string>>} what worker modules import → sources that they are of */
	const hosts = new Map();
	// Programs of two servers do not take each other's files away.
	const folder = path.join(config.cacheDir, `lapidary-${process.pid}`);
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	const place = createPlace(folder);
	const lower = createLowerer(
		options,
		(id) => ({
			worker: () => place.text,
			host: JSON.stringify(pathToFileURL(id).href),
		}),
		() => Object.keys(config.define ?? {}),
	);
	const linker = new Linker(options, lower);
	return {
		/** @this {any} @param {string} code @param {string} request */
		async transform(code, request) {
			// The script of a Web Worker, which is refused as other code for browsers is.
			const id = WEB_WORKER.test(request) ? fileOf(request) : request;
			if (isQueried(id)) report(tellOfQuery({ code, filename: id }), this);
			if (!isSource(id)) return null;
			const { lowered, messages } = await linker.transform({
				file: id,
				code,
				read: () => readModule(this, { code, id, hasTypes: true }),
				// A server learns of the program as it is asked for its files: those that come first import the others.
				resolveId: resolverOf(this),
				isForNode: isForNode(this),
				lower,
				isAlone: true,
			});
			report(messages, this);
			if (!lowered) return null;
			const { worker } = lowered;
			if (!worker) return { code: lowered.code, map: lowered.map };
			const server = { config, folder, create, linker };
			const built = await buildFiles(idOf(id, worker), workerSource(worker, id), server);
			for (const file of built.files) {
				if (file === id) continue;
				this.addWatchFile(file);
				hosts.set(file, (hosts.get(file) ?? new Set()).add(id));
			}
			return { code: place.fill(lowered.code, built.fileName), map: lowered.map };
		},
		/**
		 * The file of a worker module has a hash of all that it imports. When any of that changes, its source is made again, with the URL of
		 * another file: threads that have the former one do not use it any more. Vite itself only renews what has changed, and lets its
		 * importers be.
		 *
		 * @this {any}
		 * @param {{ file: string, modules: any[] }} update
		 */
		async hotUpdate({ file, modules }) {
			if (!isForNode(this)) return undefined;
			const { moduleGraph, pluginContainer } = this.environment;
			const resolver = (/** @type {string} */ specifier, /** @type {string} */ from) =>
				pluginContainer.resolveId(specifier, from).then((/** @type {any} */ one) => one?.id);
			const { warnings, errors } = await linker.extend([file], resolver);
			for (const one of warnings) config.logger.warn(one.message);
			for (const one of errors) config.logger.error(one.message);
			const stale = [...(hosts.get(file) ?? []), ...linker.outdated()];
			const found = stale.flatMap((host) => [...(moduleGraph.getModulesByFile(host) ?? [])]);
			return found.length > 0 ? [...new Set([...modules, ...found])] : undefined;
		},
	};
}

/**
 * Each module is a file of its own, called by its content: modules that several worker modules import, built at different times, are
 * one module in each thread.
 *
 * @param {string} id of a worker module
 * @param {WorkerSource} worker
 * @param {{ config: any, folder: string, create: () => any, linker: Linker }} server
 * @returns {Promise<{ fileName: string, files: string[] }>} `fileName`: relative to the folder; `files`: all sources
 */
async function buildFiles(id, worker, { config, folder, create, linker }) {
	const vite = await import('vite');
	const { inlineConfig, configFile, root, mode } = config;
	const given = (inlineConfig.plugins ?? []).flat(Infinity);
	const plugins = given.map((/** @type {any} */ one) =>
		one?.name === 'lapidary' ? create() : one,
	);
	const { output } = /** @type {any} */ (
		await vite.build({
			...inlineConfig,
			configFile: configFile ?? false,
			root,
			mode,
			logLevel: 'error',
			clearScreen: false,
			plugins,
			[WORKERS]: { entries: new Map([[id, worker]]), linker },
			build: {
				ssr: true,
				outDir: folder,
				emptyOutDir: false,
				copyPublicDir: false,
				minify: false,
				sourcemap: true,
				watch: null,
				rolldownOptions: outputsOf(id, folder),
				rollupOptions: outputsOf(id, folder),
			},
		})
	);
	const chunks = output.filter((/** @type {any} */ one) => one.type === 'chunk');
	const entry = chunks.find((/** @type {any} */ one) => one.facadeModuleId === id);
	const files = chunks.flatMap((/** @type {any} */ one) => one.moduleIds);
	return {
		fileName: entry.fileName,
		files: files.filter((/** @type {string} */ one) => path.isAbsolute(one) && one !== id),
	};
}

/**
 * @param {string} input
 * @param {string} dir absolute; plugins may set another `outDir`, as those of Vitest do
 */
const outputsOf = (input, dir) => ({
	input,
	output: {
		dir,
		format: /** @type {const} */ ('es'),
		preserveModules: true,
		entryFileNames: '[name]-[hash].mjs',
		chunkFileNames: '[name]-[hash].mjs',
	},
});

/** Longer than the path of nearly every module. */
const MOST = 300;

/**
 * What stands for the URL of a worker module until its file has a name. Spaces behind the URL keep all columns, so that source maps hold and a
 * file need not be compiled again.
 *
 * @param {string} folder of worker modules, absolute
 */
function createPlace(folder) {
	const { length } = pathToFileURL(folder).href;
	const text = JSON.stringify('lapidary:worker'.padEnd(length + MOST, '_'));
	return {
		/** an expression */
		text,
		/** @param {string} code @param {string} fileName relative to the folder @returns {string} */
		fill: (code, fileName) =>
			code.replaceAll(text, () =>
				JSON.stringify(pathToFileURL(path.join(folder, fileName)).href).padEnd(text.length),
			),
	};
}
