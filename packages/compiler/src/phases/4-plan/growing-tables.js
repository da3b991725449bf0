/** @import { Planned, Site } from '../../ir/module.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
/** @import { Node } from '../../types.js' */
import { sendsGrowingTable } from '../../diagnostics/codes.js';
import { isCall, isMember, methodOf, propertyName, unwrap } from '../../ast/shapes.js';
import { constantValueOf } from '../../ir/values.js';

const GROWS = /^(?:push|unshift|add|set|append)$/;
const SHRINKS = /^(?:pop|shift|splice|delete|clear|fill|copyWithin)$/;

/**
 * Point out tables of the module that code of the host adds to while the program runs, and that units are sent with each call. The cost
 * of a call grows with all that was ever added. A table that something is taken out of may have a bound.
 *
 * @param {Pick<Planned, 'plans' | 'sites' | 'effects'>} planned
 * @param {Reporter} reporter LP2054
 */
export function checkGrowingTables({ plans, sites, effects }, reporter) {
	for (const { unit, snapshots } of plans) {
		for (const variable of snapshots) {
			if (!variable.isTopLevel || !isTable(constantValueOf(variable))) continue;
			const isOwn = (/** @type {Node | null | undefined} */ one) =>
				one?.type === 'Identifier' && effects.aliases.variableOf(one) === variable;
			const later = sites.later.get(variable) ?? [];
			const growth = later.find(
				({ node, fn }) => fn !== null && sites.isHostLive(node) && isOwn(tableThatGrows(node)),
			);
			if (!growth || later.some(shrinks)) continue;
			const declared = {
				message: `\`${variable.name}\` is declared here`,
				place: variable.declarations[0]?.id,
			};
			sendsGrowingTable(reporter, growth.node, { unit: unit.name, name: variable.name }, [
				declared,
			]);
		}
	}
}

/** @param {Node | null} value @returns {boolean} */
const isTable = (value) =>
	value !== null &&
	(/^(?:Array|Object)Expression$/.test(value.type) ||
		(value.type === 'NewExpression' && /^(?:Array|Map|Set)$/.test(value.callee.name)));

/** @param {Node} node a call or an assignment @returns {Node | null | undefined} what gains an entry there, under a key that is not the same each time */
function tableThatGrows(node) {
	if (isCall(node))
		return GROWS.test(methodOf(node)) && !isSameEntry(node)
			? unwrap(unwrap(node.callee)?.object)
			: null;
	const target = node.type === 'AssignmentExpression' ? unwrap(node.left) : null;
	const isEntry = target && isMember(target) && target.computed && !isConstant(target.property);
	return isEntry ? unwrap(target.object) : null;
}

/** @param {Node} call @returns {boolean} `state.set('last', value)` */
const isSameEntry = (call) => /^(?:set|add)$/.test(methodOf(call)) && isConstant(call.arguments[0]);

/** @param {Node | undefined} node @returns {boolean} */
const isConstant = (node) => /Literal$/.test(unwrap(node)?.type ?? 'Literal');

/** @param {Site} site @returns {boolean} the table gets smaller there, or is another one */
function shrinks({ kind, node }) {
	if (kind === 'write') return true;
	if (isCall(node)) return SHRINKS.test(methodOf(node));
	const target = unwrap(node.left ?? node.argument);
	if (!target || !isMember(target)) return false;
	return node.type === 'UnaryExpression' || propertyName(target) === 'length';
}
