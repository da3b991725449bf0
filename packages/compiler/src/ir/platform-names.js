/** @import { Parents } from '../ast/parents.js' */
/** @import { Node } from '../types.js' */
/** @import { RelatedPlace, Reporter } from '../diagnostics/reporter.js' */
import { dottedName, isMember } from '../ast/shapes.js';
import { isTested } from '../ast/tested.js';
import { hostOnlyGlobal, moduleLookupByMain } from '../diagnostics/codes.js';
import { classifyGlobal, isHostOnlyMember } from '../knowledge/globals.js';

/** What Node says of the module that it has loaded, which is another one in a worker. */
export const OF_THE_MODULE = new Set([
	...[
		'require.main',
		'require.cache',
		'module.id',
		'module.parent',
		'module.children',
		'module.loaded',
	],
]);

/**
 * Report a use of a global that a worker does not have, or that is another one there.
 *
 * @param {Reporter} reporter LP2007, LP6002
 * @param {Node} node the identifier
 * @param {object} context
 * @param {string} context.unit
 * @param {Node} context.root the code around it; a global that it tests with `typeof` may be absent
 * @param {Parents} context.parents
 * @param {RelatedPlace[]} [context.related] the uses that lead there from the unit
 * @returns {'worker' | 'host-only' | 'unknown'} what the name is to a worker
 */
export function checkPlatformName(reporter, node, { unit, root, parents, related = [] }) {
	const { name } = node;
	const parent = /** @type {Node} */ (parents.get(node));
	const path = isMember(parent) && parent.object === node ? dottedName(parent) : null;
	if (path && OF_THE_MODULE.has(path))
		moduleLookupByMain(reporter, parent, { unit, what: path }, related);
	else if (path && isHostOnlyMember(path)) {
		hostOnlyGlobal(reporter, parent, { unit, name: path }, related);
	}
	const kind = classifyGlobal(name);
	if (kind === 'worker' || isTested(name, root)) return 'worker';
	if (kind === 'host-only') hostOnlyGlobal(reporter, node, { unit, name }, related);
	return kind;
}
