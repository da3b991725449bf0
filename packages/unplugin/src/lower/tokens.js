// Texts that stand for relative URLs in the code of a build until it is known which file lies where.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { types } from 'node:util';

/** As long as most relative paths, so that filling one in leaves every column, and so every source map, as it is. */
const LENGTH = 96;
const HASH = 16;
const PATTERN = new RegExp(
	`\\./__lapidary_(worker|host|folder)_([0-9a-f]{${HASH}})_[0-9a-f_]*`,
	'g',
);

/** @typedef {'worker' | 'host' | 'folder'} TokenKind which module of a source file is meant; `folder`: the host's, of which the folder alone is used */

/**
 * Tools hash files before tokens are filled in. Files of two builds into one folder may differ in that alone, and would overwrite each
 * other: their tokens have to be different, too.
 *
 * @param {TokenKind} kind
 * @param {string} id of the module
 * @param {string} [build] hash of its options, which nothing looks at
 * @returns {string}
 */
export function tokenOf(kind, id, build = '') {
	return `${tokenStart(kind, id)}${build}`.padEnd(LENGTH, '_');
}

/** @param {TokenKind} kind @param {string} id of the module @returns {string} what tokens of all builds begin with */
export const tokenStart = (kind, id) => `./__lapidary_${kind}_${hashOf(id)}_`;

/**
 * @param {object} options of a build: those that decide what its files have
 * @returns {string} for `tokenOf`
 */
export function hashOfBuild(options) {
	return hashOf(JSON.stringify(options, asText));
}

/** @param {string} _key @param {any} value @returns {unknown} */
function asText(_key, value) {
	if (typeof value === 'function' || types.isRegExp(value) || typeof value === 'bigint')
		return String(value);
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	const prototype = Object.getPrototypeOf(value);
	// What classes of plugins have may lead back to it.
	return prototype === null || prototype.constructor?.name === 'Object'
		? value
		: prototype.constructor?.name;
}

/** @param {string} id @returns {string} */
export const hashOf = (id) => createHash('sha256').update(id).digest('hex').slice(0, HASH);

/** @param {string} code @returns {boolean} */
export const hasTokens = (code) => code.includes('./__lapidary_');

/**
 * Put relative URLs in the places of tokens. They end in spaces, which URLs do not see, up to the length of the token.
 *
 * @param {string} code
 * @param {string} file that has the code, relative to the output, with `/`
 * @param {(kind: TokenKind, hash: string) => string | undefined} fileOf where a module is, relative to the output; undefined when it
 *   is in no file
 * @returns {string}
 */
export function fillTokens(code, file, fileOf) {
	return code.replace(PATTERN, (token, kind, hash) => {
		const target = fileOf(kind, hash);
		return (target === undefined ? './' : relativeUrl(file, target)).padEnd(token.length, ' ');
	});
}

/** @param {string} code @returns {{ start: number, end: number, kind: TokenKind, hash: string }[]} */
export function findTokens(code) {
	return [...code.matchAll(PATTERN)].map(({ 0: text, 1: kind, 2: hash, index }) => ({
		start: index,
		end: index + text.length,
		kind: /** @type {TokenKind} */ (kind),
		hash,
	}));
}

/**
 * @param {string} from a file
 * @param {string} to a file
 * @returns {string} `../chunks/score.js`, for `new URL`
 */
export function relativeUrl(from, to) {
	const relative = path.posix.relative(path.posix.dirname(from), to);
	const url = encodeURI(relative)
		.replace(/[#?'"`\\$]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
		// rollup and rolldown look for such a text, and put a hash in its place
		.replace(/!~%7B(\w+)%7D~/g, '!~{$1}~');
	return url.startsWith('../') ? url : `./${url}`;
}
