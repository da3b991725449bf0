/** @import { Discovered, Unit } from '../../ir/module.js' */
/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { isWrapper } from '../../ast/shapes.js';
import { isExportGetter, isExportPath } from './callers.js';

/** What an expression becomes a part of, and whoever has that has the expression's value. */
const HOLDS =
	/^(Object(Property|Expression)|Class(Body|Declaration|Expression|Property)|VariableDeclarat(or|ion))$/;

/**
 * Whether other files can get at a unit by an import of its own: it is exported, or an object or class that holds it is.
 *
 * @param {Unit} unit
 * @param {Discovered} discovered
 * @param {(id: Node) => Variable | undefined} declaredBy
 * @returns {boolean}
 */
export function isExportedUnit({ node, variable }, { resolution: { parents } }, declaredBy) {
	/** @type {Set<Variable>} */
	const seen = new Set();
	/** @param {Variable | null | undefined} held */
	const ofVariable = (held) => {
		if (!held || seen.has(held)) return false;
		seen.add(held);
		return held.references.some(
			({ node: at, role }) => role === 'export' || (role === 'read' && isExported(at)),
		);
	};
	/** @param {Node} value @returns {boolean} */
	const isExported = (value) => {
		for (let child = value, at = parents.get(value); at; child = at, at = parents.get(at)) {
			if (/^(Export|TSExportAssignment)/.test(at.type)) return true;
			if (isExportGetter(child, parents) || isExportGetter(at, parents)) return true;
			if (at.type === 'AssignmentExpression' && at.right === child) {
				if (isExportPath(at.left)) return true;
			} else if (!isWrapper(at) && !HOLDS.test(at.type)) return false;
			if (at.type === 'ObjectProperty' && at.value !== child) return false;
			if (at.id?.type === 'Identifier' && ofVariable(declaredBy(at.id))) return true;
		}
		return false;
	};
	return isExported(node) || ofVariable(variable);
}
