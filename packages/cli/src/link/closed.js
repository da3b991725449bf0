/** @import { SourceRoot } from '../types.js' */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isInside } from '../build/paths.js';

/**
 * Create an answer to whether all files that may import a file are being checked.
 *
 * They are when a folder that is checked holds the whole of the file's package, and of the workspace that the package belongs
 * to, and when the package is private: others could install it otherwise. Without any package.json, the current
 * directory is what has to be checked as a whole.
 *
 * @param {readonly SourceRoot[]} roots
 * @param {string} cwd absolute
 * @returns {(filename: string) => boolean}
 */
export function createClosedCheck(roots, cwd) {
	const folders = roots.filter(({ file }) => file === undefined);
	/** @type {Map<string, boolean>} */
	const answers = new Map();
	return (filename) => {
		const folder = path.dirname(filename);
		const known = answers.get(folder);
		if (known !== undefined) return known;
		const { whole, isPrivate } = outermost(folder);
		const isClosed =
			isPrivate && folders.some(({ path: checked }) => isInside(whole ?? cwd, checked));
		answers.set(folder, isClosed);
		return isClosed;
	};
}

/**
 * @param {string} folder absolute
 * @returns {{ whole: string | undefined, isPrivate: boolean }} `whole`: the folder that holds the package, or its workspace
 */
function outermost(folder) {
	let whole;
	let isPrivate = true;
	for (let at = folder; ; at = path.dirname(at)) {
		const manifest = readManifest(path.join(at, 'package.json'));
		// the nearest one with a name is the package; those further out count when they are a workspace
		if (manifest && whole === undefined && (manifest.name || !manifest.isNested)) {
			whole = at;
			isPrivate = manifest.isPrivate;
		} else if (manifest?.isWorkspace || existsSync(path.join(at, 'pnpm-workspace.yaml')))
			whole = at;
		if (path.dirname(at) === at) return { whole, isPrivate };
	}
}

/**
 * @param {string} file
 * @returns {{ name: boolean, isPrivate: boolean, isWorkspace: boolean, isNested: boolean } | undefined} undefined without
 *   one, or for what is no JSON; `isNested`: it only says what kind of modules a folder holds
 */
function readManifest(file) {
	try {
		const manifest = Object(JSON.parse(readFileSync(file, 'utf8')));
		const keys = Object.keys(manifest);
		return {
			name: typeof manifest.name === 'string',
			isPrivate: manifest.private === true || typeof manifest.name !== 'string',
			isWorkspace: manifest.workspaces !== undefined,
			isNested: keys.every((key) => key === 'type' || key === 'sideEffects'),
		};
	} catch {
		// no file, or none that Node could read either
		return undefined;
	}
}
