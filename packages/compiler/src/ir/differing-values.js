/** @import { Node } from '../types.js' */
/** @import { Aliases } from './aliases.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { Effect } from './module.js' */
import { chainRoot, dottedName, isMember, propertyName, unwrap } from '../ast/shapes.js';
import { isDifferingValue } from '../knowledge/calls.js';
import { importedPath } from './built-in-class.js';

/**
 * Values that differ from thread to thread though nothing is called: `process.env`, `performance.timeOrigin`.
 */

/** What most reads do. All modules share it. */
const NONE = /** @type {Effect[]} */ (/** @type {unknown} */ (Object.freeze([])));

/** @param {Node} node a name or a member @param {EffectAnalysis} analysis @returns {Effect[]} */
export function effectsOfRead(node, { aliases, parents }) {
	const path = pathOfValue(node, aliases);
	if (path === null || !isDifferingValue(path)) return NONE;
	// `const env = process.env` is another name of an object that every thread has, and which cannot be cloned.
	const parent = parents.get(node);
	const isName = parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier';
	return path === 'process.env' && isName ? NONE : [{ kind: 'fresh', node, text: path, via: [] }];
}

/** @param {Node} node a name or a member @param {Aliases} aliases @returns {string | null} `process.env`, by whatever name the module knows it */
export function pathOfValue(node, aliases) {
	if (node.type === 'Identifier') {
		const variable = aliases.variableOf(node);
		return variable?.isTopLevel ? importedPath(node, aliases) : null;
	}
	const root = chainRoot(node);
	const variable = root.type === 'Identifier' ? aliases.variableOf(root) : null;
	const imported = variable ? importedPath(node, aliases) : null;
	if (variable && imported === null) return null;
	const path = dottedName(node);
	if (path === null) return null;
	return variable ? imported : path.replace(/^globalThis\./, '');
}

/** `const { env } = process`. @param {Node} declarator @param {EffectAnalysis} analysis @returns {Effect[]} */
export function effectsOfTakingApart({ id, init }, { aliases }) {
	const value = id.type === 'ObjectPattern' && unwrap(init);
	if (!value || !(isMember(value) || value.type === 'Identifier')) return NONE;
	const isGlobal = value.type === 'Identifier' && !aliases.variableOf(value);
	const path = isGlobal ? value.name : pathOfValue(value, aliases);
	if (path === null) return NONE;
	const textOf = (/** @type {Node} */ property) => `${path}.${propertyName(property)}`;
	const namesEnvironment = id.properties.some(
		(/** @type {Node} */ one) => textOf(one) === 'process.env' && one.value?.type === 'Identifier',
	);
	if (namesEnvironment) return NONE;
	return id.properties.flatMap((/** @type {Node} */ property) => {
		const text = textOf(property);
		return isDifferingValue(text) ? [{ kind: 'fresh', node: property, text, via: [] }] : [];
	});
}
