/** @import { Diagnostic, SourceFile } from '../types.js' */
/** @import { RewrittenDeclaration } from './lower-all.js' */
/** @import { SourceMap } from '../build/lower-source.js' */
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commit, unwritable } from '../build/commit.js';
import { onInterrupt } from '../build/interrupt.js';
import { reasonOf, urlFrom } from '../build/paths.js';
import { createStage } from '../build/stage.js';

/** @typedef {import('../build/stage.js').Stage} Stage */

/**
 * Put rewritten declarations in the place of what they were made from: all of a folder, or none.
 *
 * @param {RewrittenDeclaration[]} changed
 * @returns {Diagnostic[]} LP7008
 */
export function writeInPlace(changed) {
	const folders = new Set(changed.map(({ folder }) => folder));
	return [...folders].flatMap((folder) => {
		const own = changed.filter((one) => one.folder === folder);
		return withStage(folder, (stage) => own.flatMap((one) => stageRewritten(one, stage)));
	});
}

/**
 * Write a tree of declarations: the rewritten ones, and the others as they are, with their maps.
 *
 * @param {SourceFile[]} files declarations and their maps
 * @param {RewrittenDeclaration[]} changed
 * @param {string} outDir absolute, links followed
 * @returns {Diagnostic[]} LP7008
 */
export function writeTree(files, changed, outDir) {
	const byPath = new Map(changed.map((one) => [one.path, one]));
	return withStage(outDir, (stage) => {
		const copied = files
			.filter((file) => !byPath.has(file.path))
			.map((file) => stageCopy(file, stage));
		// after the copies, as a map may be among them
		return [...copied, ...changed.flatMap((one) => stageRewritten(one, stage))];
	});
}

/**
 * @param {string} folder absolute
 * @param {(stage: Stage) => string[]} fill returns what it has staged, relative to the folder
 * @returns {Diagnostic[]} LP7008
 */
function withStage(folder, fill) {
	/** @type {Stage | undefined} */
	let stage;
	const stopListening = onInterrupt(() => stage?.remove());
	try {
		stage = createStage(folder);
		const outputs = [...new Set(fill(stage))];
		const diagnostics = commit(stage, { outputs, unchanged: new Set(), hosts: [] });
		if (diagnostics.length > 0) stage.remove();
		else stage.close();
		return diagnostics;
	} catch (error) {
		stage?.remove();
		return [unwritable(folder, reasonOf(error))];
	} finally {
		stopListening();
	}
}

/**
 * @param {SourceFile} file a declaration file, or the map of one
 * @param {Stage} stage
 * @returns {string} what was written, relative to the stage
 */
function stageCopy({ path: from, relative }, stage) {
	const target = stage.prepare(relative);
	const map = from.endsWith('.map') ? parseMap(readFileSync(from, 'utf8')) : null;
	if (map)
		writeFileSync(target, JSON.stringify(moveMap(map, from, path.join(stage.outDir, relative))));
	else copyFileSync(from, target);
	return relative;
}

/**
 * @param {RewrittenDeclaration} rewritten
 * @param {Stage} stage
 * @returns {string[]} what was written, relative to the stage
 */
export function stageRewritten({ path: file, relative, text, map }, stage) {
	const { mode } = statSync(file);
	writeFileSync(stage.prepare(relative), text, { mode: mode & 0o777 });
	const mapName = map && mapFileOf(text);
	if (!mapName) return [relative];
	const mapRelative = path.join(path.dirname(relative), mapName);
	const moved = moveMap(map, file, path.join(stage.outDir, mapRelative));
	const json = JSON.stringify({ ...moved, file: path.basename(file) });
	writeFileSync(stage.prepare(mapRelative), json);
	return [relative, mapRelative];
}

/**
 * @param {string} text of a declaration file
 * @returns {string | undefined} the name of the file beside it that holds its map
 */
function mapFileOf(text) {
	const url = [...text.matchAll(/^\/\/# sourceMappingURL=(\S+)\s*$/gm)].at(-1)?.[1] ?? '';
	return /^[^/:]+$/.test(url) ? decodeURI(url) : undefined;
}

/**
 * @param {string} json
 * @returns {SourceMap | null} null for what is no map
 */
function parseMap(json) {
	try {
		const map = JSON.parse(json);
		return Array.isArray(map?.sources) ? map : null;
	} catch (error) {
		if (/** @type {Error} */ (error).name !== 'SyntaxError') throw error;
		return null;
	}
}

/**
 * @param {SourceMap} map
 * @param {string} from absolute, a file where the map was
 * @param {string} to absolute, the file where it will be
 * @returns {SourceMap} whose sources are where they were
 */
function moveMap(map, from, to) {
	const [fromFolder, toFolder] = [from, to].map((file) => path.dirname(file));
	if (fromFolder === toFolder) return map;
	const { sourceRoot = '', ...rest } = map;
	const sources = map.sources.map((source) => {
		if (/^[a-z][a-z+.-]+:/i.test(sourceRoot + source)) return sourceRoot + source;
		const absolute = path.resolve(fromFolder, sourceRoot, source);
		return urlFrom(toFolder, absolute, (part) => part);
	});
	return { ...rest, sources };
}
