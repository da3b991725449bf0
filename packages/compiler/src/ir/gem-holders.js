/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { Gems } from './gems.js' */
import {
	dottedName,
	isCall,
	isFunction,
	isMember,
	isWrapper,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { addsArgument, isReaderMethod } from '../knowledge/methods.js';
import { constantValueOf } from './values.js';

/** Methods that take something out of a collection, or order it. */
const TAKING = /^(delete|clear|pop|shift|reverse|sort)$/;

/** Methods and functions that give what a collection holds, one after the other. */
const ITERATING = /^(values|forEach|get|at|find|findLast)$/;

/**
 * Whether all that a collection of the module holds are GEMs, whichever of them is asked for: `const byName = { a: AtomicLK.create(…) }`,
 * `const parts = []; parts.push(AtomicLK.create(…))`, `new Map()` with `set`.
 *
 * @param {Variable} variable
 * @param {Gems} gems
 * @returns {boolean} false where other code might put something else into it
 */
export function holdsOnlyGems(variable, gems) {
	const made = constantValueOf(variable);
	const values = made && valuesOf(made, gems);
	if (!values || isExported(variable, gems)) return false;
	/** @type {Node[]} */
	const put = [];
	for (const { node } of variable.references) {
		const found = putAt(node, gems);
		if (!found) return false;
		put.push(...found);
	}
	const all = [...values, ...put];
	return all.length > 0 && all.every((one) => gems.isGem(one) || isMakerOfGems(one, gems));
}

/** @param {Node} made @param {Gems} gems @returns {Node[] | null} what it begins with: GEMs, or a function that makes them; null for anything but a collection */
function valuesOf(made, gems) {
	const { analysis } = gems;
	switch (made.type) {
		case 'ObjectExpression':
			return made.properties.every(isPlainProperty)
				? made.properties.map((/** @type {Node} */ one) => one.value)
				: null;
		case 'ArrayExpression':
			return made.elements.every((/** @type {Node | null} */ one) => one && isElement(one))
				? made.elements
				: null;
		case 'NewExpression':
			return valuesOfNew(made, gems);
		case 'CallExpression': {
			const callee = /** @type {Node} */ (unwrap(made.callee));
			const [first, second] = made.arguments;
			if (analysis.callees.ofCall(made).length > 0) return null; // its own `map`
			if (dottedName(callee) === 'Array.from') return second ? [second] : null;
			return isMember(callee) && propertyName(callee) === 'map' && first ? [first] : null;
		}
		default:
			return null;
	}
}

/** @param {Node} made @param {Gems} gems @returns {Node[] | null} of `new Map([[key, gem]])`, `new Set([gem])` */
function valuesOfNew({ callee, arguments: [list, ...others] }, { analysis }) {
	const name = callee.type === 'Identifier' && !analysis.aliases.variableOf(callee) && callee.name;
	if (!/^(Map|Set)$/.test(name || '') || others.length > 0) return null;
	if (!list) return [];
	const elements = unwrap(list)?.elements;
	if (!elements?.every((/** @type {Node | null} */ one) => one && isElement(one))) return null;
	if (name === 'Set') return elements;
	const values = elements.map((/** @type {Node} */ one) => unwrap(one)?.elements?.[1]);
	return values.every(Boolean) ? values : null;
}

/** @param {Node} node @returns {boolean} */
const isElement = ({ type }) => type !== 'SpreadElement';

/** @param {Node} one @returns {boolean} */
const isPlainProperty = ({ type, value }) => type === 'ObjectProperty' && value !== undefined;

/** `() => AtomicLK.create({ n: 0 })` @param {Node} value @param {Gems} gems @returns {boolean} */
function isMakerOfGems(value, gems) {
	const fn = /** @type {Node} */ (unwrap(value));
	return isFunction(fn) && !fn.async && !fn.generator && gems.givesGems(fn);
}

/** @param {Variable} variable @param {Gems} gems @returns {boolean} other files may put something into it */
function isExported({ declarations, references }, { analysis }) {
	if (references.some(({ role }) => role === 'export')) return true;
	let at = /** @type {Node | undefined} */ (declarations[0]?.node);
	for (; at; at = analysis.parents.get(at)) if (at.type === 'ExportNamedDeclaration') return true;
	return false;
}

/** @param {Node} reference of the collection @param {Gems} gems @returns {Node[] | null} what it puts into it; null where the text does not show what becomes of it */
function putAt(reference, { analysis: { parents } }) {
	const { child, parent } = outermost(reference, parents);
	if (parent.type === 'ForOfStatement') return parent.right === child ? [] : null;
	if (parent.type === 'VariableDeclarator') return /Pattern$/.test(parent.id.type) ? [] : null;
	if (isCall(parent) && parent.callee !== child)
		return /^Object\.(keys|values|entries)$/.test(dottedName(parent.callee) ?? '') ? [] : null;
	if (!isMember(parent) || parent.object !== child) return null;
	const { child: member, parent: use } = outermost(parent, parents);
	if (use.type === 'AssignmentExpression' && use.left === member)
		return use.operator === '=' ? [use.right] : null;
	if (use.type === 'UpdateExpression') return null;
	if (!isCall(use) || use.callee !== member) return [];
	const name = propertyName(parent);
	if (name === null) return [];
	if (addsArgument(name)) return name === 'set' ? use.arguments.slice(1) : use.arguments;
	return TAKING.test(name) || ITERATING.test(name) || isReaderMethod(name) ? [] : null;
}

/** @param {Node} node @param {import('../ast/parents.js').Parents} parents @returns {{ child: Node, parent: Node }} past parentheses and assertions */
function outermost(node, parents) {
	let child = node;
	let parent = /** @type {Node} */ (parents.get(node));
	while (isWrapper(parent)) {
		child = parent;
		parent = /** @type {Node} */ (parents.get(parent));
	}
	return { child, parent };
}
