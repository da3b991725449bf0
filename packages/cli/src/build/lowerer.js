/** @import { lowerFile as LowerFile } from './lower-file.js' */

/**
 * Create a source of the function that lowers a file on the pool. What an un-annotated codebase never needs is loaded and
 * started when the first annotated file is found: the runtime, and in its workers the compiler.
 *
 * @param {{ jobs: number, isReused: boolean }} options `isReused`: more files may come than the first time
 * @returns {(fileCount: number) => Promise<typeof LowerFile>}
 */
export function createLowerer({ jobs, isReused }) {
	/** @type {Promise<typeof LowerFile> | undefined} */
	let loading;
	/** @param {number} fileCount */
	const load = async (fileCount) => {
		const { configure } = await import('@lapidary/runtime');
		configure({ threads: isReused ? jobs : Math.min(jobs, fileCount) });
		return (await import('./lower-file.js')).lowerFile;
	};
	return (fileCount) => (loading ??= load(fileCount));
}
