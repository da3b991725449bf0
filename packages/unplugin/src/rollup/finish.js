/** @import { WorkerSource } from './hooks.js' */
import path from 'node:path';
import { fillTokens, hashOf, hasTokens } from '../lower/tokens.js';
import { absorbedWorker } from '../diagnostics/codes.js';
import { toMessage } from '../report.js';
import { findAbsorbed } from './absorbed.js';

/**
 * Say in each file of a build where worker modules are, once all files have their names.
 *
 * @param {Record<string, any>} bundle
 * @param {object} build
 * @param {any} build.context of the plugin
 * @param {ReadonlyMap<string, WorkerSource>} build.workers by id
 */
export function finishBundle(bundle, { context, workers }) {
	const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
	/** @type {Map<string, string>} */
	const workerFiles = new Map();
	for (const [id, { host: filename }] of workers) {
		const chunk =
			chunks.find((one) => one.facadeModuleId === id) ??
			chunks.find((one) => one.moduleIds.includes(id));
		// Of a unit that is no more, in a build that is watched.
		if (!chunk) continue;
		workerFiles.set(hashOf(id), chunk.fileName);
		const absorbed = findAbsorbed(id, chunk.fileName, { chunks, context });
		if (absorbed === undefined) continue;
		const module = path.relative(process.cwd(), absorbed);
		const source = path.basename(filename);
		context.error(toMessage(absorbedWorker({ module, source }, { filename })));
	}
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
