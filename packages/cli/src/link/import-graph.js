/** @import { SourceFile } from '../types.js' */
/** @import { Resolve } from './resolver.js' */
import { readFileSync } from 'node:fs';
import { scanSpecifiers } from '@lapidary/compiler/link';
import { isCompiled } from '../build/languages.js';
import { errorCode } from '../build/paths.js';

/**
 * Which files may import which, by what their texts look like.
 *
 * @typedef {object} ImportGraph
 * @property {ReadonlyMap<string, ReadonlyMap<string, string>>} imports file → specifier → file, within the tree
 * @property {ReadonlyMap<string, ReadonlySet<string>>} importers file → files
 */

/** How long the scan may keep the event loop to itself. */
const TURN_MS = 50;

/**
 * Look for imports in every file of a tree, without parsing any: a file that cannot lead to an annotated one is done with.
 *
 * @param {readonly Pick<SourceFile, 'path'>[]} files
 * @param {Resolve} resolve
 * @param {ReadonlyMap<string, string>} texts in place of what is on the disk
 * @returns {Promise<ImportGraph>}
 */
export async function scanImports(files, resolve, texts) {
	/** @type {Map<string, Map<string, string>>} */
	const imports = new Map();
	/** @type {Map<string, Set<string>>} */
	const importers = new Map();
	let turnEndMs = performance.now() + TURN_MS;
	for (const { path } of files) {
		if (!isCompiled(path)) continue;
		const text = texts.get(path);
		const found = text === undefined ? scanFile(path) : scanSpecifiers(text);
		/** @type {Map<string, string>} */
		const own = new Map();
		for (const specifier of found) {
			const target = resolve(specifier, path, 'import') ?? resolve(specifier, path, 'require');
			if (target === null) continue;
			own.set(specifier, target);
			const known = importers.get(target);
			if (known) known.add(path);
			else importers.set(target, new Set([path]));
		}
		imports.set(path, own);
		if (performance.now() < turnEndMs) continue;
		await new Promise((done) => setImmediate(done));
		turnEndMs = performance.now() + TURN_MS;
	}
	return { imports, importers };
}

/**
 * @param {string} path
 * @returns {string[]} none for a file that cannot be read any more: the scan before this one has reported it
 */
function scanFile(path) {
	let bytes;
	try {
		bytes = readFileSync(path);
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		return [];
	}
	// Latin-1 is decoded many times faster than UTF-8; the few specifiers that it spoils are put right.
	return scanSpecifiers(bytes.toString('latin1')).map((specifier) =>
		/[\x80-\xff]/.test(specifier) ? Buffer.from(specifier, 'latin1').toString() : specifier,
	);
}
