/** @import { SourceMap } from '../../types.js' */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const COMMENT = /^[ \t]*\/\/[#@] sourceMappingURL=(\S+)[ \t]*\r?$/gm;
const DATA_URL = /^data:application\/json(?:;charset=[^;,]*)?(;base64)?,(.*)$/;

/**
 * Find the map of the transform that made a source, so that our maps lead past it.
 *
 * @param {string} text
 * @param {string} file absolute
 * @returns {SourceMap | null} null without a comment, and when what it names is missing or is no map: a debugger shows
 *   the source itself then, as it would without us
 */
export function readInputMap(text, file) {
	const [, url] = [...text.matchAll(COMMENT)].at(-1) ?? [];
	if (!url) return null;
	try {
		return parseMap(readMapText(url, file));
	} catch (error) {
		const { syscall } = /** @type {NodeJS.ErrnoException} */ (error);
		const isExpected =
			syscall !== undefined || error instanceof SyntaxError || error instanceof URIError;
		if (!isExpected) throw error;
		return null;
	}
}

/**
 * @param {string} url
 * @param {string} file absolute
 * @returns {string}
 */
function readMapText(url, file) {
	const [, isBase64, data] = DATA_URL.exec(url) ?? [];
	if (data === undefined)
		return readFileSync(path.resolve(path.dirname(file), decodeURI(url)), 'utf8');
	return isBase64 ? Buffer.from(data, 'base64').toString('utf8') : decodeURIComponent(data);
}

/**
 * @param {string} json
 * @returns {SourceMap | null}
 */
function parseMap(json) {
	const map = JSON.parse(json);
	return map?.version === 3 && typeof map.mappings === 'string' ? map : null;
}
