// Puts a package together as it is published, in a folder of its own: `node scripts/publish/stage.js runtime <folder>`.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleRuntime, filesToCopy } from './bundle.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RUNTIME_SOURCE = path.join(ROOT, 'packages', 'runtime', 'src');
/** Folder of the published code, in place of `src`. */
const LIBRARY = 'lib';
/** Packages that are published, in the order in which each finds its dependencies published. */
export const PUBLISHED = /** @type {const} */ (['runtime', 'compiler', 'cli', 'unplugin']);

/** @typedef {typeof PUBLISHED[number]} PackageName a folder of `packages` */

/**
 * @typedef {string | { [condition: string]: Target }} Target
 *
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {Record<string, Target>} [exports]
 * @property {string[]} [files]
 * @property {string[]} [sideEffects]
 * @property {{ access?: string, directory?: string }} [publishConfig]
 * @property {object} [scripts]
 * @property {object} [devDependencies]
 * @property {string} homepage
 * @property {{ url: string, directory: string }} repository
 */

/** @param {PackageName} name @returns {string} absolute folder of its sources */
export const folderOf = (name) => path.join(ROOT, 'packages', name);

/** @param {PackageName} name @returns {Manifest} */
export const readManifest = (name) =>
	JSON.parse(readFileSync(path.join(folderOf(name), 'package.json'), 'utf8'));

/**
 * Write the published form of a package: what its `files` name, its README with absolute links, the license.
 *
 * @param {PackageName} name
 * @param {string} folder absolute; emptied first
 * @returns {Promise<void>}
 */
export async function stagePackage(name, folder) {
	if (name === 'runtime') await stageRuntime(folder);
	else {
		const manifest = readManifest(name);
		rmSync(folder, { recursive: true, force: true });
		stageDocuments(name, folder);
		copyFiles(name, manifest.files ?? [], folder);
		writeManifest(folder, manifest);
	}
}

/**
 * Write the published form of `@lapidary/runtime`: the entries of the sources, rolled up, under the same names.
 *
 * @param {string} folder absolute; emptied first
 * @returns {Promise<{ file: string, imports: string[] }[]>} the files of code, relative to `lib` in it
 */
export async function stageRuntime(folder) {
	const manifest = readManifest('runtime');
	const chunks = await bundleRuntime(RUNTIME_SOURCE, modulesOf(manifest));
	rmSync(folder, { recursive: true, force: true });
	const write = (/** @type {string} */ file, /** @type {string} */ code) => {
		const target = path.join(folder, LIBRARY, file);
		mkdirSync(path.dirname(target), { recursive: true });
		writeFileSync(target, code);
	};
	for (const { file, code } of chunks) write(file, code);
	for (const file of filesToCopy(RUNTIME_SOURCE))
		write(file, readFileSync(path.join(RUNTIME_SOURCE, file), 'utf8'));
	stageDocuments('runtime', folder);
	copyFiles('runtime', ['messages', 'types'], folder);
	const exports = Object.fromEntries(
		Object.entries(manifest.exports ?? {}).map(([key, target]) => [key, moved(target)]),
	);
	writeManifest(folder, { ...manifest, exports, files: undefined, sideEffects: undefined });
	return chunks.map(({ file, imports }) => ({ file, imports }));
}

/** @param {Target} target @returns {Target} where it is in the published package */
const moved = (target) =>
	typeof target === 'string'
		? target.replace(/^\.\/src\//, `./${LIBRARY}/`)
		: Object.fromEntries(Object.entries(target).map(([key, value]) => [key, moved(value)]));

/**
 * @param {PackageName} name
 * @param {readonly string[]} files folders and files of the package; declarations are absent where TypeScript is
 * @param {string} folder
 */
function copyFiles(name, files, folder) {
	for (const file of files) {
		const from = path.join(folderOf(name), file);
		if (existsSync(from)) cpSync(from, path.join(folder, file), { recursive: true });
	}
}

/** @param {PackageName} name @param {string} folder */
function stageDocuments(name, folder) {
	mkdirSync(folder, { recursive: true });
	cpSync(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
	const readme = readFileSync(path.join(folderOf(name), 'README.md'), 'utf8');
	writeFileSync(path.join(folder, 'README.md'), withAbsoluteLinks(readme, readManifest(name)));
}

/**
 * A registry shows a README without the repository around it, so that relative links lead nowhere there.
 *
 * @param {string} markdown
 * @param {Pick<Manifest, 'homepage' | 'repository'>} manifest
 * @returns {string} relative links lead into the repository; links within the page stay
 */
export function withAbsoluteLinks(markdown, { homepage, repository }) {
	const base = `${homepage.replace(/#.*$/, '')}/blob/main/`;
	return markdown.replace(/\]\((?![a-z]+:|#|\/)([^)\s]+)\)/g, (_, target) => {
		const file = path.posix.join(repository.directory, target);
		return `](${base}${file})`;
	});
}

/**
 * @param {string} folder
 * @param {Manifest} manifest
 */
function writeManifest(folder, manifest) {
	const { access } = manifest.publishConfig ?? {};
	// Scripts and development dependencies hold for the repository alone.
	const published = {
		...manifest,
		publishConfig: { access },
		scripts: undefined,
		devDependencies: undefined,
	};
	writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}

/** @param {Manifest} manifest @returns {string[]} the ES modules that it exports, relative to `src` */
function modulesOf({ exports }) {
	const targets = Object.values(exports ?? {}).map((target) =>
		typeof target === 'string' ? target : String(target.default),
	);
	return targets
		.filter((target) => target.startsWith('./src/'))
		.map((target) => target.slice('./src/'.length));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const [name, folder] = process.argv.slice(2);
	await stagePackage(/** @type {PackageName} */ (name), path.resolve(folder));
}
