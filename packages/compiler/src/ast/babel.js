/** @import { Node } from '../types.js' */
import { parse } from '@babel/parser';
import { VISITOR_KEYS } from '@babel/types';

/**
 * Syntax that is standard or about to be, in every language. What Babel's parser accepts without
 * a plugin needs no entry here.
 */
const EVERYWHERE = ['decorators', 'decoratorAutoAccessors', 'explicitResourceManagement'];

/** @type {Record<string, string[]>} */
const LANGUAGE_PLUGINS = { js: ['jsx'], ts: ['typescript'], tsx: ['typescript', 'jsx'] };

/**
 * Parse a source text with Babel.
 *
 * @param {string} source
 * @param {{ language: 'js' | 'ts' | 'tsx', moduleKind: 'module' | 'commonjs' | 'unknown', plugins?: unknown[] }} options
 *   `plugins`: Babel parser plugins in place of the language's own (a Babel user has chosen them)
 * @returns {Node} a File
 * @throws {SyntaxError & { loc?: { line: number, column: number } }} Babel's own error, with a place
 */
export function parseSource(source, { language, moduleKind, plugins }) {
	const sourceType =
		moduleKind === 'unknown' ? 'unambiguous' : moduleKind === 'module' ? 'module' : 'script';
	/** @param {unknown[]} chosen */
	const parseWith = (chosen) =>
		/** @type {Node} */ (
			/** @type {unknown} */ (
				parse(source, {
					sourceType,
					allowReturnOutsideFunction: moduleKind !== 'module',
					allowNewTargetOutsideFunction: moduleKind !== 'module',
					ranges: false,
					tokens: false,
					createParenthesizedExpressions: false,
					attachComment: true,
					plugins: /** @type {any} */ (chosen),
				})
			)
		);
	if (plugins) return parseWith(plugins);
	const own = /** @type {string[]} */ (LANGUAGE_PLUGINS[language]);
	try {
		return parseWith([...own, ...EVERYWHERE]);
	} catch (error) {
		// TypeScript's `experimentalDecorators` may stand before parameters, those of the standard may not.
		if (Object(error).reasonCode !== 'UnsupportedParameterDecorator') throw error;
		return parseWith([
			...own,
			...EVERYWHERE.map((one) => one.replace(/^decorators$/, '$&-legacy')),
		]);
	}
}

/**
 * The children of a node, in source order, without holes.
 *
 * @param {Node} node
 * @returns {Node[]}
 */
export function childrenOf(node) {
	/** @type {Node[]} */
	const children = [];
	const keys = VISITOR_KEYS[node.type];
	if (keys === undefined) return children;
	for (const key of keys) {
		const value = node[key];
		if (!value) continue;
		if (!Array.isArray(value)) children.push(value);
		else for (const item of value) if (item) children.push(item);
	}
	return children;
}

/**
 * Put a node in the place of another one.
 *
 * @param {Node} parent changed in place
 * @param {Node} child
 * @param {Node} replacement
 */
export function replaceChild(parent, child, replacement) {
	for (const key of VISITOR_KEYS[parent.type] ?? []) {
		const value = parent[key];
		if (value === child) parent[key] = replacement;
		else if (Array.isArray(value) && value.includes(child))
			value[value.indexOf(child)] = replacement;
	}
}

/**
 * Visit `root` and everything under it, parents first.
 *
 * With a stack of its own: a recursive walk ends with a RangeError on trees that the parser has still read, such as
 * `a.b().b()…` of some thousand calls.
 *
 * @param {Node} root
 * @param {(node: Node) => boolean | void} visit return false to leave the children out
 */
export function walk(root, visit) {
	if (root.tree?.nodes[root.index] === root) return walkTree(root.tree, root.index, visit);
	const stack = [root];
	for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
		if (visit(node) !== false) pushChildren(node, stack);
	}
}

/** @param {import('./tree.js').Tree} tree @param {number} start @param {(node: Node) => boolean | void} visit */
function walkTree({ nodes, ends }, start, visit) {
	const end = /** @type {number} */ (ends[start]);
	let index = start;
	while (index < end) {
		const isSkipped = visit(/** @type {Node} */ (nodes[index])) === false;
		index = isSkipped ? /** @type {number} */ (ends[index]) : index + 1;
	}
}

/**
 * Put the children of a node on a stack, so that the first one is popped first.
 *
 * As `childrenOf` would give them, without an array for each node: this is what the compiler does most.
 *
 * @param {Node} node
 * @param {Node[]} stack
 */
export function pushChildren(node, stack) {
	const keys = VISITOR_KEYS[node.type];
	if (keys === undefined) return;
	for (let at = keys.length - 1; at >= 0; at--) {
		const value = node[/** @type {string} */ (keys[at])];
		if (!value) continue;
		if (!Array.isArray(value)) stack.push(value);
		else
			for (let index = value.length - 1; index >= 0; index--)
				if (value[index]) stack.push(value[index]);
	}
}
