import path from 'node:path';

/**
 * What there is on a disk, or in place of one.
 *
 * @typedef {object} Files
 * @property {(file: string) => string | null} read the text of a file; null for none
 * @property {(file: string) => string | null} find the real path of a file; null for none
 */

const ENDINGS = [
	'',
	'.js',
	'.json',
	'.mjs',
	'.cjs',
	'.node',
	'/index.js',
	'/index.json',
	'/index.mjs',
	'/index.cjs',
];
const TYPED_ENDINGS = [...ENDINGS, '.ts', '.mts', '.cts', '.tsx', '/index.ts'];

/**
 * Find the file that Node, or a bundler that looks for packages as Node does, loads for a specifier.
 *
 * @param {string} specifier
 * @param {string} from absolute path of the file that has it
 * @param {'import' | 'require'} how
 * @param {Files} files
 * @returns {string | null}
 */
export function resolveFile(specifier, from, how, files) {
	const folder = path.dirname(from);
	if (/^\.{1,2}(\/|$)/.test(specifier)) return findAt(path.resolve(folder, specifier), files);
	if (path.isAbsolute(specifier)) return findAt(specifier, files);
	const conditions = new Set(['node', how, 'module-sync', 'default']);
	if (specifier.startsWith('#')) return ofImports(specifier, folder, { conditions, files });
	const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
	const rest = specifier.slice(name.length);
	for (let at = folder; ; at = path.dirname(at)) {
		const root = path.join(at, 'node_modules', name);
		const manifest = readManifest(root, files);
		const found = manifest
			? inPackage(root, rest, { manifest, conditions, files })
			: findAt(path.join(root, rest), files);
		if (manifest || found) return found;
		if (path.dirname(at) === at) return null;
	}
}

/** @param {string} root of a package @param {Files} files @returns {Record<string, any> | null} */
function readManifest(root, files) {
	const text = files.read(path.join(root, 'package.json'));
	if (text === null) return null;
	try {
		return Object(JSON.parse(text));
	} catch {
		// Node complains of it when the program runs.
		return {};
	}
}

/**
 * @param {string} root
 * @param {string} rest of the specifier: `/sync`
 * @param {{ manifest: Record<string, any>, conditions: ReadonlySet<string>, files: Files }} context
 * @returns {string | null}
 */
function inPackage(root, rest, { manifest, conditions, files }) {
	if (manifest.exports === undefined || manifest.exports === null) {
		if (rest) return findAt(path.join(root, rest), files);
		const main = typeof manifest.main === 'string' ? manifest.main : 'index.js';
		return findAt(path.join(root, main), files) ?? findAt(path.join(root, 'index'), files);
	}
	const isMap = Object.keys(Object(manifest.exports)).some((key) => key.startsWith('.'));
	const map =
		isMap && !Array.isArray(manifest.exports) ? manifest.exports : { '.': manifest.exports };
	const target = targetOf(map, `.${rest}`, conditions);
	return target?.startsWith('./') ? findAt(path.join(root, target), files) : null;
}

/** @param {string} specifier `#internal` @param {string} folder @param {{ conditions: ReadonlySet<string>, files: Files }} context @returns {string | null} */
function ofImports(specifier, folder, { conditions, files }) {
	for (let at = folder; path.dirname(at) !== at; at = path.dirname(at)) {
		const manifest = readManifest(at, files);
		if (!manifest) continue;
		const target = targetOf(Object(manifest.imports), specifier, conditions);
		if (!target) return null;
		const how = conditions.has('import') ? 'import' : 'require';
		return resolveFile(
			target.startsWith('./') ? path.join(at, target) : target,
			path.join(at, 'package.json'),
			how,
			files,
		);
	}
	return null;
}

/** @param {Record<string, any>} map @param {string} key @param {ReadonlySet<string>} conditions @returns {string | null} */
function targetOf(map, key, conditions) {
	if (Object.hasOwn(map, key)) return chosen(map[key], conditions);
	const patterns = Object.keys(map)
		.filter((one) => one.includes('*') && matches(one, key))
		.sort((one, other) => other.indexOf('*') - one.indexOf('*'));
	const [pattern] = patterns;
	if (pattern === undefined) return null;
	const [before = '', after = ''] = pattern.split('*');
	const part = key.slice(before.length, key.length - after.length);
	return chosen(map[pattern], conditions)?.replaceAll('*', part) ?? null;
}

/** @param {string} pattern `./lib/*.js` @param {string} key @returns {boolean} */
function matches(pattern, key) {
	const [before = '', after = ''] = pattern.split('*');
	return key.startsWith(before) && key.endsWith(after) && key.length >= pattern.length - 1;
}

/** @param {unknown} target @param {ReadonlySet<string>} conditions @returns {string | null} */
function chosen(target, conditions) {
	if (typeof target === 'string') return target;
	if (target === null || typeof target !== 'object') return null;
	const options = Array.isArray(target)
		? target
		: Object.entries(target).flatMap(([condition, one]) =>
				conditions.has(condition) ? [one] : [],
			);
	for (const one of options) {
		const found = chosen(one, conditions);
		if (found !== null) return found;
	}
	return null;
}

/** @param {string} target absolute @param {Files} files @returns {string | null} */
function findAt(target, files) {
	const isSource = !/[\\/]node_modules[\\/]/.test(target);
	for (const ending of isSource ? TYPED_ENDINGS : ENDINGS) {
		const found = files.find(target + ending);
		if (found !== null) return found;
	}
	const manifest = readManifest(target, files);
	const main = typeof manifest?.main === 'string' ? path.join(target, manifest.main) : null;
	return main !== null && main !== target ? findAt(main, files) : null;
}
