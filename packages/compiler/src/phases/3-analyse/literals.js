/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Discovered, Unit } from '../../ir/module.js' */
/** @import { Resolution } from '../../ast/resolve.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
import { dottedName, isCall, isMember, propertyName, unwrap } from '../../ast/shapes.js';
import { useOfHolder } from '../../ir/holder-uses.js';
import { isMutatorMethod, isReaderMethod } from '../../knowledge/methods.js';

/** Methods and properties of collections that answer questions about their elements and keys, and hand out none of them. */
const QUESTIONS = /^(has|includes|indexOf|lastIndexOf|length|size)$/;

/** The same of maps: what `get` hands out is a value, and no key. */
const QUESTIONS_OF_KEYS = /^(has|get|size)$/;

/**
 * Whether an object that stands in a literal stays out of reach of code that could change it, though the literal stores it:
 *
 * ```js
 * const KNOWN = new Set([LOW, HIGH]); // only `KNOWN.has(x)` follows
 * await unit({ level: LOW });         // the unit has a copy of it
 * ```
 *
 * If such an object counted as handed on, it would cross with each call as a copy, and the lookup would not find what comes back.
 *
 * @param {Node} value in an array or object literal
 * @param {Pick<Discovered, 'resolution' | 'units'>} discovered
 * @param {Pick<EffectAnalysis, 'callees'>} effects
 * @returns {boolean}
 */
export function staysInLiteral(value, { resolution, units }, { callees }) {
	const { parents, program } = resolution;
	let inner = value;
	let at = /** @type {Node} */ (parents.get(value));
	let isKey = false;
	for (; isLayer(at); inner = at, at = /** @type {Node} */ (parents.get(at))) {
		if (at.type === 'ArrayExpression' && isPairOfMap(at, parents)) isKey = at.elements[0] === inner;
	}
	if (isCall(at) && at.arguments.includes(inner)) {
		const called = callees.ofCall(at).map(({ fn }) => fn);
		return called.length > 0 && called.every((fn) => isGone(fn, units));
	}
	if (at.type === 'AssignmentExpression' && at.right === inner)
		return staysInProperty(at, depthIn(value, inner, parents), resolution);
	if (at.type !== 'VariableDeclarator' || at.init !== inner || at.id.type !== 'Identifier')
		return false;
	const holder = program.lookup(at.id.name);
	if (holder?.kind !== 'const' || holder.declarations[0]?.node !== at) return false;
	const allowed = isKey ? QUESTIONS_OF_KEYS : QUESTIONS;
	return holder.allReferences.every(({ node, role }) => {
		const member = parents.get(node);
		if (role !== 'read' || !member || !isMember(member) || member.object !== node) return false;
		return allowed.test(propertyName(member) ?? '') || isCompared(member, parents);
	});
}

/**
 * `compile.cache = { a: getA }`, `Color.RED = red`: what is done to it by way of a function, a class or a constant of the module is seen, as
 * long as code names the object itself there (`compile.cache.a`), and not what holds it.
 *
 * @param {Node} assignment
 * @param {number} depth how many literals are around the object; infinite where other code gets it out of one
 * @param {Resolution} resolution
 * @returns {boolean}
 */
function staysInProperty({ left, operator }, depth, { parents, program }) {
	const target = /** @type {Node} */ (unwrap(left));
	const object = isMember(target) ? unwrap(target.object) : null;
	const name = object?.type === 'Identifier' ? propertyName(target) : null;
	const holder = name === null ? null : program.lookup(object?.name);
	if (operator !== '=' || !holder || !/^(const|function|class)$/.test(holder.kind)) return false;
	if (holder.isReassigned || !holder.allReferences.some(({ node }) => node === object))
		return false;
	if (holder.declarations.some(({ node }) => isExported(node, parents))) return false;
	return holder.allReferences.every(({ node, role }) => {
		const use = role === 'read' ? useOfHolder(node, parents) : null;
		if (use?.kind !== 'member') return use !== null && use.kind !== 'whole';
		if (use.name !== name || use.member === target) return true;
		let { member } = use;
		let steps = 0;
		for (let next = parents.get(member); isMember(next) && next?.object === member; steps++) {
			member = next;
			next = parents.get(member);
		}
		return steps > depth || (steps === depth && !isMethodOfList(member, parents));
	});
}

/** @param {Node} value @param {Node} outermost a literal around it @param {Parents} parents @returns {number} */
function depthIn(value, outermost, parents) {
	let depth = 0;
	for (let at = value; at !== outermost;) {
		at = /** @type {Node} */ (parents.get(at));
		if (/^(Array|Object)Expression$/.test(at.type)) depth++;
		if (at.type === 'NewExpression') return Infinity;
	}
	return depth;
}

/** `compile.all.map(run)`. @param {Node} member @param {Parents} parents @returns {boolean} */
function isMethodOfList(member, parents) {
	const call = parents.get(member);
	const name = propertyName(member) ?? '';
	const isCalled = call && isCall(call) && call.callee === member;
	return Boolean(isCalled) && (isReaderMethod(name) || isMutatorMethod(name));
}

/** @param {Node} declaration a declarator, a function or a class @param {Parents} parents @returns {boolean} */
const isExported = (declaration, parents) => {
	const parent = parents.get(declaration);
	const outer = parent?.type === 'VariableDeclaration' ? parents.get(parent) : parent;
	return outer?.type.startsWith('Export') === true;
};

/** `LEVELS[0] === level`, `case LEVELS.LOW:`. @param {Node} member @param {Parents} parents @returns {boolean} */
function isCompared(member, parents) {
	const around = /** @type {Node} */ (parents.get(member));
	if (around.type === 'BinaryExpression') return /^[!=]==?$/.test(around.operator);
	return around.type === 'SwitchCase' && around.test === member;
}

/** @param {Node} node @returns {boolean} a layer of a literal: what holds it has all that it holds */
function isLayer(node) {
	if (/^(Array|Object)Expression$|^ObjectProperty$|^TS(As|Satisfies)Expression$/.test(node.type))
		return true;
	if (node.type === 'NewExpression')
		return /^(Weak)?(Map|Set)$/.test(dottedName(node.callee) ?? '');
	return node.type === 'CallExpression' && dottedName(node.callee) === 'Object.freeze';
}

/** `[KEY, value]` of `new Map([[KEY, value]])`. @param {Node} list @param {Parents} parents @returns {boolean} */
function isPairOfMap(list, parents) {
	const outer = parents.get(list);
	const made = outer && parents.get(outer);
	return (
		outer?.type === 'ArrayExpression' &&
		made?.type === 'NewExpression' &&
		/^(Weak)?Map$/.test(dottedName(made.callee) ?? '')
	);
}

/** @param {Node} fn @param {readonly Unit[]} units @returns {boolean} it runs in workers alone */
const isGone = (fn, units) => units.some(({ node, isOptional }) => node === fn && !isOptional);
