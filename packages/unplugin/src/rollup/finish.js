/** @import { WorkerSource } from './hooks.js' */
import path from 'node:path';
import { fillTokens, hashOf, hasTokens } from '../lower/tokens.js';
import { absorbedWorker, kindByName } from '../diagnostics/codes.js';
import { toMessage } from '../report.js';
import { findAbsorbed } from './absorbed.js';
import { findMisnamed } from './file-kinds.js';

/**
 * Say in each file of a build where worker modules are, once all files have their names.
 *
 * @param {Record<string, any>} bundle
 * @param {object} build
 * @param {any} build.context of the plugin
 * @param {any} build.output options
 * @param {ReadonlyMap<string, WorkerSource>} build.workers by id
 * @param {ReadonlySet<string>} build.typeModules ids of modules that threads load for the types of GEMs in them
 */
export function finishBundle(bundle, { context, output, workers, typeModules }) {
	const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
	/** @type {Map<string, string>} */
	const workerFiles = new Map();
	const loaded = [
		...[...workers].map(([id, { host }]) => ({ id, filename: host })),
		...[...typeModules].map((id) => ({ id, filename: id })),
	];
	for (const { id, filename } of loaded) {
		// Where exports of a module are wanted under other names, a file with these stands in front of its own.
		const facade = chunks.find((one) => one.facadeModuleId === id);
		const own = chunks.find((one) => one.moduleIds.includes(id));
		const chunk = typeModules.has(id) ? own : (facade ?? own);
		// Of a unit that is no more, in a build that is watched.
		if (!chunk) continue;
		if (workers.has(id)) workerFiles.set(hashOf(id), chunk.fileName);
		const absorbed = findAbsorbed(id, chunk.fileName, { chunks, context });
		if (absorbed === undefined) continue;
		const module = path.relative(process.cwd(), absorbed);
		const source = path.basename(filename);
		context.error(toMessage(absorbedWorker({ module, source }, { filename })));
	}
	const misnamed = findMisnamed(chunks, workerFiles.values(), output);
	if (misnamed !== undefined)
		context.warn(toMessage(kindByName({ file: misnamed, format: output.format })));
	/** @param {string} hash @returns {string | undefined} */
	const hostFile = (hash) =>
		chunks.find((one) => one.moduleIds.some((/** @type {string} */ id) => hashOf(id) === hash))
			?.fileName;
	for (const chunk of chunks) {
		if (!hasTokens(chunk.code)) continue;
		chunk.code = fillTokens(chunk.code, chunk.fileName, (kind, hash) =>
			kind === 'worker' ? workerFiles.get(hash) : hostFile(hash),
		);
	}
}
