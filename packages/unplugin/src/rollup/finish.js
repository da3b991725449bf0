/** @import { WorkerSource } from './hooks.js' */
import path from 'node:path';
import { fillTokens, hashOf } from '../lower/tokens.js';
import { absorbedWorker, kindByName } from '../diagnostics/codes.js';
import { toMessage } from '../report.js';
import { findAbsorbed } from './absorbed.js';
import { findMisnamed } from './file-kinds.js';

/** @typedef {{ workers: ReadonlyMap<string, WorkerSource>, typeModules: ReadonlySet<string> }} Loaded what threads load: by id, and ids of modules for the types of GEMs in them */

/**
 * Say in a file of a build where worker modules are. Names have placeholders for hashes still, which the tool fills in itself: what a
 * file says of others belongs to its own hash. Files of two builds would overwrite each other if they differed in that alone.
 *
 * @param {string} code
 * @param {any} chunk that has it
 * @param {{ chunks: any[], loaded: Loaded }} build
 * @returns {string}
 */
export function fillChunk(code, { fileName }, { chunks, loaded }) {
	const workerFiles = new Map(
		[...loaded.workers.keys()].map((id) => [hashOf(id), findChunk(id, chunks, loaded)?.fileName]),
	);
	/** @param {string} hash @returns {string | undefined} */
	const hostFile = (hash) =>
		chunks.find((one) => one.moduleIds.some((/** @type {string} */ id) => hashOf(id) === hash))
			?.fileName;
	return fillTokens(code, fileName, (kind, hash) =>
		kind === 'worker' ? workerFiles.get(hash) : hostFile(hash),
	);
}

/**
 * Look at what a tool has made of worker modules.
 *
 * @param {Record<string, any>} bundle
 * @param {object} build
 * @param {any} build.context of the plugin
 * @param {any} build.output options
 * @param {Loaded} build.loaded
 */
export function checkBundle(bundle, { context, output, loaded }) {
	const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
	/** @type {Set<string>} */
	const workerFiles = new Set();
	const sources = [
		...[...loaded.workers].map(([id, { host }]) => ({ id, filename: host })),
		...[...loaded.typeModules].map((id) => ({ id, filename: id })),
	];
	for (const { id, filename } of sources) {
		const chunk = findChunk(id, chunks, loaded);
		// Of a unit that is no more, in a build that is watched.
		if (!chunk) continue;
		if (loaded.workers.has(id)) workerFiles.add(chunk.fileName);
		const absorbed = findAbsorbed(id, chunk.fileName, { chunks, context });
		if (absorbed === undefined) continue;
		const module = path.relative(process.cwd(), absorbed);
		const source = path.basename(filename);
		context.error(toMessage(absorbedWorker({ module, source }, { filename })));
	}
	const misnamed = findMisnamed(chunks, workerFiles, output);
	if (misnamed !== undefined)
		context.warn(toMessage(kindByName({ file: misnamed, format: output.format })));
}

/**
 * Where exports of a module are wanted under other names, a file with these stands in front of its own.
 *
 * @param {string} id
 * @param {any[]} chunks
 * @param {Loaded} loaded
 * @returns {any} the chunk that threads load for a module
 */
function findChunk(id, chunks, { typeModules }) {
	const own = chunks.find((one) => one.moduleIds.includes(id));
	return typeModules.has(id) ? own : (chunks.find((one) => one.facadeModuleId === id) ?? own);
}
