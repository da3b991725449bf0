/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Holder, Holders } from '../../ir/method-holders.js' */
import { dottedName } from '../../ast/shapes.js';
import { useOfHolder } from '../../ir/holder-uses.js';
import { isExportPath } from './export-paths.js';

/** Each plan of a module asks for them. @type {WeakMap<Holders, Map<Holder, 'exported' | 'whole'>>} */
const known = new WeakMap();

/** @param {Holders} holders @param {Parents} parents @returns {ReadonlyMap<Holder, 'exported' | 'whole'>} what `findHanded` finds */
export function handedOf(holders, parents) {
	const before = known.get(holders);
	if (before) return before;
	const found = findHanded(holders, parents);
	known.set(holders, found);
	return found;
}

/**
 * The classes, functions and literals that may arrive in a unit as an argument or in one, where no name in its code leads to them: those that the file
 * exports, and those that its code passes on as a whole.
 *
 * @param {Holders} holders
 * @param {Parents} parents
 * @returns {Map<Holder, 'exported' | 'whole'>}
 */
function findHanded(holders, parents) {
	/** @type {Map<Holder, 'exported' | 'whole'>} */
	const found = new Map();
	for (const [variable, holder] of holders.byVariable) {
		const whole = variable.allReferences.filter(
			({ node, role }) => role === 'read' && useOfHolder(node, parents).kind === 'whole',
		);
		const isExport = whole.map(({ node }) => isCommonJsExport(node, parents));
		if (isExport.includes(false)) found.set(holder, 'whole');
		else if (whole.length > 0 || isExported(variable, parents)) found.set(holder, 'exported');
	}
	return found;
}

/** @param {Node} node @param {Parents} parents @returns {boolean} `exports.Row = Row`, `module.exports = { Row }` */
function isCommonJsExport(node, parents) {
	let at = /** @type {Node} */ (parents.get(node));
	if (at.type === 'ObjectProperty')
		at = /** @type {Node} */ (parents.get(/** @type {Node} */ (parents.get(at))));
	return at.type === 'AssignmentExpression' && isExportPath(dottedName(at.left));
}

/** @param {Variable} variable @param {Parents} parents @returns {boolean} */
const isExported = ({ references, declarations }, parents) =>
	references.some(({ role }) => role === 'export') ||
	declarations.some(({ node }) => {
		let at = /** @type {Node | undefined} */ (node);
		while (at && !/^(Export|Program)/.test(at.type)) at = parents.get(at);
		return at?.type !== 'Program';
	});
