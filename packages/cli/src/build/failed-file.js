/** @import { Diagnostic, LoweredFile } from '../types.js' */

/**
 * @param {Diagnostic} diagnostic an error
 * @returns {LoweredFile} what a file becomes that nothing could be done with
 */
export function failedFile(diagnostic) {
	return {
		outputs: [],
		isLowered: false,
		unitCount: 0,
		typedUnits: [],
		isCached: false,
		diagnostics: [diagnostic],
	};
}
