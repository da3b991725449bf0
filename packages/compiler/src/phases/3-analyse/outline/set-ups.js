/** @import { Parents } from '../../../ast/parents.js' */
/** @import { Node } from '../../../types.js' */
import { isCall, isMember, propertyName, unwrap } from '../../../ast/shapes.js';
import { isDropped } from '../../../ast/dropped.js';
import { isSetUpName } from '../../../knowledge/set-ups.js';

/** Of a longer call this much is kept, which is enough to tell calls apart. */
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
