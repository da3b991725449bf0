// Weak collections of a file, whose keys cannot be listed.
/** @import { Node } from '../types.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { declaredBy } from '../ast/declared.js';
import { isClass, isMember, propertyName } from '../ast/shapes.js';
import { nodesOf } from '../ast/tree.js';
import { isMemoised } from './memos.js';
import { holdsPrivateEntries } from './private-entries.js';

const NAMES = /^Weak(Map|Set)$/;

/**
 * Whether two threads may come to have different entries for an object that both have, and not because a thread remembers what it
 * has computed, or keeps the private data of its own instances.
 *
 * @param {EffectAnalysis} effects of a file
 * @param {string} source its text
 * @returns {boolean}
 */
export function hasWeakState(effects, source) {
	if (!/\bWeak(Map|Set)\b/.test(source)) return false;
	const { parents, resolution } = effects;
	return nodesOf(resolution.program.node, ['Identifier']).some((node) => {
		if (!NAMES.test(node.name)) return false;
		const parent = parents.get(node);
		if (!parent || /^TS|^BinaryExpression$/.test(parent.type)) return false;
		return parent.type !== 'NewExpression' || !isOfEachThread(parent, effects);
	});
}

/** @param {Node} made `new WeakMap()` @param {EffectAnalysis} effects @returns {boolean} */
function isOfEachThread(made, effects) {
	const holder = effects.parents.get(made);
	if (holder?.type === 'VariableDeclarator' && holder.id.type === 'Identifier') {
		const variable = declaredBy(holder.id, effects.resolution);
		return (
			variable !== undefined &&
			(isMemoised(variable, effects) || holdsPrivateEntries(variable, effects.parents))
		);
	}
	if (!holder) return false;
	const member = holder.type === 'AssignmentExpression' ? holder.left : holder;
	const isOfThis = isMember(member) && member.object.type === 'ThisExpression';
	if (!isOfThis && !/^Class(Private)?Property$/.test(member.type)) return false;
	const name = propertyName(member);
	const definition = classAround(member, effects);
	if (name === null || !definition) return false;
	const uses = usesOf(effects.resolution.program.node, name);
	const isFilled = uses.some((one) => {
		const method = /** @type {Node} */ (effects.parents.get(one));
		return isMember(method) && propertyName(method) === 'set';
	});
	const isInClass = uses.length === usesOf(definition.body, name).length;
	return isFilled && isInClass && effects.ownChanges.isMemo(definition, name);
}

/** @param {Node} root @param {string} name @returns {Node[]} */
const usesOf = (root, name) =>
	nodesOf(root, ['MemberExpression', 'OptionalMemberExpression']).filter(
		(one) => propertyName(one) === name,
	);

/** @param {Node} node @param {EffectAnalysis} effects @returns {Node | undefined} */
function classAround(node, { parents }) {
	let at = parents.get(node);
	while (at && !isClass(at)) at = parents.get(at);
	return at;
}
