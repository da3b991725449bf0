/** @import { SummariseTask } from '../types.js' */
import { readFileSync } from 'node:fs';
import { summarise } from '@lapidary/compiler/summarise';

/**
 * What `summariseFile` does, on whichever thread.
 *
 * @param {SummariseTask} task
 * @returns {ReturnType<typeof summarise>} about the absolute path
 */
export function summariseSource({ path, text, ...options }) {
	const source = text ?? readFileSync(path, 'utf8');
	return {
		...summarise(source, options),
		filename: path,
	};
}
