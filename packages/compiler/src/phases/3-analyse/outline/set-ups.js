/** @import { Parents } from '../../../ast/parents.js' */
/** @import { Node } from '../../../types.js' */
import { isCall, isMember, isWrapper, propertyName, unwrap } from '../../../ast/shapes.js';
import { isSetUpName } from '../../../knowledge/set-ups.js';

/** Longer texts are cut: they tell calls apart. */
const LONGEST_TEXT = 200;

/**
 * A call of another package that sets it up: `dayjs.extend(utc);`, `moment.locale('de');`, `setLocale('de');`. Nothing uses its value, and
 * its name says so: what else is called for what it does, such as a logger, changes nothing that others could see.
 *
 * @param {Node} node
 * @param {{ parents: Parents, source: string }} context
 * @returns {string | null} its text; null for anything else
 */
export function setUpOf(node, { parents, source }) {
	if (!isCall(node)) return null;
	const callee = unwrap(node.callee);
	const name = isMember(callee) ? propertyName(callee) : callee.name;
	if (typeof name !== 'string' || !isSetUpName(name) || !isDropped(node, parents)) return null;
	return source.slice(node.start, node.end).slice(0, LONGEST_TEXT);
}

/** @param {Node} call @param {Parents} parents @returns {boolean} nothing uses what it, or a call of what it gives, returns */
function isDropped(call, parents) {
	let child = call;
	let parent = /** @type {Node} */ (parents.get(child));
	while (
		isWrapper(parent) ||
		(isMember(parent) && parent.object === child) ||
		(isCall(parent) && parent.callee === child) ||
		parent.type === 'AwaitExpression'
	) {
		child = parent;
		parent = /** @type {Node} */ (parents.get(parent));
	}
	return parent.type === 'ExpressionStatement';
}
