/** @import { TypedUnit } from '@lapidary/compiler/declarations' */
/** @import { ModuleSummary } from '@lapidary/compiler/link' */
/** @import { Diagnostic, LoweredFile, LowerTask } from '../types.js' */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readInputMap } from '@lapidary/compiler/input-map';
import { unreadableFile } from '../diagnostics/codes.js';
import { cacheKey, readCache, writeCache } from './cache.js';
import { unwritable } from './commit.js';
import { completeSpecifiers } from './complete-specifiers.js';
import { failedFile } from './failed-file.js';
import { displayPath, reasonOf, urlFrom } from './paths.js';
import { transformSource } from './transform-source.js';
import { decodeUtf8 } from './utf8.js';

/**
 * What a file becomes, before it is known where it goes.
 *
 * @typedef {object} Transformed
 * @property {{ name: string, code: string, map: SourceMap | null }[]} modules host module first; `name` without folder
 * @property {Diagnostic[]} diagnostics with `filename` relative to the package
 * @property {boolean} isLowered the compiler has changed it
 * @property {number} unitCount
 * @property {TypedUnit[]} typedUnits
 * @property {ModuleSummary} [summary] with `filename` relative to the package
 */

/** @typedef {{ version: 3, sources: string[], sourceRoot?: string, sourcesContent?: (string | null)[], names: string[], mappings: string }} SourceMap */

/**
 * Lower one file: what `lowerFile` does, on whichever thread.
 *
 * @param {LowerTask} task
 * @returns {Promise<LoweredFile>} without outputs when a diagnostic is an error, or without a stage
 */
export async function lowerSource(task) {
	let bytes;
	try {
		bytes = readFileSync(task.path);
	} catch (error) {
		const params = { path: displayPath(task.path), reason: reasonOf(error) };
		return failedFile(unreadableFile(params, { filename: task.path }));
	}
	const { text, problem } = decodeUtf8(bytes, task.path);
	if (problem) return failedFile(problem);
	const { transformed, isCached } = await transform(task, text);
	const diagnostics = transformed.diagnostics.map((one) => locate(one, task));
	const isBroken = diagnostics.some(({ severity }) => severity === 'error');
	const { isLowered, unitCount, typedUnits } = transformed;
	const summary = transformed.summary && { ...transformed.summary, filename: task.path };
	const result = { isLowered, unitCount, typedUnits, isCached, diagnostics, summary };
	if (isBroken || !task.stageDir) return { ...result, outputs: [] };
	try {
		return { ...result, outputs: writeModules(task, transformed) };
	} catch (error) {
		const target = path.join(String(task.outputDir), path.basename(task.output));
		return failedFile(unwritable(target, reasonOf(error)));
	}
}

/**
 * @param {LowerTask} task
 * @param {string} text
 * @returns {Promise<{ transformed: Transformed, isCached: boolean }>}
 */
async function transform(task, text) {
	const { cacheDir, path: file, ...input } = task;
	const inputMap = readInputMap(text, file);
	const completed = input.options.stripTypes ? completeSpecifiers(text, file) : {};
	const source = { text, inputMap, completed };
	if (!cacheDir) return { transformed: await transformSource(input, source), isCached: false };
	const { filename, id, sourceType, options, output } = input;
	const name = path.basename(output);
	const key = cacheKey({ ...source, filename, id, sourceType, options, name });
	const cached = readCache(cacheDir, key);
	if (cached) return { transformed: cached, isCached: true };
	const transformed = await transformSource(input, source);
	writeCache(cacheDir, key, transformed);
	return { transformed, isCached: false };
}

/**
 * The compiler knows the file by its name within its package, so that its results do not depend on where that is.
 *
 * @param {Diagnostic} diagnostic
 * @param {LowerTask} task
 * @returns {Diagnostic} about the absolute path
 */
function locate(diagnostic, { path: filename }) {
	const related = diagnostic.related.map((one) => ('filename' in one ? { ...one, filename } : one));
	return { ...diagnostic, filename, related };
}

/**
 * @param {LowerTask} task with a stage
 * @param {Transformed} transformed
 * @returns {string[]} what was written, below the out-dir
 */
function writeModules(task, { modules }) {
	const mode = statSync(task.path).mode & 0o777;
	const folder = path.dirname(task.output);
	const stageFolder = path.join(String(task.stageDir), folder);
	const outputs = [];
	for (const { name, code, map } of modules) {
		const withMap = task.options.sourceMaps && map !== null;
		// The runtime puts the frames of worker modules into source positions, whatever the build was asked for.
		const isWorker = /\.cpu_bound-[0-9a-f]{8}\./.test(name);
		const reference = withMap
			? `${encodeURI(name)}.map`
			: isWorker && map !== null
				? inlineMap(hasHostLines(map, task) ? besideHost(map, task) : relocate(map, name, task))
				: null;
		const text = reference ? `${withoutMapComment(code)}//# sourceMappingURL=${reference}\n` : code;
		writeFileSync(path.join(stageFolder, name), text, { flag: 'wx', mode });
		outputs.push(path.join(folder, name));
		if (!withMap) continue;
		// no `wx`: the map of an earlier transform may have been copied, and this one is composed with it
		writeFileSync(path.join(stageFolder, `${name}.map`), JSON.stringify(relocate(map, name, task)));
		outputs.push(path.join(folder, `${name}.map`));
	}
	return outputs;
}

/**
 * @param {SourceMap} map
 * @param {LowerTask} task
 * @returns {boolean} whether it leads to the file that the host module was made of, line by line
 */
const hasHostLines = ({ sources }, { filename, options }) =>
	!options.stripTypes && sources.every((source) => source === filename);

/**
 * The host module stands beside the worker module and has the lines of the source, so it is what frames can name
 * wherever the output is taken.
 *
 * @param {SourceMap} map
 * @param {LowerTask} task
 * @returns {SourceMap}
 */
const besideHost = (map, { output }) => ({ ...map, sources: [encodeURI(path.basename(output))] });

/**
 * @param {object} map
 * @returns {string} a URL that holds the map, without the text of its sources
 */
function inlineMap(map) {
	const text = JSON.stringify({ ...map, sourcesContent: undefined });
	return `data:application/json;base64,${Buffer.from(text).toString('base64')}`;
}

/**
 * @param {string} code
 * @returns {string} without a comment that names another map; ends with a line break
 */
function withoutMapComment(code) {
	const text = code.replace(/^[ \t]*\/\/[#@] sourceMappingURL=\S*[ \t]*\r?$/gm, '');
	return text.endsWith('\n') ? text : `${text}\n`;
}

/** @param {string} part of a path @returns {string} with what would end the path of a URL encoded, too */
const encodePart = (part) => encodeURI(part).replace(/[#?]/g, encodeURIComponent);

/**
 * Make a map's sources relative to where the map will be.
 *
 * @param {SourceMap} map whose sources are relative to the folder that `filename` is relative to: a compiler that has made
 *   the source names its own source in terms of it
 * @param {string} name of the generated file
 * @param {LowerTask} task
 * @returns {SourceMap & { file: string }}
 */
function relocate(map, name, { path: file, filename, outputDir }) {
	const base = path.resolve(file, ...filename.split('/').map(() => '..'));
	const sources = map.sources.map((source) => {
		if (/^[a-z][a-z+.-]+:/i.test(source)) return source;
		const absolute = path.resolve(base, source);
		return urlFrom(String(outputDir), absolute, encodePart);
	});
	return { ...map, file: name, sources };
}
