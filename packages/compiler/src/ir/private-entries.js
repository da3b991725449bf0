/** @import { Parents } from '../ast/parents.js' */
/** @import { Node } from '../types.js' */
/** @import { Scope, Variable } from '../ast/scope.js' */
import { walk } from '../ast/babel.js';
import { isConstruction } from '../ast/class-parts.js';
import {
	isCall,
	isClass,
	isFunction,
	isMember,
	membersOf,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { nodesOf } from '../ast/tree.js';
import { ownerOfThis } from './receiver.js';
import { constantValueOf } from './values.js';

/**
 * Private data of instances in a weak collection, as code without private members keeps it:
 *
 * ```js
 * const hidden = new WeakMap();
 * class Account { constructor(balance) { hidden.set(this, { balance }); } }
 * ```
 * No copy of an instance has the entry.
 */

const WEAK = /^Weak(Map|Set)$/;

const PUTS = /^(set|add)$/;

/** @param {Variable | null} variable @returns {boolean} it holds a weak collection of the module */
function isWeak(variable) {
	const value = variable?.isTopLevel ? constantValueOf(variable) : null;
	const callee = value?.type === 'NewExpression' ? value.callee : null;
	return WEAK.test(callee?.name ?? '') && variable?.scope.lookup(callee?.name) === null;
}

/** Classes do not change while they are analysed. @type {WeakMap<Node, string | null>} */
const KNOWN = new WeakMap();

/**
 * @param {Node} definition a class
 * @param {Scope} scope around it
 * @returns {string | null} the name of the weak collection in which its instances have entries
 */
export function privateEntryOf(definition, scope) {
	const known = KNOWN.get(definition);
	if (known !== undefined) return known;
	/** @type {string | null} */
	let found = null;
	for (const member of membersOf(definition).filter(isConstruction)) {
		walk(member, (node) => {
			const callee = isCall(node) ? unwrap(node.callee) : null;
			const isPut = isMember(callee) && PUTS.test(propertyName(callee) ?? '');
			const object = isPut ? unwrap(callee.object) : null;
			if (object?.type === 'Identifier' && node.arguments[0]?.type === 'ThisExpression')
				if (isWeak(scope.lookup(object.name))) found ??= object.name;
			return !isClass(node);
		});
	}
	KNOWN.set(definition, found);
	return found;
}

/**
 * Whether a variable holds a weak collection in which constructors alone put entries, each of its own instance.
 *
 * @param {Variable} variable
 * @param {Parents} parents
 * @returns {boolean}
 */
export function holdsPrivateEntries(variable, parents) {
	if (!isWeak(variable)) return false;
	return variable.references.every(({ node, role }) => {
		const member = parents.get(node);
		const call = member && parents.get(member);
		const isMethod = isMember(member) && member?.object === node && isCall(call);
		if (role === 'export' || !isMethod || call?.callee !== member) return false;
		const name = propertyName(/** @type {Node} */ (member)) ?? '';
		if (/^(get|has)$/.test(name)) return true;
		return PUTS.test(name) && isOfNewInstance(call.arguments[0], parents);
	});
}

/** @param {Node | undefined} key @param {Parents} parents @returns {boolean} `this` of a constructor of a class at the top level */
function isOfNewInstance(key, parents) {
	const owner = key?.type === 'ThisExpression' ? ownerOfThis(key, parents) : null;
	if (!owner || !isConstruction(owner) || !(isFunction(owner) || owner.value)) return false;
	const definition = /** @type {Node} */ (parents.get(/** @type {Node} */ (parents.get(owner))));
	const around = /** @type {Node} */ (parents.get(definition));
	return isClass(definition) && /^(Program|Export\w+Declaration)$/.test(around.type);
}

/**
 * Weak collections of the module in which methods of a class look up their own instance.
 *
 * @param {Node} definition a class
 * @param {Scope} scope around it
 * @returns {{ name: string, method: 'get' | 'has' }[]} `method`: what reads the entry
 */
export function entriesOf(definition, scope) {
	/** @type {Map<string, 'get' | 'has'>} */
	const found = new Map();
	for (const call of nodesOf(definition.body, ['CallExpression'])) {
		const callee = unwrap(call.callee);
		const object = isMember(callee) ? unwrap(callee.object) : null;
		const isOwn = object?.type === 'Identifier' && call.arguments[0]?.type === 'ThisExpression';
		const variable = isOwn ? scope.lookup(object.name) : null;
		if (!variable || !isWeak(variable)) continue;
		const { name } = constantValueOf(variable)?.callee ?? {};
		found.set(variable.name, name === 'WeakMap' ? 'get' : 'has');
	}
	return [...found].map(([name, method]) => ({ name, method }));
}

/** @param {Node} definition a class @param {Scope} scope around it @returns {boolean} its instances, or the class itself, have state that no other code can read */
export const hasPrivateState = (definition, scope) =>
	membersOf(definition).some(({ type }) => type === 'ClassPrivateProperty') ||
	entriesOf(definition, scope).length > 0;
