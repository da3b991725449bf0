import path from 'node:path';
import { readManifest } from '../install/read-manifest.js';

/**
 * @typedef {object} PackageScope
 * @property {string} root absolute folder of the nearest package.json with a name, else of the nearest one
 * @property {string} name empty when no package.json above the file has one
 * @property {'module' | 'commonjs' | undefined} type what Node takes a `.js` file for; undefined when package.json is silent
 */

/** @typedef {{ folder: string, name?: string, type?: 'module' | 'commonjs' }} Manifest */

/**
 * Create a look-up of the package that a file belongs to. Each folder is read once.
 *
 * @returns {(folder: string) => PackageScope | undefined} for an absolute folder; undefined outside any package
 */
export function createPackageScopes() {
	/** @type {Map<string, PackageScope | undefined>} */
	const scopes = new Map();
	/** @param {string} folder @returns {PackageScope | undefined} */
	const find = (folder) => {
		if (scopes.has(folder)) return scopes.get(folder);
		const parent = path.dirname(folder);
		const above = parent === folder ? undefined : find(parent);
		const scope = join(findManifest(folder), above);
		scopes.set(folder, scope);
		return scope;
	};
	return find;
}

/**
 * @param {Manifest | undefined} manifest of a folder
 * @param {PackageScope | undefined} above the scope of its parent
 * @returns {PackageScope | undefined}
 */
function join(manifest, above) {
	if (!manifest) return above;
	// a package.json without a name, `{ "type": "module" }`, decides the kind of the modules and is no package
	const { root, name } =
		manifest.name || !above ? { root: manifest.folder, name: manifest.name ?? '' } : above;
	return { root, name, type: manifest.type };
}

/**
 * @param {string} folder absolute
 * @returns {Manifest | undefined} undefined without a package.json
 */
function findManifest(folder) {
	const manifest = readManifest(folder);
	if (!manifest) return undefined;
	const { name, type } = manifest;
	return {
		folder,
		name: typeof name === 'string' ? name : undefined,
		type: type === 'module' || type === 'commonjs' ? type : undefined,
	};
}

/**
 * What the compiler needs to know of a file beyond its source.
 *
 * @param {string} file absolute
 * @param {PackageScope | undefined} scope
 * @param {{ path: string }} root the folder in whose terms a file outside any package is named
 * @param {{ relative: (from: string, to: string) => string, sep: string }} platform
 * @returns {{ filename: string, id: string, sourceType: 'module' | 'commonjs' | undefined }} `filename` and `id` with
 *   slashes, on every platform
 */
export function identify(file, scope, root, platform = path) {
	const filename = platform.relative(scope?.root ?? root.path, file).replaceAll(platform.sep, '/');
	const id = scope?.name ? `${scope.name}/${filename}` : filename;
	return { filename, id, sourceType: sourceTypeOf(file, scope) };
}

/**
 * Node goes by package.json for `.js`. TypeScript and JSX are written as ES modules also where a compiler makes CommonJS of
 * them, so only `"type": "module"` says something about those.
 *
 * @param {string} file
 * @param {PackageScope | undefined} scope
 * @returns {'module' | 'commonjs' | undefined}
 */
function sourceTypeOf(file, scope) {
	const extension = path.extname(file);
	if (extension === '.js') return scope?.type;
	const isOpen = extension === '.ts' || extension === '.tsx' || extension === '.jsx';
	return isOpen && scope?.type === 'module' ? 'module' : undefined;
}
