/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { FunctionArgument, Unit } from '../../ir/module.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { walk } from '../../ast/babel.js';
import {
	chainRoot,
	dottedName,
	isCall,
	isFunction,
	isMember,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';
import { isWithin } from '../../ast/tree.js';
import * as report from '../../diagnostics/codes.js';
import { useAfter } from './later-use.js';
import { showsObject, variableShowsObject } from './shown-objects.js';

/**
 * Point out objects that a unit hands to a function among its arguments, and reads afterwards. Such a function runs on the
 * host and gets a copy: what it changes there never reaches the unit.
 *
 * @param {Unit} unit
 * @param {EffectAnalysis} effects
 * @param {Reporter} reporter LP3024
 */
export function checkLentObjects(unit, effects, reporter) {
	if (unit.functions.length === 0) return;
	/** @type {Set<Variable>} */
	const reported = new Set();
	for (const { call, callee, given } of handOvers(unit, effects)) {
		for (const variable of given.flatMap((one) => objectsIn(one, effects))) {
			if (reported.has(variable) || effects.gems.has(variable)) continue;
			// The host has those that the unit got; that it changes them shows where it is called for nothing else.
			if (!isMadeBy(variable, unit) && !isForEffect(call, effects.parents)) continue;
			const use = holdersOf(variable, unit, effects)
				.map((one) => useAfter(one, call, unit.node, effects))
				.find(Boolean);
			if (!use || !variableShowsObject(variable, unit.node, effects)) continue;
			reported.add(variable);
			const params = { unit: unit.name, name: variable.name, callee };
			report.readsWhatItLent(reporter, call, params, [
				{ message: `\`${use.name}\` is read here`, place: use },
			]);
		}
	}
}

/** `list` of `for (const one of list)`, too, when the unit has made it. @param {Variable} variable @param {Unit} unit @param {EffectAnalysis} effects @returns {Variable[]} */
function holdersOf(variable, unit, { aliases }) {
	const [{ id } = { id: null }] = variable.declarations;
	const named = variable.references.find(({ node }) => node !== id)?.node;
	const others = named ? [...aliases.of(named)].filter((one) => isMadeBy(one, unit)) : [];
	return [...new Set([variable, ...others])];
}

/** @typedef {{ call: Node, callee: string, given: Node[] }} HandOver */

/** Calls of the functions among a unit's arguments. @param {Unit} unit @param {EffectAnalysis} effects @returns {HandOver[]} */
function handOvers({ node, functions }, { aliases }) {
	/** @type {HandOver[]} */
	const found = [];
	const enter = (/** @type {Node} */ call, /** @type {Node} */ lent, /** @type {Node[]} */ given) =>
		found.push({ call, callee: dottedName(lent) ?? 'a function', given });
	walk(node.body, (call) => {
		if (!isCall(call)) return;
		const callee = /** @type {Node} */ (unwrap(call.callee));
		if (isLent(callee, functions, aliases)) return void enter(call, callee, call.arguments);
		if (!isMember(callee) || !isLent(unwrap(callee.object), functions, aliases)) return;
		const given = call.arguments.slice(1);
		if (/^(call|apply)$/.test(propertyName(callee) ?? '')) enter(call, callee.object, given);
	});
	return found;
}

/** @param {Node | null} callee @param {FunctionArgument[]} functions @param {EffectAnalysis['aliases']} aliases @returns {boolean} */
function isLent(callee, functions, aliases) {
	const root = callee && chainRoot(callee);
	const variable = root?.type === 'Identifier' ? aliases.variableOf(root) : null;
	if (!callee || !variable) return false;
	const keys = dottedName(callee)?.split('.').slice(1) ?? [null];
	return functions.some(
		({ variable: named, path }) =>
			named === variable && keys.every((key, at) => path.at(at - keys.length) === key),
	);
}

/**
 * The variables whose object an argument gives, in a literal too, or that hold a part which is an object by the text.
 * What is spread is copied on either side.
 *
 * @param {Node} argument
 * @param {EffectAnalysis} effects
 * @returns {Variable[]}
 */
function objectsIn(argument, effects) {
	const node = /** @type {Node} */ (unwrap(argument));
	const all = (/** @type {(Node | null)[]} */ parts) =>
		parts.flatMap((one) => (one ? objectsIn(one, effects) : []));
	switch (node.type) {
		case 'Identifier': {
			const variable = effects.aliases.variableOf(node);
			return variable ? [variable] : [];
		}
		case 'ObjectExpression':
			return all(node.properties.map((/** @type {Node} */ one) => one.value ?? null));
		case 'ArrayExpression':
			return all(node.elements);
		case 'ConditionalExpression':
			return all([node.consequent, node.alternate]);
		case 'LogicalExpression':
			return all([node.left, node.right]);
		default: {
			if (!isMember(node) || !showsObject(node, effects)) return [];
			const [root] = rootsOf(node, effects);
			return root ? [root] : [];
		}
	}
}

/** @param {Node} member @param {EffectAnalysis} effects @returns {Variable[]} */
function rootsOf(member, effects) {
	const object = /** @type {Node} */ (unwrap(member.object));
	if (isMember(object)) return rootsOf(object, effects);
	return object.type === 'Identifier' ? objectsIn(object, effects) : [];
}

/** @param {Variable} variable @param {Unit} unit @returns {boolean} a local of the unit, which no caller and no loop over arguments gave it */
const isMadeBy = ({ kind, scope, declarations }, { node }) =>
	kind !== 'param' &&
	isWithin(scope.node, node) &&
	declarations.every((one) => one.node.type === 'VariableDeclarator' && one.node.init);

/** @param {Node} call @param {Parents} parents @returns {boolean} nobody uses its result */
function isForEffect(call, parents) {
	let child = call;
	let parent = /** @type {Node} */ (parents.get(child));
	while (parent.type === 'AwaitExpression' || parent.type === 'UnaryExpression') {
		child = parent;
		parent = /** @type {Node} */ (parents.get(parent));
	}
	return parent.type === 'ExpressionStatement' || (isFunction(parent) && parent.body === child);
}
