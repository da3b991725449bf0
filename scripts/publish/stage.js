// Puts the runtime together as it is published, in a folder of its own: `node scripts/publish/stage.js <folder>`.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleRuntime, filesToCopy } from './bundle.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGE = path.join(ROOT, 'packages', 'runtime');
const SOURCE = path.join(PACKAGE, 'src');
/** Folder of the published code, in place of `src`. */
const LIBRARY = 'lib';
const TAKEN_ALONG = ['README.md', 'messages', 'types'];

/**
 * @typedef {string | { [condition: string]: Target }} Target
 *
 * @typedef {object} Manifest
 * @property {Record<string, Target>} exports
 * @property {string[]} [files]
 * @property {string[]} [sideEffects]
 * @property {object} [publishConfig]
 * @property {object} [scripts]
 */

/**
 * Write the published form of `@lapidary/runtime`: the entries of the sources, rolled up, under the same names.
 *
 * @param {string} folder absolute; emptied first
 * @returns {Promise<{ file: string, imports: string[] }[]>} the files of code, relative to `lib` in it
 */
export async function stageRuntime(folder) {
	/** @type {Manifest} */
	const manifest = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'));
	const chunks = await bundleRuntime(SOURCE, modulesOf(manifest));
	rmSync(folder, { recursive: true, force: true });
	const write = (/** @type {string} */ file, /** @type {string} */ text) => {
		const target = path.join(folder, file);
		mkdirSync(path.dirname(target), { recursive: true });
		writeFileSync(target, text);
	};
	for (const { file, code } of chunks) write(path.join(LIBRARY, file), code);
	for (const file of filesToCopy(SOURCE)) {
		cpSync(path.join(SOURCE, file), path.join(folder, LIBRARY, file));
	}
	for (const part of TAKEN_ALONG) {
		const from = path.join(PACKAGE, part);
		if (existsSync(from)) cpSync(from, path.join(folder, part), { recursive: true });
	}
	cpSync(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
	write('package.json', `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`);
	return chunks.map(({ file, imports }) => ({ file, imports }));
}

/** @param {Manifest} manifest @returns {string[]} the ES modules that it exports, relative to `src` */
function modulesOf({ exports }) {
	const targets = Object.values(exports).map((target) =>
		typeof target === 'string' ? target : String(target.default),
	);
	return targets
		.filter((target) => target.startsWith('./src/'))
		.map((target) => target.slice('./src/'.length));
}

/** @param {Manifest} manifest of the sources @returns {object} without what only holds for them */
function publishedManifest(manifest) {
	/** @param {Target} target @returns {Target} */
	const moved = (target) =>
		typeof target === 'string'
			? target.replace(/^\.\/src\//, `./${LIBRARY}/`)
			: Object.fromEntries(Object.entries(target).map(([key, value]) => [key, moved(value)]));
	return {
		...manifest,
		exports: moved(manifest.exports),
		files: undefined,
		publishConfig: undefined,
		scripts: undefined,
		sideEffects: undefined,
	};
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	await stageRuntime(path.resolve(process.argv[2]));
}
