/** @import { Node } from '../types.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { Path } from './sources.js' */
import {
	CALLS,
	dottedName,
	isClass,
	isFunction,
	isMember,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { nodesOf } from '../ast/tree.js';
import { pathInExports } from './export-bindings.js';

/** An object that a CommonJS module has as a property of its exports alone: `exports.KINDS = { … }`, `Object.assign(exports, { KINDS: { … } })`. @typedef {{ name: string, value: Node }} ExportValue */

/** @type {WeakMap<EffectAnalysis, ExportValue[]>} */
const KNOWN = new WeakMap();

/** @param {EffectAnalysis} effects @returns {ExportValue[]} those that the text gives a value once */
export function exportValuesOf(effects) {
	const before = KNOWN.get(effects);
	if (before) return before;
	const found = search(effects);
	KNOWN.set(effects, found);
	return found;
}

/** @param {EffectAnalysis} effects @returns {ExportValue[]} */
function search({ aliases, resolution: { globals, program } }) {
	if (!globals.has('exports') && !globals.has('module')) return [];
	/** @type {Map<string, Node[]>} */
	const found = new Map();
	const add = (/** @type {string | null} */ name, /** @type {Node | null} */ value) => {
		const node = unwrap(value);
		if (name !== null && node && !/^Unary/.test(node.type))
			found.set(name, [...(found.get(name) ?? []), node]);
	};
	const addAll = (/** @type {Node | null} */ whole) => {
		if (whole?.type !== 'ObjectExpression') return;
		for (const one of whole.properties) add(propertyName(one), one.value ?? null);
	};
	const pathOf = (/** @type {Node} */ node) =>
		pathInExports(node, (one) => aliases.variableOf(one)) ?? pathByName(node, aliases);
	for (const { left, right } of nodesOf(program.node, ['AssignmentExpression'])) {
		const path = pathOf(left);
		if (path?.length === 1) add(path[0] ?? null, right);
		if (path?.length === 0) addAll(unwrap(right));
	}
	for (const {
		callee,
		arguments: [target, ...sources],
	} of nodesOf(program.node, CALLS))
		if (target && dottedName(callee) === 'Object.assign' && pathOf(target)?.length === 0)
			for (const one of sources) addAll(unwrap(one));
	return [...found].flatMap(([name, [value, ...others]]) =>
		value && others.length === 0 && isObject(value) ? [{ name, value }] : [],
	);
}

/** `own.KINDS` of `const own = exports`. @param {Node} expression @param {EffectAnalysis['aliases']} aliases @returns {Path | null} */
function pathByName(expression, aliases) {
	/** @type {(string | null)[]} */
	const names = [];
	let at = /** @type {Node} */ (unwrap(expression));
	for (; isMember(at); at = unwrap(at.object)) names.unshift(propertyName(at));
	const variable = at?.type === 'Identifier' ? aliases.variableOf(at) : null;
	if (!variable || variable.isReassigned) return null;
	const isWhole = aliases.exportBindings.some(
		(one) => one.variable === variable && one.path.length === 0,
	);
	return isWhole ? names : null;
}

/** What is a variable's, has the name of that. @param {Node} value @returns {boolean} */
const isObject = (value) =>
	!isFunction(value) &&
	!isClass(value) &&
	/^(Object|Array|New|Call)Expression$/.test(value.type) &&
	value.callee?.name !== 'require';
