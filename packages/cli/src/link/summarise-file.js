/** @import { SummariseTask } from '../types.js' */

/**
 * Read one file and say what a link needs to know of it. Lowered as `lowerFile` is: the text never crosses.
 *
 * @param {SummariseTask} task
 * @returns {Promise<import('@lapidary/compiler/link').ModuleSummary>}
 */
export async function summariseFile(task) {
	'use cpu_bound';
	const { summariseSource } = await import('./summarise-source.js');
	return summariseSource(task);
}
