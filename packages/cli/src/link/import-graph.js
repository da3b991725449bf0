/** @import { SourceFile } from '../types.js' */
/** @import { Outside } from './outside.js' */
/** @import { Resolver } from './resolver.js' */
import { readFileSync } from 'node:fs';
import {
	isPackage,
	mayChangeGlobals,
	mayImportByPattern,
	maySetUp,
	scanSpecifiers,
} from '@lapidary/compiler/link';
import { isCompiled } from '../build/languages.js';
import { errorCode } from '../build/paths.js';
import { createOutsideCheck } from './outside.js';

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

/** How long the scan may keep the event loop to itself. */
const TURN_MS = 50;

/**
 * Look for imports in every file of a tree, without parsing any: a file that cannot lead to an annotated one is done with.
 *
 * @param {readonly Pick<SourceFile, 'path'>[]} files
 * @param {Resolver} resolver
 * @param {ReadonlyMap<string, string>} sources in place of what is on the disk
 * @returns {Promise<ImportGraph>}
 */
export async function scanImports(files, { resolve, locate }, sources) {
	const isOutside = createOutsideCheck(locate);
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
	let turnEndMs = performance.now() + TURN_MS;
	for (const { path } of files) {
		if (!isCompiled(path)) continue;
		const text = sources.get(path);
		const { specifiers, isByPattern, isPatch, isSetUp } =
			text === undefined ? scanFile(path) : scanText(text);
		/** @type {Map<string, string>} */
		const own = new Map();
		/** @type {Map<string, Outside>} */
		const others = new Map();
		for (const specifier of specifiers) {
			const target = resolve(specifier, path, 'import') ?? resolve(specifier, path, 'require');
			if (target === null) {
				const found = isOutside(specifier, path);
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
		if (performance.now() < turnEndMs) continue;
		await new Promise((done) => setImmediate(done));
		turnEndMs = performance.now() + TURN_MS;
	}
	return { imports, importers, outside, byPattern, packages, setUps, patches };
}

/** @typedef {{ specifiers: string[], isByPattern: boolean, isPatch: boolean, isSetUp: boolean }} Scanned */

/** @param {string} text @returns {Scanned} */
function scanText(text) {
	const specifiers = scanSpecifiers(text);
	return {
		specifiers,
		isByPattern: mayImportByPattern(text),
		isPatch: mayChangeGlobals(text),
		isSetUp: specifiers.some(isPackage) && maySetUp(text),
	};
}

/**
 * @param {string} path
 * @returns {Scanned} nothing for a file that cannot be read any more: the scan before this one has reported it
 */
function scanFile(path) {
	let bytes;
	try {
		bytes = readFileSync(path);
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		return { specifiers: [], isByPattern: false, isPatch: false, isSetUp: false };
	}
	// Latin-1 is decoded many times faster than UTF-8; the few specifiers that it spoils are put right.
	const { specifiers, ...rest } = scanText(bytes.toString('latin1'));
	const repaired = specifiers.map((specifier) =>
		/[\x80-\xff]/.test(specifier) ? Buffer.from(specifier, 'latin1').toString() : specifier,
	);
	return { specifiers: repaired, ...rest };
}
