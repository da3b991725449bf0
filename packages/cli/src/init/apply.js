/** @import { Diagnostic } from '../types.js' */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { unwritable } from '../build/commit.js';
import { errorCode, reasonOf } from '../build/paths.js';
import { writeSources } from '../link/write-sources.js';

/** @typedef {{ path: string, before: string | undefined, after: string | undefined }} FileChange undefined: there is no such file */

/**
 * Write all changes, or none.
 *
 * @param {string} root absolute
 * @param {FileChange[]} changes
 * @returns {Diagnostic[]} LP7008; then nothing has changed
 */
export function applyChanges(root, changes) {
	/** @type {string[]} */
	const created = [];
	/** @type {Map<string, string>} */
	const after = new Map();
	/** @type {Map<string, string>} */
	const before = new Map();
	let current = '';
	try {
		for (const change of changes) {
			current = path.join(root, change.path);
			if (change.before === undefined && change.after !== undefined) {
				mkdirSync(path.dirname(current), { recursive: true });
				writeFileSync(current, change.after, { flag: 'wx' });
				created.push(current);
			} else if (change.before !== undefined && change.after !== undefined) {
				after.set(current, change.after);
				before.set(current, change.before);
			}
		}
		const failures = writeSources(after, before);
		if (failures.length > 0) {
			for (const file of created) rmSync(file);
			return failures;
		}
		for (const change of changes) {
			current = path.join(root, change.path);
			if (change.after === undefined) rmSync(current, { force: true });
		}
		return [];
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		for (const file of created) rmSync(file);
		return [unwritable(current, reasonOf(error))];
	}
}
