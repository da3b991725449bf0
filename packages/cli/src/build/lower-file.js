/** @import { LoweredFile, LowerTask } from '../types.js' */

/**
 * Read one file, compile it, and write its host and worker module into the stage.
 *
 * This is the function that Lapidary lowers in its own build: a path goes to the worker and a few numbers come back, the
 * file's text never crosses. What it needs is imported when it runs, so that the host thread, which only calls it, does not
 * load a compiler.
 *
 * @param {LowerTask} task
 * @returns {Promise<LoweredFile>}
 */
export async function lowerFile(task) {
	'use cpu_bound';
	const { lowerSource } = await import('./lower-source.js');
	return lowerSource(task);
}
