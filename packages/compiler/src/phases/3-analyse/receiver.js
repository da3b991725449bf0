/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Discovered, Receiver, Unit } from '../../ir/module.js' */
/** @import { Resolution } from '../../ast/resolve.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { RunningHere } from './running-here.js' */
/** @import { Holder } from '../../ir/receiver.js' */
import { childrenOf, walk } from '../../ast/babel.js';
import {
	isCall,
	isClass,
	isFunction,
	isMember,
	membersOf,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';
import { variableHolding } from '../../ir/holders.js';
import { ownFunctionOf, whyNoClass, whyNoCopy } from '../../ir/instances.js';
import { changedByMethods } from '../../ir/method-changes.js';
import { holderOfThis, ownerOfThis, usesOfThis } from '../../ir/receiver.js';
import { classOf, functionOf } from '../../ir/values.js';
import * as report from '../../diagnostics/codes.js';
import { mayComeBack } from './in-out.js';

/**
 * Decide what of a unit's `this` the worker gets.
 *
 * Where the unit only reads properties by name, it gets those and nothing else: no class is needed,
 * and what else the object holds need not be cloneable. Where it calls methods or hands `this` on, it
 * gets the object's own data as an instance of its class, which the slice then holds; for `this` of a
 * static method, the class that the slice has in place of the host's.
 *
 * @param {Unit} unit
 * @param {{ discovered: Discovered, effects: EffectAnalysis, running: RunningHere }} analysis
 * @param {Reporter} reporter LP2001, LP2002, LP2016, LP3006
 * @returns {Receiver | null} null when it does not use `this`, or cannot be lowered
 */
export function findReceiver(unit, { discovered, effects, running }, reporter) {
	const isFine = checkInternals(unit, reporter);
	const [first, ...others] = usesOfThis(unit.node);
	if (!first || !isFine) return null;
	const { parents } = discovered.resolution;
	const owner = ownerOfThis(first, parents);
	const holder = owner && holderOfThis(owner, parents);
	const [change] = changesOfThis(unit, effects);
	if (change && !mayRestore(unit, holder, { effects, running })) {
		report.changesReceiver(reporter, change, { unit: unit.name });
		return null;
	}
	const isInOut = change !== undefined;
	const keys = keysRead([first, ...others], parents);
	const isWhole = (/** @type {string} */ key) => isMethodOf(holder, key, effects, isInOut);
	if (keys && !keys.some(isWhole)) return { kind: 'data', keys, isInOut };
	const definition = nameOfClass(holder, discovered.resolution);
	if (!definition) {
		report.capturesThis(reporter, first, { unit: unit.name });
		return null;
	}
	const kind = holder?.kind === 'class' ? 'class' : 'instance';
	const reason =
		kind === 'class' ? whyNoClass(definition, parents) : whyNotAgain(definition, parents);
	if (!reason) return { kind, variable: definition, isInOut };
	const { name } = definition;
	const what = kind === 'class' ? `the class \`${name}\`` : `an instance of \`${name}\``;
	report.instanceDoesNotCross(reporter, first, { unit: unit.name, name: 'this', what, reason }, [
		{ message: `\`this\` is ${what}`, place: definition.declarations[0]?.id },
	]);
	return null;
}

/** @param {Unit} unit @param {EffectAnalysis} effects @returns {Node[]} places that change what it is called on */
const changesOfThis = ({ node }, effects) => [
	...effects.changesOfThis(node),
	...[...changedByMethods(node, effects)].flatMap(([{ kind }, place]) =>
		kind === 'this' ? [place] : [],
	),
];

/**
 * Whether what a unit changes of `this` can come back with its result. Of an object whose accessors are not seen, setting a property may be a call.
 *
 * @param {Unit} unit
 * @param {Holder | null} holder
 * @param {{ effects: EffectAnalysis, running: RunningHere }} analysis
 * @returns {boolean}
 */
function mayRestore(unit, holder, { effects, running }) {
	if (!mayComeBack(unit, running) || !holder || holder.kind === 'class') return false;
	if (holder.kind !== 'instance') return true;
	let at = /** @type {Node | null} */ (holder.node);
	for (let count = 0; at && count < 100; count++) {
		if (!at.superClass) return true;
		at = effects.classes.superOf(at);
	}
	return false;
}

/** @param {Variable} definition @param {Parents} parents @returns {string | null} why `this` is no instance of it again in the worker */
function whyNotAgain(definition, parents) {
	const own = ownFunctionOf(definition);
	return (
		whyNoCopy(definition, parents) ??
		// A mixin shows whether instances can cross; what its methods do with `this` is not followed.
		whyNoClass(definition, parents) ??
		(own && `its \`${own}\` is a function of each instance's own`)
	);
}

/** Private names, `super` and `new.target` mean something only where they stand. @param {Unit} unit @param {Reporter} reporter @returns {boolean} */
function checkInternals(unit, reporter) {
	let isFine = true;
	/** @type {{ root: Node, ownsThis: boolean, ownsClass: boolean }[]} parts of the unit that have a `this` of their own come later */
	const queue = [...unit.node.params, unit.node.body].map((root) => {
		return { root, ownsThis: false, ownsClass: false };
	});
	for (const { root, ownsThis, ownsClass } of queue) {
		walk(root, (node) => {
			const internal = ownsThis ? null : internalOf(node);
			const isPrivate = node.type === 'PrivateName' && !ownsClass;
			if (internal || isPrivate) {
				isFine = false;
				const what = internal ?? `#${node.id.name}`;
				report.capturesClassInternals(reporter, node, { unit: unit.name, what });
				return false;
			}
			const opensThis = isFunction(node) && node.type !== 'ArrowFunctionExpression';
			if (!opensThis && !isClass(node)) return true;
			const inner = { ownsThis: true, ownsClass: ownsClass || isClass(node) };
			queue.push(...childrenOf(node).map((child) => ({ root: child, ...inner })));
			return false;
		});
	}
	return isFine;
}

/** @param {Node} node @returns {string | null} */
function internalOf(node) {
	if (node.type === 'Super') return 'super';
	return node.type === 'MetaProperty' && node.meta.name === 'new' ? 'new.target' : null;
}

/**
 * The properties that code reads of `this`, when it does nothing else with it.
 *
 * @param {Node[]} uses ThisExpressions
 * @param {Parents} parents
 * @returns {string[] | null} null when it calls a method on `this`, or hands it on
 */
function keysRead(uses, parents) {
	/** @type {Set<string>} */
	const keys = new Set();
	for (const node of uses) {
		const parent = /** @type {Node} */ (parents.get(node));
		const found =
			isMember(parent) && parent.object === node ? [keyRead(parent, parents)] : pattern(parent);
		for (const key of found ?? [null]) {
			if (key === null || key.startsWith('#')) return null;
			keys.add(key);
		}
	}
	return [...keys];
}

/** @param {Node} member `this.x` @param {Parents} parents @returns {string | null} null when it is called */
function keyRead(member, parents) {
	const outer = /** @type {Node} */ (parents.get(member));
	const isCallee = isCall(outer) && unwrap(outer.callee) === member;
	const isTag = outer.type === 'TaggedTemplateExpression' && outer.tag === member;
	return isCallee || isTag ? null : propertyName(member);
}

/** `const { a, b: { c } } = this`. @param {Node} parent @returns {(string | null)[] | null} */
function pattern(parent) {
	if (parent.type !== 'VariableDeclarator' || parent.id.type !== 'ObjectPattern') return null;
	return parent.id.properties.map((/** @type {Node} */ one) =>
		one.type === 'RestElement' ? null : propertyName(one),
	);
}

/** @param {Holder | null} holder @param {string} key @param {EffectAnalysis} effects @param {boolean} withAccessors @returns {boolean} what it names is known to be a function, or runs one */
function isMethodOf(holder, key, effects, withAccessors) {
	if (!holder || holder.kind === 'prototype') return false;
	if (holder.kind === 'literal')
		return hasMethod(holder.node.properties, key, false, withAccessors);
	let at = /** @type {Node | null} */ (holder.node);
	for (let count = 0; at && count < 100; count++) {
		if (hasMethod(membersOf(at), key, holder.kind === 'class', withAccessors)) return true;
		at = effects.classes.superOf(at);
	}
	return false;
}

/** @param {Node[]} members @param {string} key @param {boolean} isStatic @param {boolean} withAccessors @returns {boolean} */
const hasMethod = (members, key, isStatic, withAccessors) =>
	members.some(
		(one) =>
			propertyName(one) === key &&
			Boolean(one.static) === isStatic &&
			(one.kind === 'method' ||
				(withAccessors && /^[gs]et$/.test(one.kind)) ||
				isFunction(unwrap(one.value))),
	);

/** @param {Holder | null} holder @param {Resolution} resolution @returns {Variable | null} null where no name of the top level always means it */
function nameOfClass(holder, resolution) {
	if (!holder || holder.kind === 'literal') return null;
	if (holder.kind === 'prototype') {
		const variable = resolution.program.lookup(holder.name);
		return variable && (functionOf(variable) ?? classOf(variable)) ? variable : null;
	}
	const variable = variableHolding(holder.node, resolution);
	return variable && classOf(variable) === holder.node ? variable : null;
}
