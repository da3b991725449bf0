// Frames of worker modules, in the positions of the source that they were cut from; runs on both sides.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { includesText, JSON } from '../primordials.js';

/**
 * The map of a worker module, and the URL that its sources are relative to.
 *
 * @typedef {{ map: SourceMap, base: string }} LoadedMap
 */

/** Maps read so far, by file; null for a module that has none. Per thread. @type {Map<string, LoadedMap | null>} */
const maps = new Map();

// The compiler's names for worker modules, in a frame: `at f (file:///a/score.cpu_bound-1a2b3c4d.js:3:47)`.
const FRAME = /((?:file:\/\/)?[^\s()]*\.cpu_bound-[0-9a-f]{8}\.[cm]?js):(\d+):(\d+)/g;

/**
 * Put the frames of worker modules into positions of their sources.
 *
 * Reads a map when an error is the first to need it. Node's own switch, `process.setSourceMapsEnabled`, reads the maps
 * of every file that a thread loads, dependencies included: measured with Babel, it doubled the time until a pool was warm.
 *
 * @param {string} stack
 * @returns {string} frames without a map as they were
 */
export function inSourcePositions(stack) {
	if (!includesText(stack, '.cpu_bound-')) return stack;
	return stack.replace(FRAME, (frame, file, line, column) => {
		const loaded = mapOf(file);
		if (!loaded) return frame;
		const entry = loaded.map.findEntry(Number(line) - 1, Number(column) - 1);
		if (!('originalSource' in entry)) return frame;
		const source = new URL(entry.originalSource, loaded.base);
		const name = file.startsWith('file:') ? source.href : fileURLToPath(source);
		return `${name}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
	});
}

/**
 * @param {string} file URL or path
 * @returns {LoadedMap | null}
 */
function mapOf(file) {
	const known = maps.get(file);
	if (known !== undefined) return known;
	const loaded = readMap(file.startsWith('file:') ? new URL(file) : pathToFileURL(file));
	maps.set(file, loaded);
	return loaded;
}

/**
 * @param {URL} url
 * @returns {LoadedMap | null}
 */
function readMap(url) {
	try {
		const code = readFileSync(url, 'utf8');
		const [, reference] = /\n\/\/# sourceMappingURL=(\S+)\s*$/.exec(code) ?? [];
		if (!reference) return null;
		const [, inline] = /^data:application\/json[^,]*;base64,(.*)$/.exec(reference) ?? [];
		const base = inline ? url : new URL(reference, url);
		const text = inline ? Buffer.from(inline, 'base64').toString() : readFileSync(base, 'utf8');
		return { map: new SourceMap(JSON.parse(text)), base: base.href };
	} catch {
		return null; // a stack is shown as it is rather than lost for want of its map
	}
}
