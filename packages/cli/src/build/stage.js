import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { entryType, errorCode } from './paths.js';

/**
 * A folder under a temporary name that collects outputs, on the file system that they are for.
 *
 * For an out-dir that does not exist it is a sibling, `.dist.lapidary-1234-9f3a`, which becomes the out-dir by one rename.
 * Else it is inside the out-dir, `.lapidary-1234-9f3a`, so that nothing outside it is touched.
 *
 * @typedef {object} Stage
 * @property {string} path absolute
 * @property {string} outDir absolute, links followed
 * @property {boolean} isFresh the out-dir does not exist
 * @property {(file: string) => string} prepare makes the folders of a path below the out-dir, returns where to write it
 * @property {(file: string) => void} drop removes an output that is to be written again
 * @property {() => void} remove whatever was made, the parents of a new out-dir included
 * @property {() => void} close what is left to do once the outputs are in their place
 */

/**
 * @param {string} outDir absolute, links followed
 * @returns {Stage}
 * @throws {NodeJS.ErrnoException} when the place cannot be written
 */
export function createStage(outDir) {
	const isFresh = entryType(outDir) === 'none';
	const parent = isFresh ? path.dirname(outDir) : outDir;
	const name = `${isFresh ? `.${path.basename(outDir)}` : ''}.lapidary-`;
	const firstMade = mkdirSync(parent, { recursive: true });
	removeAbandoned(parent, name);
	const stage = path.join(parent, `${name}${process.pid}-${randomBytes(4).toString('hex')}`);
	// not mkdtemp, which makes a folder that only its owner can read: this one may become the out-dir
	mkdirSync(stage);
	const made = new Set([stage]);
	const close = () => rmSync(stage, { recursive: true, force: true, maxRetries: 10 });
	return {
		path: stage,
		outDir,
		isFresh,
		prepare(file) {
			const target = path.join(stage, file);
			const folder = path.dirname(target);
			if (!made.has(folder)) {
				mkdirSync(folder, { recursive: true });
				made.add(folder);
			}
			return target;
		},
		drop(file) {
			rmSync(path.join(stage, file), { force: true });
		},
		remove() {
			close();
			if (firstMade) removeEmpty(parent, firstMade);
		},
		close,
	};
}

/**
 * Remove what builds of the same out-dir left behind that were killed without a chance to clean up.
 *
 * @param {string} parent absolute
 * @param {string} prefix of the stage's name
 */
function removeAbandoned(parent, prefix) {
	for (const name of readdirSync(parent)) {
		const [, pid] =
			(name.startsWith(prefix) && /^(\d+)-[0-9a-f]{8}$/.exec(name.slice(prefix.length))) || [];
		if (!pid || isRunning(Number(pid))) continue;
		rmSync(path.join(parent, name), { recursive: true, force: true });
	}
}

/**
 * @param {number} pid
 * @returns {boolean}
 */
function isRunning(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return errorCode(error) !== 'ESRCH';
	}
}

/**
 * @param {string} folder absolute
 * @param {string} last the outermost folder to remove
 */
function removeEmpty(folder, last) {
	try {
		for (let at = folder; at.length >= last.length; at = path.dirname(at)) rmdirSync(at);
	} catch (error) {
		// something else has come to be there since: it stays
		if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(String(errorCode(error)))) throw error;
	}
}
