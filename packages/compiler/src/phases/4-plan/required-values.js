/** @import { Node } from '../../types.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { chainRoot, isCall, isMember, propertyName, unwrap } from '../../ast/shapes.js';
import { givenByWrapper } from '../../ir/local-requires.js';
import { constantValueOf, requiredSource } from '../../ir/values.js';

/** Methods that what a module of data exports may have. */
const OF_DATA = new Set(
	[Object, Array, String, Number, Map, Set, Date, RegExp, Uint8Array].flatMap((one) => [
		...Object.getOwnPropertyNames(one.prototype),
		...Object.getOwnPropertyNames(Object.getPrototypeOf(one.prototype) ?? {}),
	]),
);

/**
 * Whether a variable holds a module that the file requires, though no declaration says which one, and code of the file calls what the
 * module exports: `const impl = fast ? require('./fast') : require('./slow')`, a parameter of the factory in a UMD wrapper.
 *
 * Such a value holds functions, so a copy of it can never be made. A module of data can well be copied, so a call must show it.
 *
 * @param {Variable} variable
 * @param {EffectAnalysis} effects
 * @returns {boolean}
 */
export function holdsRequiredCode(variable, effects) {
	const values =
		variable.kind === 'param' ? givenByWrapper(variable, effects.parents) : branchesOf(variable);
	return values.some(isRequired) && variable.references.some((one) => isCalled(one.node, effects));
}

/** @param {Node} value @returns {boolean} `require('./fast')`, `require('./fast').impl` */
function isRequired(value) {
	const source = requiredSource(value.type === 'CallExpression' ? value : chainRoot(value));
	return source !== null && !source.endsWith('.json');
}

/** @param {Variable} variable @returns {Node[]} of `fast ? require('./fast') : require('./slow')` */
function branchesOf(variable) {
	const value = constantValueOf(variable);
	/** @type {Node[]} */
	const open = value?.type === 'ConditionalExpression' ? [value] : [];
	/** @type {Node[]} */
	const found = [];
	for (const one of open) {
		for (const branch of [one.consequent, one.alternate]) {
			const node = /** @type {Node} */ (unwrap(branch));
			(node.type === 'ConditionalExpression' ? open : found).push(node);
		}
	}
	return found;
}

/** @param {Node} node a reference @param {EffectAnalysis} effects @returns {boolean} `impl(x)`, `new impl.Parser()`, `impl.go(x)` */
function isCalled(node, { parents }) {
	const parent = parents.get(node);
	const member = parent && isMember(parent) && parent.object === node ? parent : null;
	const name = member ? propertyName(member) : null;
	if (member && (name === null || OF_DATA.has(name))) return false;
	const call = member ? parents.get(member) : parent;
	return (
		call !== undefined &&
		call !== null &&
		(isCall(call) || call.type === 'NewExpression') &&
		unwrap(call.callee) === (member ?? node)
	);
}
