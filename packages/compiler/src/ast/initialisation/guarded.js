/** @import { Parents } from '../parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Context } from './index.js' */
/** @import { Initialisation, Reference, Variable } from '../scope.js' */
import { unwrap } from '../shapes.js';
import { Coverage } from './coverage.js';
import { readsConstants } from './inputs.js';
import { placeOf } from './place.js';
import { isNothing } from './tests.js';

/**
 * Read a variable that has no value until it is first needed: `table ??= build()`, `if (!table) { table = …; }`.
 *
 * There is one place that gives it its value, behind a test whether it has one; what it gets depends on nothing of the
 * call around; and all other code reads it where that place has been passed.
 *
 * @param {Variable} variable
 * @param {Context} context
 * @returns {Initialisation | null}
 */
export function guardedInitialisation(variable, context) {
	const { resolution } = context;
	if (!startsEmpty(variable) || isExported(variable, resolution.parents)) return null;
	const writes = variable.references.filter(({ role }) => role === 'write' || role === 'update');
	const place = placeOf(variable, writes, resolution);
	if (!place) return null;
	const { regions } = place;
	if (!regions.every((region) => readsConstants(region, variable, resolution))) return null;
	const coverage = new Coverage(variable, { ...context, place });
	const isCovered = variable.references.every(
		(one) => one.role !== 'read' || coverage.isCovered(one.node),
	);
	return isCovered ? { kind: 'value', regions, values: [], ends: [] } : null;
}

/** @param {Variable} variable @returns {boolean} */
function startsEmpty({ declarations: [declaration] }) {
	const { node, id } = /** @type {{ node: Node, id: Node }} */ (declaration);
	if (node.type !== 'VariableDeclarator' || node.id !== id) return false;
	const init = unwrap(node.init);
	return !init || isNothing(init);
}

/** @param {Variable} variable @param {Parents} parents @returns {boolean} other modules see when it has none */
export function isExported({ declarations, references }, parents) {
	if (references.some((/** @type {Reference} */ { role }) => role === 'export')) return true;
	const declaration = parents.get(/** @type {Node} */ (declarations[0]?.node));
	return /^Export/.test((declaration && parents.get(declaration)?.type) ?? '');
}
