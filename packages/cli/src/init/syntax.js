// What edits of a user's files have in common: the tree of a file, and insertions that leave all else as it is.
import { parseSync } from '@babel/core';

/** A node of Babel's tree. @typedef {any} Node */

/** @typedef {{ at: number, text: string }} Insertion */

/**
 * @param {string} source
 * @returns {Node | undefined} a Program with the comments of the file; undefined when it cannot be parsed
 */
export function parseProgram(source) {
	/** @param {string[]} plugins */
	const parse = (plugins) =>
		parseSync(source, {
			configFile: false,
			babelrc: false,
			sourceType: 'unambiguous',
			parserOpts: { plugins: /** @type {any} */ (plugins), errorRecovery: false },
		})?.program;
	try {
		return parse(['typescript', 'jsx']);
	} catch (error) {
		// Babel's SyntaxErrors are known by their code.
		if (/** @type {{ code?: string }} */ (error).code !== 'BABEL_PARSE_ERROR') throw error;
		return undefined;
	}
}

/**
 * @param {Node} root
 * @param {(node: Node) => boolean} [isLeft] nodes below which nothing is visited
 * @returns {Generator<Node>} all nodes, in source order
 */
export function* walk(root, isLeft = () => false) {
	yield root;
	if (isLeft(root)) return;
	for (const [key, value] of Object.entries(root)) {
		if (/^(?:loc|extra|.*[cC]omments|tokens|errors)$/.test(key)) continue;
		for (const child of [value].flat())
			if (typeof child?.type === 'string') yield* walk(child, isLeft);
	}
}

/**
 * @param {string} source
 * @param {Insertion[]} insertions at different places
 * @returns {string}
 */
export function insertAll(source, insertions) {
	let text = '';
	let from = 0;
	for (const { at, text: added } of [...insertions].sort((one, other) => one.at - other.at)) {
		text += source.slice(from, at) + added;
		from = at;
	}
	return text + source.slice(from);
}

/**
 * @typedef {object} Layout
 * @property {string} newline
 * @property {string} indent one level
 */

/**
 * @param {string} source
 * @returns {Layout} what the file itself uses; two blanks where it shows nothing
 */
export function layoutOf(source) {
	const newline = source.includes('\r\n') ? '\r\n' : '\n';
	const [, indent = '  '] = /^([ \t]+)(?![ \t*])\S/m.exec(source) ?? [];
	return { newline, indent };
}

/**
 * @param {string} source
 * @param {number} at
 * @returns {string} the white space that the line of a place begins with
 */
export const indentAt = (source, at) =>
	/^[ \t]*/.exec(source.slice(source.lastIndexOf('\n', at - 1) + 1))?.[0] ?? '';
