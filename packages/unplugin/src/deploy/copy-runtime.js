// What an output needs to run where nothing is installed.
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const RUNTIME = '@lapidary/runtime';

/** Parts of packages that no program loads. */
const UNUSED = new Set(['types', 'messages', 'test', 'node_modules', 'README.md', 'CHANGELOG.md']);

/**
 * Copy the runtime, and the packages that it imports, into a folder `node_modules` of an output: threads load them by their files, which
 * a bundle could not hold.
 *
 * @param {string} folder absolute, of the output
 * @param {string} root absolute, of the program that is built
 */
export function copyRuntime(folder, root) {
	/** @type {Map<string, string>} name → folder */
	const packages = new Map([[RUNTIME, findPackage(RUNTIME, root)]]);
	// a Map grows while it is walked
	for (const [name, source] of packages) {
		const { dependencies = {}, files } = readManifest(source);
		for (const one of Object.keys(dependencies))
			if (!packages.has(one)) packages.set(one, findPackage(one, source));
		cpSync(source, path.join(folder, 'node_modules', name), {
			recursive: true,
			dereference: true,
			filter: (file) => isLoaded(path.relative(source, file), files),
		});
	}
}

/**
 * @param {string} relative path within a package
 * @param {readonly string[]} [published] what the package publishes; default: all
 * @returns {boolean}
 */
function isLoaded(relative, published) {
	const [first = ''] = relative.split(path.sep);
	if (relative === '' || first === 'package.json' || first === 'LICENSE') return true;
	if (UNUSED.has(first) || /\.d\.[cm]?ts$|\.map$/.test(relative)) return false;
	return published === undefined || published.some((one) => one.split('/')[0] === first);
}

/**
 * @param {string} name
 * @param {string} from absolute folder of the importer
 * @returns {string} absolute folder
 * @throws {Error} when it is not installed there
 */
function findPackage(name, from) {
	const { resolve } = createRequire(path.join(from, 'package.json'));
	let at = path.dirname(resolve(name));
	while (!existsSync(path.join(at, 'package.json')) || readManifest(at).name !== name) {
		if (path.dirname(at) === at) throw new Error(`@lapidary/unplugin: ${name} has no package.json`);
		at = path.dirname(at);
	}
	return at;
}

/** @param {string} folder @returns {{ name?: string, dependencies?: Record<string, string>, files?: string[] }} */
const readManifest = (folder) =>
	JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
