/** @import { Resolve } from '../link/index.js' */
import {
	isPackage,
	mayChangeGlobals,
	mayImportByPattern,
	maySetUp,
	scanSpecifiers,
} from '../link/index.js';

/**
 * Why an import cannot be followed. `key` is the same for imports of the same thing.
 *
 * @typedef {{ key: string, reason: string }} Outside
 */

/**
 * Which files may import which, by what their text looks like.
 *
 * @typedef {object} ImportGraph
 * @property {ReadonlyMap<string, ReadonlyMap<string, string>>} imports file → specifier → file, within the tree
 * @property {ReadonlyMap<string, ReadonlySet<string>>} importers file → files
 * @property {ReadonlyMap<string, ReadonlyMap<string, Outside>>} outside file → specifiers that cannot be followed
 * @property {readonly string[]} byPattern files that may put specifiers together
 * @property {ReadonlyMap<string, readonly string[]>} packages file → specifiers of other packages
 * @property {ReadonlySet<string>} setUps files that may set up packages
 * @property {readonly string[]} patches files that may change built-in objects, or other globals
 */

/**
 * Look for imports in every file of a tree, without parsing any: a file that cannot lead to an annotated one is done with.
 *
 * @param {readonly string[]} files absolute paths
 * @param {{ resolve: Resolve, scan: (file: string) => Scanned | Promise<Scanned>, judgeOutside: (specifier: string, from: string) => Outside | null }} context
 * @returns {Promise<ImportGraph>}
 */
export async function scanImports(files, { resolve, scan, judgeOutside }) {
	/** @type {Map<string, Map<string, string>>} */
	const imports = new Map();
	/** @type {Map<string, Set<string>>} */
	const importers = new Map();
	/** @type {Map<string, Map<string, Outside>>} */
	const outside = new Map();
	/** @type {string[]} */
	const byPattern = [];
	/** @type {string[]} */
	const patches = [];
	/** @type {Map<string, string[]>} */
	const packages = new Map();
	/** @type {Set<string>} */
	const setUps = new Set();
	for (const path of files) {
		const { specifiers, isByPattern, isPatch, isSetUp } = await scan(path);
		/** @type {Map<string, string>} */
		const own = new Map();
		/** @type {Map<string, Outside>} */
		const others = new Map();
		for (const specifier of specifiers) {
			const target = resolve(specifier, path, 'import') ?? resolve(specifier, path, 'require');
			if (target === null) {
				const found = judgeOutside(specifier, path);
				if (found) others.set(specifier, found);
				continue;
			}
			own.set(specifier, target);
			const known = importers.get(target);
			if (known) known.add(path);
			else importers.set(target, new Set([path]));
		}
		imports.set(path, own);
		const ofPackages = specifiers.filter((one) => !own.has(one) && isPackage(one));
		if (ofPackages.length > 0) packages.set(path, ofPackages);
		if (ofPackages.length > 0 && isSetUp) setUps.add(path);
		if (others.size > 0) outside.set(path, others);
		if (isByPattern) byPattern.push(path);
		if (isPatch) patches.push(path);
	}
	return { imports, importers, outside, byPattern, packages, setUps, patches };
}

/** What the text of a file looks like. @typedef {{ specifiers: string[], isByPattern: boolean, isPatch: boolean, isSetUp: boolean }} Scanned */

/** @param {string} text @returns {Scanned} */
export function scanText(text) {
	const specifiers = scanSpecifiers(text);
	return {
		specifiers,
		isByPattern: mayImportByPattern(text),
		isPatch: mayChangeGlobals(text),
		isSetUp: specifiers.some(isPackage) && maySetUp(text),
	};
}
