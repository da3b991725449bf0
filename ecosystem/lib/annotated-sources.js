/** @import { Declaration } from './types.js' */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { annotate, applySteps, copyPackage, declarationFile, findPackage } from './prepare.js';
import { listPackages } from './run-packages.js';

/**
 * @typedef {object} AnnotatedSource
 * @property {string} package name on npm
 * @property {string} file relative to the package
 * @property {string} text with the directive in the functions that the suite lowers
 */

/**
 * The files of all packages of the suite that hold annotated functions, as the suite compiles them.
 *
 * @param {string} directory for copies of the packages
 * @returns {Promise<AnnotatedSource[]>} by package, then in the order of the declaration
 */
export async function annotatedSources(directory) {
	/** @type {AnnotatedSource[]} */
	const sources = [];
	for (const name of listPackages()) {
		/** @type {{ default: Declaration }} */
		const { default: declaration } = await import(pathToFileURL(declarationFile(name)).href);
		const folder = path.join(directory, name);
		copyPackage(findPackage(declaration.package), folder);
		applySteps(folder, declaration.steps ?? []);
		annotate(folder, declaration.units);
		for (const file of new Set(declaration.units.map((unit) => unit.file))) {
			const text = readFileSync(path.join(folder, file), 'utf8');
			sources.push({ package: declaration.package, file, text });
		}
	}
	return sources;
}
