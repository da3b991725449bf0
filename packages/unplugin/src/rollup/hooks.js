// What rollup, rolldown and the builds of Vite have in common: worker modules are chunks of the same build.
/** @import { WorkerModule } from '@lapidary/compiler' */
/** @import { Naming } from '../lower/lower.js' */
/** @import { LapidaryOptions } from '../options.js' */
import path from 'node:path';
import process from 'node:process';
import { copyRuntime } from '../deploy/copy-runtime.js';
import { Linker } from '../link/linker.js';
import { createLowerer, isQueried, isSource, mayDefineTypes, RUNTIME } from '../lower/lower.js';
import { codeOfPlace, PLACE, placeOf } from '../lower/places.js';
import { hasTokens } from '../lower/tokens.js';
import { singleFileOutput } from '../diagnostics/codes.js';
import { report, tellOfQuery, toMessage } from '../report.js';
import { alignExtensions } from './file-kinds.js';
import { checkBundle, fillChunk } from './finish.js';
import { passLoadingResolvers, resolveEntry, resolverOf } from './lookups.js';
import { keepOutOfManualChunks } from './manual-chunks.js';
import { readModule } from './read.js';

/**
 * @typedef {object} WorkerSource
 * @property {string} host id of the source
 * @property {string} code
 * @property {object} map to the source
 */

/**
 * Create the hooks of one build. A worker module is a file beside its source which only this plugin knows; its name ends as the
 * source's does, so that the plugins for TypeScript and JSX take it for what it is.
 *
 * @param {LapidaryOptions} options
 * @param {{ hasTypes?: boolean, isRolldown?: boolean }} [tool] `hasTypes`: it compiles TypeScript itself, after this plugin
 * @returns {any} a plugin's hooks
 */
export function createHooks(options, { hasTypes = false, isRolldown = false } = {}) {
	/** @type {Set<string>} names that are replaced by values */
	const constants = new Set();
	const lower = createLowerer(options, namingOf, () => [...constants]);
	const state = { linker: new Linker(options, lower), isLinked: false };
	/** @type {Map<string, WorkerSource>} by id */
	const workers = new Map();
	/** ids of modules that define types of GEMs @type {Set<string>} */
	const typeModules = new Set();
	return {
		...settingHooks(state, { workers, constants }),
		...linkHooks(state, workers),
		...deployHooks(options, state),
		/** @param {string} source */
		resolveId(source) {
			if (RUNTIME.test(source)) return { id: source, external: true };
			if (PLACE.test(source)) return `\0${source}`;
			return workers.has(source) ? source : null;
		},
		/** @param {string} id */
		load(id) {
			if (id.startsWith('\0') && PLACE.test(id.slice(1))) return codeOfPlace(id.slice(1));
			const worker = workers.get(id);
			return worker ? { code: worker.code, map: worker.map, moduleSideEffects: true } : null;
		},
		/** @this {any} @param {string} code @param {string} id */
		async transform(code, id) {
			if (isQueried(id)) report(tellOfQuery({ code, filename: id }), this);
			if (!isSource(id) || workers.has(id)) return null;
			const { linker, isLinked } = state;
			if (mayDefineTypes(code)) typeModules.add(emitTypes(this, id));
			const { lowered, messages } = await linker.transform({
				file: id,
				code,
				read: () => readModule(this, { code, id, hasTypes }),
				// Files that no import leads to, as far as it shows in the texts: what they do counts for those that come later.
				resolveId: isLinked ? null : resolverOf(this),
				isForNode: isForNode(this),
				lower,
				hasTypes: true,
			});
			report(messages, this);
			if (this.meta.watchMode) for (const file of linker.files()) this.addWatchFile(file);
			if (!lowered) return null;
			if (lowered.worker) workers.set(...emitWorker(this, lowered.worker, id));
			return { code: lowered.code, map: lowered.map };
		},
		/** @this {any} @param {any} output */
		outputOptions(output) {
			const aligned = alignExtensions(output);
			const loaded = [...workers.keys(), ...typeModules];
			return isRolldown ? aligned : keepOutOfManualChunks(aligned, this, loaded);
		},
		/** @this {any} @param {any} output */
		renderStart(output) {
			const how = workers.size > 0 ? reasonForOneFile(output) : undefined;
			if (how !== undefined) this.error(toMessage(singleFileOutput({ how })));
		},
		/** @param {string} code @param {any} chunk @param {any} _output @param {{ chunks: Record<string, any> }} meta */
		renderChunk(code, chunk, _output, { chunks }) {
			if (!hasTokens(code)) return null;
			const build = { chunks: Object.values(chunks), loaded: { workers, typeModules } };
			// All columns are as they were.
			return { code: fillChunk(code, chunk, build), map: null };
		},
		/** @this {any} @param {any} output @param {Record<string, any>} bundle */
		generateBundle(output, bundle) {
			checkBundle(bundle, { context: this, output, loaded: { workers, typeModules } });
		},
	};
}

