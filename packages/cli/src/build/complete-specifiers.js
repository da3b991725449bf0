import { statSync } from 'node:fs';
import path from 'node:path';
import { isTyped, strippedName } from './languages.js';

/** Relative specifiers, too many rather than too few. */
const SPECIFIER = /\b(?:from|import|require)\s*\(?\s*(['"])(\.{1,2}(?:\/[^'"\n]*)?)\1/g;

/** As TypeScript looks for what a specifier without an extension means. */
const ENDINGS = ['.ts', '.tsx', '.js', '.jsx'].flatMap((one) => [one, `/index${one}`]);

/**
 * Find what a TypeScript source means by specifiers that its compiler completes, `./score` and `./lib`. Node, which runs what comes of it,
 * completes none in ES modules.
 *
 * @param {string} text
 * @param {string} file absolute
 * @returns {Record<string, string>} specifier → that of the output, `./score.js` and `./lib/index.js`; empty for JavaScript
 */
export function completeSpecifiers(text, file) {
	/** @type {Record<string, string>} */
	const found = {};
	if (!isTyped(file)) return found;
	for (const [, , specifier] of text.matchAll(SPECIFIER)) {
		const target = path.resolve(path.dirname(file), specifier);
		if (isFile(target) || isFile(sourceOf(target))) continue;
		const isFolder = /(^|\/)\.{0,2}$/.test(specifier);
		const ending = ENDINGS.find(
			(one) => !(isFolder && /^\.[jt]/.test(one)) && isFile(target + one),
		);
		if (ending) found[specifier] = strippedName(specifier.replace(/\/$/, '') + ending);
	}
	return found;
}

/** @param {string} target `score.js` @returns {string} what TypeScript takes it for, `score.ts` */
const sourceOf = (target) => target.replace(/\.([cm]?)js$/, '.$1ts');

/** @param {string} file @returns {boolean} */
const isFile = (file) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
