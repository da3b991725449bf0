/** @import { Diagnostic } from '../../diagnostics/diagnostic.js' */
import path from 'node:path';
import { runtimeNotInProduction } from '../diagnostics/codes.js';
import { commandToAdd, findPackageManager } from './package-manager.js';
import { readManifest } from './read-manifest.js';

const RUNTIME = '@lapidary/runtime';
const OURS = ['lapidary', '@lapidary/compiler', RUNTIME];

const FIELDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/** Where those who run the program, or who use the library, get what is named. */
const INSTALLED = ['dependencies', 'peerDependencies', 'optionalDependencies'];

/**
 * Create a check of lowered sources: whether production has what their output imports. Each package is looked at once.
 *
 * @returns {(files: Iterable<string>) => Diagnostic[]} for absolute paths of lowered sources; LP7031, each package once
 */
export function createRuntimeCheck() {
	/** @type {Set<string>} folders that have been looked at, from the one of a file up to its package */
	const seen = new Set();
	return (files) => [...files].flatMap((file) => checkFrom(path.dirname(file), seen));
}

/**
 * @param {string} folder absolute
 * @param {Set<string>} seen
 * @returns {Diagnostic[]}
 */
function checkFrom(folder, seen) {
	if (seen.has(folder)) return [];
	seen.add(folder);
	const manifest = readManifest(folder);
	// `{ "type": "module" }` in a folder of sources is no package
	if (manifest && isPackage(manifest)) return checkPackage(folder, manifest);
	const parent = path.dirname(folder);
	return parent === folder ? [] : checkFrom(parent, seen);
}

/** @param {Record<string, unknown>} manifest */
const isPackage = (manifest) =>
	manifest.name !== undefined || FIELDS.some((field) => manifest[field] !== undefined);

/**
 * A package.json that names none of our packages is part of something bigger, which has the tools: a folder of a workspace
 * whose root installs everything. What is missing there is not known here.
 *
 * @param {string} folder absolute
 * @param {Record<string, unknown>} manifest
 * @returns {Diagnostic[]}
 */
function checkPackage(folder, manifest) {
	if (!OURS.some((name) => isNamed(manifest, FIELDS, name)) || isInstalled(folder, manifest))
		return [];
	const filename = path.join(folder, 'package.json');
	const isPresent = isNamed(manifest, FIELDS, RUNTIME);
	const command = commandToAdd(findPackageManager(folder), RUNTIME, { isPresent });
	const name = typeof manifest.name === 'string' ? manifest.name : path.basename(folder);
	return [runtimeNotInProduction({ project: name, command }, { filename })];
}

/**
 * @param {string} folder absolute
 * @param {Record<string, unknown>} manifest
 * @returns {boolean} whether production has the runtime, by this package or by the root of a workspace around it
 */
function isInstalled(folder, manifest) {
	if (manifest.name === RUNTIME || isNamed(manifest, INSTALLED, RUNTIME)) return true;
	const parent = path.dirname(folder);
	return parent !== folder && isInstalled(parent, readManifest(parent) ?? {});
}

/**
 * @param {Record<string, unknown>} manifest
 * @param {string[]} fields
 * @param {string} name
 * @returns {boolean}
 */
const isNamed = (manifest, fields, name) =>
	fields.some((field) => Object.hasOwn(Object(manifest[field]), name));
