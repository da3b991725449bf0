/** @import { Node } from '../types.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { isFunction, isClass, propertyName, unwrap } from '../ast/shapes.js';
import { nodesOf } from '../ast/tree.js';
import { pathInExports } from './export-bindings.js';

/** An object that a CommonJS module has as a property of its exports alone: `exports.KINDS = { … }`. @typedef {{ name: string, value: Node }} ExportValue */

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
	for (const { left, right } of nodesOf(program.node, ['AssignmentExpression'])) {
		const path = pathInExports(left, (one) => aliases.variableOf(one));
		if (path?.length === 1) add(path[0] ?? null, right);
		const whole = path?.length === 0 ? unwrap(right) : null;
		if (whole?.type === 'ObjectExpression')
			for (const one of whole.properties) add(propertyName(one), one.value ?? null);
	}
	return [...found].flatMap(([name, [value, ...others]]) =>
		value && others.length === 0 && isObject(value) ? [{ name, value }] : [],
	);
}

/** What is a variable's, has the name of that. @param {Node} value @returns {boolean} */
const isObject = (value) =>
	!isFunction(value) &&
	!isClass(value) &&
	/^(Object|Array|New|Call)Expression$/.test(value.type) &&
	value.callee?.name !== 'require';
