/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { Gems } from './gems.js' */
import { CALLS, isFunction, isMember, membersOf, propertyName, unwrap } from '../ast/shapes.js';
import { nodesOf } from '../ast/tree.js';
import { holderOfThis, ownerOfThis } from './receiver.js';
import { classOf, constantValueOf } from './values.js';

/**
 * Whether a property holds a GEM: `this.totals` after `this.totals = AtomicLK.create(…)` in its class, `state.totals` of
 * `const state = { totals: AtomicLK.create(…) }`.
 *
 * @param {Node} holder the object
 * @param {string | null} name of the property; null when the text does not tell
 * @param {Gems} gems
 * @returns {boolean}
 */
export function isGemProperty(holder, name, gems) {
	const object = /** @type {Node} */ (unwrap(holder));
	if (object.type === 'ThisExpression') return name !== null && isOfClass(object, name, gems);
	const variable = object.type === 'Identifier' ? gems.analysis.aliases.variableOf(object) : null;
	if (variable?.kind === 'param') return name !== null && isUsedAsGem(variable, name, gems);
	if (name === null || INDEX.test(name)) return variable ? gems.holdsOnlyGems(variable) : false;
	if (!variable) return false;
	const { parents } = gems.analysis;
	const isReplaced = variable.references.some(({ node }) => {
		const target = parents.get(node);
		const write = isMember(target) && target?.object === node ? parents.get(target) : null;
		return write?.type === 'AssignmentExpression' && write.left === target;
	});
	if (isReplaced) return false;
	const made = constantValueOf(variable);
	const definition = made?.type === 'NewExpression' ? classNamed(made.callee, gems) : null;
	if (definition) return holdsGems(definition, name, gems);
	if (made?.type !== 'ObjectExpression') return false;
	const values = made.properties.filter(
		(/** @type {Node} */ one) => one.type === 'SpreadElement' || propertyName(one) === name,
	);
	return values.length === 1 && gems.isGem(values[0].value);
}

/** @param {Node} callee @param {Gems} gems @returns {Node | null} a class of the module, which inherits from none */
function classNamed(callee, { analysis }) {
	const node = /** @type {Node} */ (unwrap(callee));
	const variable = node.type === 'Identifier' ? analysis.aliases.variableOf(node) : null;
	const found = variable ? classOf(variable) : null;
	return found && !found.superClass ? found : null;
}

const INDEX = /^\d+$/;

/** `job.totals.atomic(() => …)`. @param {Variable} variable @param {string} name @param {Gems} gems @returns {boolean} */
function isUsedAsGem({ references }, name, gems) {
	const { parents } = gems.analysis;
	return references.some(({ node }) => {
		const property = parents.get(node);
		if (!isMember(property) || property?.object !== node || propertyName(property) !== name)
			return false;
		return gems.isReceiver(/** @type {Node} */ (property));
	});
}

/**
 * @param {Node} call
 * @param {(identifier: Node) => Variable | null | undefined} variableOf
 * @returns {boolean[]} of each argument, whether it is a function that is written there, or in the module
 */
export const functionsAmong = (call, variableOf) =>
	call.arguments.map((/** @type {Node} */ one) => {
		const value = /** @type {Node} */ (unwrap(one));
		const variable = value.type === 'Identifier' ? variableOf(value) : null;
		return isFunction((variable && constantValueOf(variable)) ?? value);
	});

/** @param {Node} self a ThisExpression @param {string} name @param {Gems} gems @returns {boolean} */
function isOfClass(self, name, gems) {
	const { parents } = gems.analysis;
	const owner = ownerOfThis(self, parents);
	const holder = owner && holderOfThis(owner, parents);
	return holder?.kind === 'instance' && holdsGems(holder.node, name, gems);
}

/** @param {Node} definition a class @param {string} name @param {Gems} gems @returns {boolean} whether a property of its instances holds a GEM */
function holdsGems(definition, name, gems) {
	const known = gems.properties.get(definition) ?? new Map();
	gems.properties.set(definition, known);
	const before = known.get(name);
	if (before !== undefined) return before;
	known.set(name, false); // what `this.a = this.a` sees
	const uses = usesIn(definition, gems).get(name);
	const answer =
		uses !== undefined &&
		uses.values.length > 0 &&
		(uses.isUsed || uses.values.every((one) => gems.isGem(one)));
	known.set(name, answer);
	return answer;
}

/** What a property of instances is set to; whether methods of GEMs are called on it. @typedef {{ values: Node[], isUsed: boolean }} Uses */

/** @param {Node} definition a class @param {Gems} gems @returns {Map<string | null, Uses>} by the name of the property */
function usesIn(definition, gems) {
	const known = gems.propertyUses.get(definition);
	if (known) return known;
	/** @type {Map<string | null, Uses>} */
	const found = new Map();
	gems.propertyUses.set(definition, found);
	const of = (/** @type {string | null} */ name) => {
		const uses = found.get(name) ?? { values: [], isUsed: false };
		found.set(name, uses);
		return uses;
	};
	for (const member of membersOf(definition)) {
		const isField = member.type === 'ClassProperty' && !member.static;
		if (isField && member.value) of(propertyName(member)).values.push(member.value);
	}
	for (const node of nodesOf(definition.body, ['AssignmentExpression', ...CALLS])) {
		if (node.type === 'AssignmentExpression') {
			if (isOwn(node.left)) of(propertyName(unwrap(node.left))).values.push(node.right);
			continue;
		}
		const callee = /** @type {Node} */ (unwrap(node.callee));
		if (!isMember(callee) || !isOwn(callee.object)) continue;
		if (gems.looksLikeCall(node)) of(propertyName(unwrap(callee.object))).isUsed = true;
	}
	return found;
}

/** @param {Node} node @returns {boolean} `this.name` */
function isOwn(node) {
	const member = /** @type {Node} */ (unwrap(node));
	return isMember(member) && /** @type {Node} */ (unwrap(member.object)).type === 'ThisExpression';
}
