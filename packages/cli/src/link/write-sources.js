/** @import { Diagnostic } from '../types.js' */
import { randomBytes } from 'node:crypto';
import { readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { linkOrRename, unwritable } from '../build/commit.js';
import { errorCode, reasonOf } from '../build/paths.js';

/** A file that is about to be replaced. @typedef {{ filename: string, target: string, temporary: string, kept: string }} Replacement */

/**
 * Put new sources into files: into all of them, or into none. Each file changes at once, by a rename.
 *
 * @param {ReadonlyMap<string, string>} sources by path
 * @param {ReadonlyMap<string, string>} before what the files held when the sources were made
 * @returns {Diagnostic[]} LP7008; then nothing has changed
 */
export function writeSources(sources, before) {
	/** @type {Replacement[]} */
	const replacements = [];
	/** @type {Replacement[]} */
	const done = [];
	let current = '';
	try {
		for (const [filename, text] of sources) {
			current = filename;
			if (readFileSync(filename, 'utf8') !== before.get(filename))
				return [unwritable(filename, 'it has changed meanwhile')];
			replacements.push(prepare(filename, text));
		}
		for (const one of replacements) {
			current = one.filename;
			linkOrRename(one.target, one.kept);
			done.push(one);
			renameSync(one.temporary, one.target);
		}
		return [];
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		for (const { kept, target } of done.reverse()) renameSync(kept, target);
		done.length = 0;
		return [unwritable(current, reasonOf(error))];
	} finally {
		for (const { temporary } of replacements) rmSync(temporary, { force: true });
		for (const { kept } of done) rmSync(kept, { force: true });
	}
}

/**
 * @param {string} filename
 * @param {string} text
 * @returns {Replacement} the text is on the disk, beside the file that it will replace
 */
function prepare(filename, text) {
	// a link stays a link: what it leads to is replaced
	const target = realpathSync(filename);
	const { mode } = statSync(target);
	const stem = path.join(path.dirname(target), `.${path.basename(target)}.lapidary-`);
	const id = `${process.pid}-${randomBytes(4).toString('hex')}`;
	const replacement = {
		filename,
		target,
		temporary: `${stem}${id}`,
		kept: `${stem}${id}.kept`,
	};
	writeFileSync(replacement.temporary, text, { flag: 'wx', mode: mode & 0o777 });
	return replacement;
}
