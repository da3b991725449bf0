import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../build/paths.js';

/** @typedef {{ path: string, before: string | null, after: string }} RecordedFile `before`: its bytes as Base64, null for a new file; `after`: SHA-256 */

/** What runs of `lapidary init` have changed, the first one first. @typedef {{ version: 1, runs: { files: RecordedFile[] }[] }} InitRecord */

const FOLDER = '.lapidary';
const RECORD = path.join(FOLDER, 'init.json');
/** The record is of one working tree, not of the project. */
const IGNORE = path.join(FOLDER, '.gitignore');

/** @param {string} root absolute @returns {InitRecord} empty when there is none */
export function readRecord(root) {
	const bytes = readBytes(path.join(root, RECORD));
	return bytes ? JSON.parse(bytes.toString()) : { version: 1, runs: [] };
}

/**
 * @param {string} root absolute
 * @param {InitRecord} record without runs it is removed, and its folder when there is nothing else in it
 */
export function writeRecord(root, record) {
	const folder = path.join(root, FOLDER);
	if (record.runs.length > 0) {
		mkdirSync(folder, { recursive: true });
		writeFileSync(path.join(root, IGNORE), '*\n');
		writeFileSync(path.join(root, RECORD), `${JSON.stringify(record, null, '\t')}\n`);
		return;
	}
	for (const name of [RECORD, IGNORE]) rmSync(path.join(root, name), { force: true });
	try {
		rmdirSync(folder);
	} catch (error) {
		if (!['ENOTEMPTY', 'ENOENT', 'EEXIST'].includes(String(errorCode(error)))) throw error;
	}
}

/**
 * @typedef {object} Undo
 * @property {Map<string, { current: Buffer | undefined, original: Buffer | undefined }>} files undefined: there is no such file
 * @property {string[]} changed paths of files that are not as the last run left them
 */

/**
 * Find what takes all runs back. A file that is as it was before a run is none that was changed: the run was interrupted, or taken
 * back by hand.
 *
 * @param {InitRecord} record
 * @param {(path: string) => Buffer | undefined} read
 * @returns {Undo}
 */
export function planUndo({ runs }, read) {
	/** @type {Undo['files']} */
	const files = new Map();
	/** @type {Set<string>} */
	const changed = new Set();
	for (const { path: name, before, after } of runs.toReversed().flatMap((run) => run.files)) {
		const known = files.get(name);
		const current = known ? known.current : read(name);
		const now = known ? known.original : current;
		const original = before === null ? undefined : Buffer.from(before, 'base64');
		const isUntouched = now === undefined ? original === undefined : original?.equals(now);
		if (!isUntouched && (now === undefined || hashOf(now) !== after)) changed.add(name);
		files.set(name, { current, original });
	}
	return { files, changed: [...changed] };
}

/** @param {string | Buffer} content @returns {string} SHA-256 in hexadecimal digits */
export const hashOf = (content) => createHash('sha256').update(content).digest('hex');

/** @param {string} file absolute @returns {Buffer | undefined} undefined when there is no such file */
export function readBytes(file) {
	try {
		return readFileSync(file);
	} catch (error) {
		if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
		throw error;
	}
}
