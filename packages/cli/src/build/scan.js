/** @import { Diagnostic } from '../types.js' */
/** @import { PlannedFile } from './plan-outputs.js' */
/** @import { Stage } from './stage.js' */
import { isUtf8 } from 'node:buffer';
import {
	accessSync,
	closeSync,
	constants,
	copyFileSync,
	fstatSync,
	lstatSync,
	openSync,
	readFileSync,
	readSync,
	writeSync,
} from 'node:fs';
import { mayContainDirective, mayUseGems } from '@lapidary/compiler/prescan';
import { unreadableFile } from '../diagnostics/codes.js';
import { unwritable } from './commit.js';
import { importsTyped, isCompiled, isTyped } from './languages.js';
import { displayPath, errorCode, reasonOf } from './paths.js';

/**
 * @typedef {object} Scan
 * @property {{ file: PlannedFile, sizeBytes: number }[]} annotated files that may have to be lowered, in the order given
 * @property {PlannedFile[]} copied files whose output is staged or unchanged
 * @property {Set<string>} unchanged outputs that the out-dir has already, byte by byte: they are not staged
 * @property {Diagnostic[]} diagnostics LP7002, LP7008
 */

/** How long the scan may keep the event loop to itself: then progress is shown and signals are heard. */
const TURN_MS = 50;

/**
 * Copy the files that have nothing to lower into the stage, and find those that have.
 *
 * Most files of a codebase are not annotated, so that this is what a build costs: each file is opened once, searched for a
 * directive in the bytes that are copied anyway, and never decoded. The calls are synchronous, as those through the thread
 * pool cost several times as much for files of this size.
 *
 * @param {PlannedFile[]} files
 * @param {{ stage?: Stage, stripTypes: boolean, onProgress: (doneCount: number) => void }} options without a stage nothing is copied
 * @returns {Promise<Scan>}
 */
export async function scanFiles(files, { stage, stripTypes, onProgress }) {
	/** @type {Scan} */
	const scan = { annotated: [], copied: [], unchanged: new Set(), diagnostics: [] };
	const read = createReader();
	let turnEndMs = performance.now() + TURN_MS;
	for (const [index, file] of files.entries()) {
		if (isCompiled(file.path)) scanModule(file, { stage, stripTypes, read }, scan);
		else if (stage) copyAsset(file, stage, scan);
		if (performance.now() < turnEndMs) continue;
		onProgress(index + 1 - scan.annotated.length);
		await new Promise((resolve) => setImmediate(resolve));
		turnEndMs = performance.now() + TURN_MS;
	}
	return scan;
}

/**
 * @typedef {(path: string) => { bytes: Buffer, mode: number }} Read the bytes are valid until the next call
 */

/**
 * @param {PlannedFile} file
 * @param {{ stage?: Stage, stripTypes: boolean, read: Read }} context
 * @param {Scan} scan
 */
function scanModule(file, { stage, stripTypes, read }, scan) {
	let content;
	try {
		content = read(file.path);
	} catch (error) {
		scan.diagnostics.push(unreadable(file.path, error));
		return;
	}
	const { bytes, mode } = content;
	if (isToLower(bytes) || (stripTypes && needsStripping(file.path, bytes))) {
		scan.annotated.push({ file, sizeBytes: bytes.length });
		return;
	}
	if (!stage) return;
	try {
		// a file that is replaced by itself costs more than a comparison, and wakes up whoever watches the out-dir
		if (hasBytes(stage, file.output, bytes, mode)) scan.unchanged.add(file.output);
		else writeBytes(stage.prepare(file.output), bytes, mode);
		scan.copied.push(file);
	} catch (error) {
		scan.diagnostics.push(unwritable(`${stage.outDir}/${file.output}`, reasonOf(error)));
	}
}

/**
 * @param {Buffer} bytes
 * @returns {boolean} whether it may be annotated, or access GEMs; the latter asks for nothing, so that what is no text is copied
 */
const isToLower = (bytes) => mayContainDirective(bytes) || (mayUseGems(bytes) && isUtf8(bytes));

/**
 * @param {Stage} stage
 * @param {string} output relative to the out-dir
 * @param {Buffer} bytes
 * @param {number} mode permission bits
 * @returns {boolean} whether the out-dir has a file like this; a link to one is none
 */
function hasBytes({ outDir, isFresh }, output, bytes, mode) {
	if (isFresh) return false;
	const target = `${outDir}/${output}`;
	const stats = lstatSync(target, { throwIfNoEntry: false });
	const isAlike = stats?.isFile() && stats.size === bytes.length && (stats.mode & 0o777) === mode;
	return Boolean(isAlike) && readFileSync(target).equals(bytes);
}

/**
 * @param {string} target absolute; must not exist
 * @param {Buffer} bytes
 * @param {number} mode permission bits
 */
function writeBytes(target, bytes, mode) {
	const fd = openSync(target, 'wx', mode);
	try {
		for (let written = 0; written < bytes.length;) written += writeSync(fd, bytes, written);
	} finally {
		closeSync(fd);
	}
}

/**
 * @param {PlannedFile} file
 * @param {Stage} stage
 * @param {Scan} scan
 */
function copyAsset(file, stage, scan) {
	try {
		const flags = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE;
		copyFileSync(file.path, stage.prepare(file.output), flags);
		scan.copied.push(file);
	} catch (error) {
		const isOurs = isReadable(file.path);
		const target = `${stage.outDir}/${file.output}`;
		scan.diagnostics.push(
			isOurs ? unwritable(target, reasonOf(error)) : unreadable(file.path, error),
		);
	}
}

/**
 * @param {string} file
 * @param {Buffer} bytes
 * @returns {boolean} whether `--strip-types` changes it
 */
function needsStripping(file, bytes) {
	return isTyped(file) || importsTyped(bytes.toString('latin1'));
}

/**
 * @returns {Read} which uses one buffer for all files
 */
function createReader() {
	let memory = Buffer.allocUnsafeSlow(1 << 20);
	return (path) => {
		const fd = openSync(path, 'r');
		try {
			const { size, mode } = fstatSync(fd);
			if (size >= memory.length) memory = Buffer.allocUnsafeSlow(size + 1);
			let length = 0;
			// a size of 0 may be a lie: files of /proc have none until they are read
			for (let count = -1; count !== 0 && (length < size || size === 0); length += count) {
				if (length === memory.length) memory = Buffer.concat([memory, memory]);
				count = readSync(fd, memory, length, memory.length - length, null);
			}
			return { bytes: memory.subarray(0, length), mode: mode & 0o777 };
		} finally {
			closeSync(fd);
		}
	};
}

/**
 * @param {string} file
 * @returns {boolean}
 */
function isReadable(file) {
	try {
		accessSync(file, constants.R_OK);
		return true;
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		return false;
	}
}

/**
 * @param {string} filename absolute
 * @param {unknown} error
 * @returns {Diagnostic}
 */
function unreadable(filename, error) {
	return unreadableFile({ path: displayPath(filename), reason: reasonOf(error) }, { filename });
}
