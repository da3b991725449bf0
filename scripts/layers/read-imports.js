/** @import { Node } from 'acorn' */
import { parse } from 'acorn';
import { simple } from 'acorn-walk';

/**
 * @typedef {object} Import
 * @property {string} specifier as written
 * @property {number} line 1-based
 * @property {boolean} lazy whether it is loaded when code runs, by `import()`
 */

/**
 * Find what a module imports: static imports, re-exports, `import('…')` and `require('…')` with a literal.
 * Types that are imported in comments do not exist at run time and are not listed.
 *
 * @param {string} source
 * @param {'module' | 'script'} sourceType
 * @returns {Import[]} in source order
 * @throws {SyntaxError} when the source cannot be parsed
 */
export function readImports(source, sourceType) {
	const ast = parse(source, {
		ecmaVersion: 'latest',
		sourceType,
		locations: true,
		allowHashBang: true,
		allowReturnOutsideFunction: sourceType === 'script',
	});
	/** @type {Import[]} */
	const imports = [];
	/**
	 * @param {any} node of a specifier
	 * @param {boolean} lazy
	 */
	const add = (node, lazy) => {
		if (node?.type === 'Literal' && typeof node.value === 'string') {
			imports.push({ specifier: node.value, line: node.loc.start.line, lazy });
		}
	};
	simple(ast, {
		ImportDeclaration: (/** @type {any} */ node) => add(node.source, false),
		ExportNamedDeclaration: (/** @type {any} */ node) => add(node.source, false),
		ExportAllDeclaration: (/** @type {any} */ node) => add(node.source, false),
		ImportExpression: (/** @type {any} */ node) => add(node.source, true),
		CallExpression: (/** @type {any} */ node) => {
			if (isRequire(node)) add(node.arguments[0], false);
		},
	});
	return imports.sort((left, right) => left.line - right.line);
}

/**
 * @param {Node & { callee?: any }} call
 * @returns {boolean}
 */
function isRequire({ callee }) {
	return callee.type === 'Identifier' && callee.name === 'require';
}
