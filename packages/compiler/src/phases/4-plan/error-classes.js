/** @import { Planned } from '../../ir/module.js' */
/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { walk } from '../../ast/babel.js';
import { unwrap } from '../../ast/shapes.js';
import { classOf, importOf } from '../../ir/values.js';

/**
 * The classes by which an error that a unit throws is known again on the host: those of the slice
 * that extend an error, and imported ones that worker code instantiates.
 *
 * @param {Omit<Planned, 'errorClasses'>} planned
 * @returns {Variable[]} top-level variables that both modules have
 */
export function findErrorClasses({ slice, plans, imports, resolution }) {
	/** @type {Set<Variable>} */
	const found = new Set();
	const kept = slice.filter((entry) => entry.kept).map((entry) => entry.fragment);
	for (const variable of kept.flatMap((fragment) => fragment.defines)) {
		if (extendsError(variable, new Set())) found.add(variable);
	}
	const regions = [...kept.map((fragment) => fragment.node), ...plans.map((one) => one.unit.node)];
	for (const region of regions) {
		walk(region, (node) => {
			if (node.type !== 'NewExpression' || node.callee.type !== 'Identifier') return;
			const variable = resolution.program.lookup(node.callee.name);
			const isImported =
				variable && imports.has(variable) && importOf(variable, resolution.parents);
			if (isImported && isErrorName(node.callee.name)) found.add(variable);
		});
	}
	return [...found];
}

/** @param {string} name @returns {boolean} */
const isErrorName = (name) => /(Error|Exception)$/.test(name);

/** @param {Variable} variable @param {Set<Variable>} seen @returns {boolean} */
function extendsError(variable, seen) {
	if (seen.has(variable)) return false;
	seen.add(variable);
	const definition = /** @type {Node | null} */ (classOf(variable));
	const parent = unwrap(definition?.superClass);
	if (parent?.type !== 'Identifier') return false;
	const outer = variable.scope.lookup(parent.name);
	return outer ? extendsError(outer, seen) || isErrorName(parent.name) : isErrorName(parent.name);
}
