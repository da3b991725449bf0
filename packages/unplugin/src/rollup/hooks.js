// What rollup, rolldown and the builds of Vite have in common: worker modules are chunks of the same build.
/** @import { Naming } from '../lower/lower.js' */
/** @import { LapidaryOptions } from '../options.js' */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createLowerer, isSource, mayBeLowered } from '../lower/lower.js';
import { fillTokens, hashOf, hasTokens, tokenOf } from '../lower/tokens.js';
import { absorbedWorker, singleFileOutput } from '../diagnostics/codes.js';
import { refuseBrowser, report, toMessage, toMessages } from '../report.js';
import { findAbsorbed } from './absorbed.js';
import { keepOutOfManualChunks } from './manual-chunks.js';

/** What stays outside of every bundle: threads load the runtime by its own files. */
export const RUNTIME = /^@lapidary\/runtime(\/|$)/;

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
	const lower = createLowerer(options);
	/** @type {Map<string, WorkerSource>} by id */
	const workers = new Map();
	/** @type {Map<string, string>} id of a worker module → reference of its chunk */
	const references = new Map();
	return {
		api: {
			/** Of a build that has worker modules for entries. @param {ReadonlyMap<string, WorkerSource>} entries */
			addWorkers: (entries) => entries.forEach((worker, id) => workers.set(id, worker)),
		},
		buildStart() {
			// A build that is watched emits again what it has not transformed again.
			references.clear();
		},
		/** @param {string} source */
		resolveId(source) {
			if (RUNTIME.test(source)) return { id: source, external: true };
			return workers.has(source) ? source : null;
		},
		/** @param {string} id */
		load(id) {
			const worker = workers.get(id);
			return worker ? { code: worker.code, map: worker.map, moduleSideEffects: true } : null;
		},
		/** @this {any} @param {string} code @param {string} id */
		transform(code, id) {
			if (!isSource(id) || workers.has(id) || !mayBeLowered(code)) return null;
			const source = { code, filename: id, ...stateOf(this, { code, id, hasTypes }) };
			const { lowered, diagnostics } = lower(source, namingOf(id));
			report(toMessages(diagnostics, source), this);
			if (!lowered) return null;
			if (this.environment?.config.consumer === 'client') {
				report(refuseBrowser(lowered.facts, source), this);
				return null;
			}
			if (lowered.worker) {
				const { worker } = lowered;
				const workerId = idOf(id, worker);
				workers.set(workerId, {
					host: id,
					code: worker.code,
					map: { ...worker.map, sources: worker.map.sources.map(() => id) },
				});
				const name = worker.fileName.replace(/-[0-9a-f]+\.\w+$/, '');
				const preserveSignature = 'strict';
				references.set(
					workerId,
					this.emitFile({ type: 'chunk', id: workerId, name, preserveSignature }),
				);
			}
			return { code: lowered.code, map: lowered.map };
		},
		/** @this {any} @param {any} output */
		outputOptions(output) {
			if (isRolldown || references.size === 0) return null;
			return keepOutOfManualChunks(output, this, references.keys());
		},
		/** @this {any} @param {any} output */
		renderStart({ file, format, inlineDynamicImports }) {
			if (references.size === 0) return;
			const isModules = /^(es|esm|module|cjs|commonjs)$/.test(format);
			if (isModules && file === undefined && !inlineDynamicImports) return;
			const how = isModules
				? file === undefined
					? 'inlineDynamicImports'
					: `file: '${file}'`
				: `format: '${format}'`;
			this.error(toMessage(singleFileOutput({ how })));
		},
		/** @this {any} @param {any} _output @param {Record<string, any>} bundle */
		generateBundle(_output, bundle) {
			if (references.size === 0) return;
			const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
			/** @type {Map<string, string>} */
			const files = new Map();
			for (const [id, reference] of references) files.set(hashOf(id), this.getFileName(reference));
			for (const [id, { host }] of workers) {
				const chunk = chunks.find((one) => one.facadeModuleId === id || one.moduleIds.includes(id));
				if (!chunk || !references.has(id)) continue;
				const absorbed = findAbsorbed(id, chunk.fileName, { chunks, context: this });
				if (absorbed === undefined) continue;
				const module = path.relative(process.cwd(), absorbed);
				const place = { filename: host };
				this.error(toMessage(absorbedWorker({ module, source: path.basename(host) }, place)));
			}
			/** @param {string} kind @param {string} hash */
			const fileOf = (kind, hash) =>
				kind === 'worker'
					? files.get(hash)
					: chunks.find((one) =>
							one.moduleIds.some((/** @type {string} */ id) => hashOf(id) === hash),
						)?.fileName;
			for (const chunk of chunks)
				if (hasTokens(chunk.code)) chunk.code = fillTokens(chunk.code, chunk.fileName, fileOf);
		},
	};
}

/** @param {string} id of the source @param {{ fileName: string }} worker @returns {string} */
export const idOf = (id, { fileName }) => id.replace(/[^\\/]*$/, () => fileName);

/** @param {string} id of the source @returns {Naming} */
const namingOf = (id) => ({
	worker: (worker) => urlOf(tokenOf('worker', idOf(id, worker))),
	host: urlOf(tokenOf('host', id)),
});

/** A source may have a variable `URL`; bundlers would look for an asset behind `new URL`. @param {string} token @returns {string} */
const urlOf = (token) => `new globalThis.URL(${JSON.stringify(token)}, import.meta.url).href`;

/**
 * What plugins before this one have made of a file.
 *
 * @param {any} context of the plugin
 * @param {{ code: string, id: string, hasTypes: boolean }} module
 * @returns {{ isJavaScript: boolean, inputMap: object | null }}
 */
export function stateOf(context, { code, id, hasTypes }) {
	if (code === readFileOf(id)) return { isJavaScript: false, inputMap: null };
	const isTyped = /\.[cm]?tsx?$/.test(id);
	return {
		isJavaScript: isTyped && !hasTypes && parses(context, code),
		inputMap: context.getCombinedSourcemap?.() ?? null,
	};
}

/** @param {any} context @param {string} code @returns {boolean} */
function parses(context, code) {
	try {
		context.parse(code);
		return true;
	} catch {
		return false; // it is TypeScript still
	}
}

/** @param {string} id @returns {string | undefined} undefined for what only a plugin knows */
function readFileOf(id) {
	try {
		return readFileSync(id, 'utf8');
	} catch {
		return undefined;
	}
}
