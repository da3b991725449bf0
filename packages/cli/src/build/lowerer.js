/** @import { LoweredFile, LowerTask, SummariseTask } from '../types.js' */
/** @import { ModuleSummary } from '@lapidary/compiler/link' */
import { statSync } from 'node:fs';

/**
 * So many bytes of sources are compiled by the thread of the command itself: it loads the compiler anyway, to link, and a
 * worker would need longer to load another than the sources take.
 */
const FEW_BYTES = 32_768;

/**
 * @typedef {object} Lowerer
 * @property {(files: readonly { sizeBytes: number }[]) => Promise<(task: LowerTask) => Promise<LoweredFile>>} lowererOf
 *   gives the function that lowers these files
 * @property {(task: SummariseTask) => Promise<ModuleSummary>} summarise
 */

/**
 * Create a source of the functions that read files: on the pool, or on this thread as long as they are few. What an
 * un-annotated codebase never needs is loaded and started when the first annotated file is found: the runtime, and in its
 * workers the compiler.
 *
 * @param {{ jobs: number, isReused: boolean }} options `isReused`: more files may come than the first time
 * @returns {Lowerer}
 */
export function createLowerer({ jobs, isReused }) {
	let leftBytes = FEW_BYTES;
	/** @type {Promise<void> | undefined} */
	let starting;
	/** @param {number} fileCount */
	const start = async (fileCount) => {
		const { configure } = await import('@lapidary/runtime');
		configure({ threads: isReused ? jobs : Math.min(jobs, fileCount) });
	};
	/** @param {number} sizeBytes @param {number} fileCount @returns {Promise<boolean>} whether it is for this thread, which has so much less left */
	const claimHere = async (sizeBytes, fileCount) => {
		if (!starting && sizeBytes <= leftBytes) {
			leftBytes -= sizeBytes;
			return true;
		}
		await (starting ??= start(fileCount));
		return false;
	};
	return {
		async lowererOf(files) {
			const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
			return (await claimHere(sizeBytes, files.length))
				? (await import('./lower-source.js')).lowerSource
				: (await import('./lower-file.js')).lowerFile;
		},
		async summarise(task) {
			const sizeBytes = task.text?.length ?? sizeOf(task.path);
			return (await claimHere(sizeBytes, 1))
				? (await import('../link/summarise-source.js')).summariseSource(task)
				: (await import('../link/summarise-file.js')).summariseFile(task);
		},
	};
}

/**
 * @param {string} path of a file, which may have been removed
 * @returns {number} bytes
 */
export function sizeOf(path) {
	return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