/**
 * @param {{ linker: Linker, isLinked: boolean }} state
 * @param {{ workers: Map<string, WorkerSource>, constants: Set<string> }} context grow
 */
const settingHooks = (state, { workers, constants }) => ({
	api: {
		/** Of a build that has worker modules for entries. @param {ReadonlyMap<string, WorkerSource>} entries @param {Linker} link of the program */
		addWorkers(entries, link) {
			entries.forEach((worker, id) => workers.set(id, worker));
			Object.assign(state, { linker: link, isLinked: true });
		},
		/** @param {Record<string, unknown>} [define] as Vite has it */
		addConstants(define = {}) {
			for (const name of Object.keys(define)) constants.add(name);
		},
	},
	/** @param {any} given of rollup, or of rolldown, which replaces names itself */
	options({ transform }) {
		for (const name of Object.keys(transform?.define ?? {})) constants.add(name);
		return null;
	},
});

/**
 * Link a program before it is built, and compare that with what was built.
 *
 * @param {{ linker: Linker, isLinked: boolean }} state `isLinked`: the program of which this is a part is linked already
 * @param {ReadonlyMap<string, WorkerSource>} workers
 */
const linkHooks = (state, workers) => ({
	/** @this {any} @param {any} options of the build */
	async buildStart({ input, plugins }) {
		passLoadingResolvers(plugins ?? []);
		if (state.isLinked || !isForNode(this)) return;
		/** @type {string[]} */
		const names = typeof input === 'string' ? [input] : Object.values(input);
		const found = await Promise.all(names.map((one) => resolveEntry(this, one)));
		const entries = found.filter((one) => one !== undefined);
		report(await state.linker.start(entries, resolverOf(this)), this);
	},
	/** @this {any} @param {Error} [error] */
	async buildEnd(error) {
		if (error || state.isLinked || !isForNode(this)) return;
		const ids = [...this.getModuleIds()].filter((id) => !workers.has(id));
		report(await state.linker.finish(ids, resolverOf(this)), this);
	},
});

/** @param {LapidaryOptions} options @param {{ isLinked: boolean }} state */
const deployHooks = ({ standalone }, state) => ({
	/** @param {any} output */
	writeBundle({ dir, file }) {
		if (!standalone || state.isLinked) return;
		copyRuntime(path.resolve(dir ?? path.dirname(file)), process.cwd());
	},
});

/** @param {any} context of the plugin @returns {boolean} false for what Vite builds for browsers */
export const isForNode = (context) => context.environment?.config.consumer !== 'client';

/**
 * Threads that get such a GEM load the file of its type, in which there must be nothing else of the program.
 *
 * @param {any} context of the plugin
 * @param {string} id of a module that defines types of GEMs
 * @returns {string} the id
 */
function emitTypes(context, id) {
	context.emitFile({ type: 'chunk', id, preserveSignature: 'strict' });
	return id;
}

/**
 * @param {any} context of the plugin
 * @param {WorkerModule} worker
 * @param {string} host id of its source
 * @returns {[id: string, source: WorkerSource]}
 */
function emitWorker(context, worker, host) {
	const id = idOf(host, worker);
	const name = worker.fileName.replace(/-[0-9a-f]+\.\w+$/, '');
	// Nobody imports it here: its exports are for the runtime.
	context.emitFile({ type: 'chunk', id, name, preserveSignature: 'strict' });
	return [id, workerSource(worker, host)];
}

/** @param {WorkerModule} worker @param {string} host @returns {WorkerSource} */
export const workerSource = ({ code, map }, host) => ({
	host,
	code,
	map: { ...map, sources: map.sources.map(() => host) },
});

/** @param {any} output options @returns {string | undefined} why it can have no other files */
function reasonForOneFile({ file, format, inlineDynamicImports }) {
	if (!/^(es|esm|module|cjs|commonjs)$/.test(format)) return `format: '${format}'`;
	if (file !== undefined) return `file: '${file}'`;
	return inlineDynamicImports ? 'inlineDynamicImports' : undefined;
}

/** @param {string} id of the source @param {{ fileName: string }} worker @returns {string} */
export const idOf = (id, { fileName }) => id.replace(/[^\\/]*$/, () => fileName);

/** @param {string} id of the source @returns {Naming} */
const namingOf = (id) => ({
	worker: (worker) => placeOf('worker', idOf(id, worker), worker.moduleKind),
	host: (moduleKind) => placeOf('host', id, moduleKind),
});
