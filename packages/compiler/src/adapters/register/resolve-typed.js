/** @import { Loader } from './loader.js' */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { locate } from './located.js';

/** TypeScript names the file that will be there once it is compiled; a loader has the one it is compiled from. */
const SOURCES = new Map([
	['.js', ['.ts', '.tsx', '.jsx']],
	['.mjs', ['.mts']],
	['.cjs', ['.cts']],
]);

/**
 * Find the TypeScript source that a relative specifier stands for when the JavaScript file it names is not there.
 *
 * @param {string} specifier './score.js', or the absolute URL of a worker module
 * @param {string | undefined} parentUrl
 * @param {Pick<Loader, 'isStripped'>} loader
 * @returns {string | undefined} a file URL, with the query of the specifier; undefined when there is none
 */
export function resolveTyped(specifier, parentUrl, loader) {
	const isRelative = /^\.{1,2}\//.test(specifier) && parentUrl?.startsWith('file:');
	if (!isRelative && !specifier.startsWith('file:')) return undefined;
	const url = new URL(specifier, parentUrl);
	const { filename = '' } = locate(url.href);
	const found = findSource(filename, loader);
	return found && `${pathToFileURL(found).href}${url.search}`;
}

/**
 * Threads inherit `--input-type`, which Node refuses for the file that a program begins with, and so for that of a thread where hooks are registered.
 *
 * @template {{ parentURL?: string | undefined }} T
 * @param {string} specifier
 * @param {T} context
 * @param {unknown} error of the resolution
 * @returns {T | undefined} a context in which the file of a thread is resolved; undefined for any other failure
 */
export function asFileOfThread(specifier, context, error) {
	const { code } = /** @type {{ code?: string }} */ (error);
	return code === 'ERR_INPUT_TYPE_NOT_ALLOWED' && specifier.startsWith('file:')
		? { ...context, parentURL: specifier }
		: undefined;
}

/**
 * @param {string} filename absolute
 * @param {Pick<Loader, 'isStripped'>} loader
 * @returns {string | undefined} absolute
 */
export function findSource(filename, loader) {
	const extension = path.extname(filename);
	const stem = filename.slice(0, filename.length - extension.length);
	const candidates = (SOURCES.get(extension) ?? []).map((one) => `${stem}${one}`);
	return candidates.find((one) => loader.isStripped(one) && existsSync(one));
}
