/** @import { Diagnostic, SourceFile } from '../types.js' */
import path from 'node:path';
import { collidingOutputs } from '../diagnostics/codes.js';
import { strippedName } from './languages.js';
import { displayPath } from './paths.js';

/**
 * @typedef {SourceFile & { output: string }} PlannedFile `output`: path below the out-dir, native separators
 */

/**
 * Say where the output of each file goes, and refuse two files, or a file and a folder, at one place.
 *
 * @param {SourceFile[]} files
 * @param {{ stripTypes: boolean, outDir: string }} options
 * @returns {{ files: PlannedFile[], diagnostics: Diagnostic[] }} reports LP7006
 */
export function planOutputs(files, { stripTypes, outDir }) {
	/** @type {Map<string, PlannedFile>} */
	const byOutput = new Map();
	/** @type {Map<string, PlannedFile>} */
	const byFolder = new Map();
	const diagnostics = [];
	for (const file of files) {
		const output = stripTypes ? strippedName(file.relative) : file.relative;
		const planned = { ...file, output };
		const other = byOutput.get(output);
		// the same file, reached by two of the given paths, is no contradiction
		if (other?.path === file.path) continue;
		if (other) diagnostics.push(collision(other, planned, outDir));
		else byOutput.set(output, planned);
		addFolders(planned, byFolder);
	}
	for (const [folder, within] of byFolder) {
		const other = byOutput.get(folder);
		if (other) diagnostics.push(collision(other, within, outDir));
	}
	return { files: [...byOutput.values()], diagnostics };
}

/**
 * @param {PlannedFile} file
 * @param {Map<string, PlannedFile>} byFolder gains the folders that the file's output is in
 */
function addFolders(file, byFolder) {
	let folder = path.dirname(file.output);
	for (; folder !== '.' && !byFolder.has(folder); folder = path.dirname(folder)) {
		byFolder.set(folder, file);
	}
}

/**
 * @param {PlannedFile} left
 * @param {PlannedFile} right
 * @param {string} outDir absolute
 * @returns {Diagnostic}
 */
function collision(left, right, outDir) {
	const first = displayPath(left.path);
	const second = displayPath(right.path);
	const output = displayPath(path.join(outDir, left.output));
	return collidingOutputs({ first, second, output }, { filename: left.path });
}
