/** @import { SourceMap } from '../../types.js' */
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const COMMENT = /^[ \t]*\/\/[#@] sourceMappingURL=\S*[ \t]*\r?$/gm;

/**
 * Append a map to the code it belongs to.
 *
 * @param {string} code
 * @param {SourceMap | null} map whose sources are relative to the folder of the source
 * @param {string} filename of the source, absolute
 * @returns {string}
 */
export function withInlineMap(code, map, filename) {
	if (!map) return code;
	const sources = map.sources.map((source) =>
		/^[a-z][a-z+.-]+:/i.test(source)
			? source
			: pathToFileURL(path.resolve(path.dirname(filename), source)).href,
	);
	const json = JSON.stringify({ ...map, sources });
	const data = Buffer.from(json).toString('base64');
	return `${code.replace(COMMENT, '')}\n//# sourceMappingURL=data:application/json;base64,${data}\n`;
}
