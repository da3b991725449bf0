/** @import { Parents } from '../../../ast/parents.js' */
/** @import { Effect } from '../../../ir/module.js' */
/** @import { Node } from '../../../types.js' */
/** @import { OwnStateFact, SiteFact } from '../../../ir/summary.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { Reference, Variable } from '../../../ast/scope.js' */
/** @import { Placed } from './codes.js' */
/** @import { Tracker } from './tracker.js' */
/** @import { View } from './view.js' */
import {
	dottedName,
	isCall,
	isClass,
	isFunction,
	isMember,
	isPrimitiveLiteral,
	membersOf,
	patternNames,
	propertyName,
	unwrap,
} from '../../../ast/shapes.js';
import { nodesOf } from '../../../ast/tree.js';
import { changedVariable } from '../../../ir/holders.js';
import { isMadeByPackage } from '../../../ir/imported-packages.js';
import { usesOfThis } from '../../../ir/receiver.js';
import { classOf, constantValueOf, functionOf, hasPrototype } from '../../../ir/values.js';
import { isMutatorMethod } from '../../../knowledge/methods.js';
import { findExportAliases, findExportObjects } from './common-js-exports.js';
import { memberAround } from './members.js';
import { changersOf } from './changers.js';
import { isStep, stepsOf } from './iterators.js';
import { isRemembered } from './remembered.js';
import { callableByName, heldIn, statesGivenBy } from './results.js';
import { isMaking } from './mentions.js';
import { spanOf } from './spans.js';

/** @typedef {{ states: OwnStateFact[], reads: Placed<SiteFact>[], changes: Placed<SiteFact>[] }} OwnStates */

/** Why the value of a variable or an expression stays in its thread; null where nothing shows that it has to. @typedef {(of: Variable | Node) => string | null} ObstacleTo */

/** `/* cpu_bound: reeval *\/` before a declaration: each thread may have its own. */
const REEVAL = /^\s*cpu_bound:\s*reeval\s*$/;

/** Methods that take out of a collection all that it holds, or a part. */
const EMPTIES = /^(clear|delete)$/;

/**
 * The variables of the top level that functions of the module change, or that other modules can get at, with the places that change
 * them and those that read them.
 *
 * @param {View} view
 * @param {EffectAnalysis} effects
 * @param {{ tracker: Tracker, all: readonly Effect[], given: readonly Variable[], obstacleTo: ObstacleTo }} context `given`: what functions of other modules are handed
 * @returns {OwnStates}
 */
export function findOwnStates(view, effects, { tracker, all, given, obstacleTo }) {
	const { resolution } = view.discovered;
	/** @type {Map<Variable, number>} */
	const indexes = new Map();
	/** @type {OwnStates} */
	const found = { states: [], reads: [], changes: [] };
	/** @param {Variable} variable @returns {number} */
	const indexOf = (variable) => {
		const known = indexes.get(variable);
		if (known !== undefined) return known;
		const { id } = /** @type {import('../../../ast/scope.js').Declaration} */ (
			variable.declarations[0]
		);
		const isCode = functionOf(variable) !== null || classOf(variable) !== null;
		indexes.set(variable, found.states.length);
		return (
			found.states.push({
				...spanOf(id),
				local: variable.name,
				isOwn: false,
				isPerThread: mayDiffer(id, constantValueOf(variable), effects),
				obstacle: obstacleTo(variable),
				isCode,
				isData: isData(constantValueOf(variable)),
				...identityOfVariable(variable, effects),
				parts: partsOf(constantValueOf(variable), obstacleTo),
				changers: changersOf(constantValueOf(variable), effects),
				closures: effects.hidden.changesBy(effects.aliases.nodeOf(variable), variable.name),
				holds: heldIn(constantValueOf(variable), effects),
			}) - 1
		);
	};
	for (const variable of new Set([...exportedVariables(view, effects), ...given])) {
		if (variable.isReassigned || !tracker.holders.has(variable)) indexOf(variable);
	}
	for (const variable of marksIn(view)) indexOf(variable);
	for (const effect of all) {
		const isChange = effect.kind === 'write' || effect.kind === 'mutate';
		if (!isChange || effect.via.length > 0 || !isLater(effect.node, effects)) continue;
		const variable = changedVariable(effect, resolution);
		if (!isState(variable, tracker)) continue;
		const state = indexOf(variable);
		/** @type {OwnStateFact} */ (found.states[state]).isOwn = true;
		const { node } = effect;
		const isReset = isResetOf(variable, node, view.parents);
		const isKept = isRemembered(variable, node, effects);
		found.changes.push({ start: node.start, fact: { ...spanOf(node), state, isReset, isKept } });
	}
	for (const variable of view.topLevel.values()) {
		if (!isState(variable, tracker)) continue;
		const steps = changersOf(constantValueOf(variable), effects).filter(isStep);
		if (steps.length === 0) continue;
		for (const node of stepsOf(variable, steps, tracker)) {
			if (!isLater(node, effects)) continue;
			const state = indexOf(variable);
			/** @type {OwnStateFact} */ (found.states[state]).isOwn = true;
			found.changes.push({ start: node.start, fact: { ...spanOf(node), state } });
		}
	}
	for (const [variable, state] of indexes) addReads(found, { variable, state, tracker, effects });
	addExports(found, view, { effects, tracker, obstacleTo });
	return found;
}

/** @param {OwnStates} found gains them @param {{ variable: Variable, state: number, tracker: Tracker, effects: EffectAnalysis }} of */
function addReads({ states, reads }, { variable, state, tracker, effects }) {
	// Methods of a package's object may read all of it.
	const isOpaque = isMadeByPackage(variable, effects);
	const { isCode, hasIdentity: isClassLike } = /** @type {OwnStateFact} */ (states[state]);
	/** @param {Node} node @param {string[]} path @param {{ isMaking?: boolean }} [making] */
	const add = (node, path, making = {}) =>
		reads.push({ start: node.start, fact: { ...spanOf(node), state, path, ...making } });
	for (const { node } of variable.references.filter((one) => isRead(one, tracker))) {
		const { names: path, place } = memberAround(node, tracker);
		// A call of a function does not look at its properties, and what compares it looks at itself.
		const isWhole = isCode && path.length === 0 && functionOf(variable);
		const { child, parent } = tracker.outermost(place);
		const isCalled = /Call/.test(parent.type) && parent.callee === child;
		if (!isWhole || (isClassLike && !isCalled))
			add(node, isOpaque ? [] : path, isMaking(place, tracker) ? { isMaking: true } : {});
	}
	for (const node of receiversIn(variable))
		if (isRead({ node, role: 'read' }, tracker)) add(node, memberAround(node, tracker).names);
}

/** How a summary names the value of an export that is no variable: `export default {}`, `exports.limits = {}`. @param {string} name @returns {string} */
export const localOfExport = (name) => `*${name}*`;

/**
 * What a module exports without a variable.
 *
 * @param {OwnStates} found gains it
 * @param {View} view
 * @param {{ effects: EffectAnalysis, tracker: Tracker, obstacleTo: ObstacleTo }} context
 */
function addExports(found, view, { effects, tracker, obstacleTo }) {
	/** @type {Map<string, number>} */
	const indexes = new Map();
	/** @param {string} name @param {Node} node @param {Node} value */
	const add = (name, node, value) => {
		if (indexes.has(name)) return;
		indexes.set(name, found.states.length);
		found.states.push({
			...spanOf(node),
			local: localOfExport(name),
			isOwn: false,
			isPerThread: mayDiffer(node, value, effects),
			obstacle: obstacleTo(value),
			isCode: isFunction(unwrap(value)) || isClass(unwrap(value)),
			isData: isData(unwrap(value)),
			...identityOf(unwrap(value), effects),
			parts: partsOf(unwrap(value), obstacleTo),
			changers: changersOf(unwrap(value), effects),
			closures: effects.hidden.changesBy(unwrap(value), localOfExport(name)),
			holds: heldIn(unwrap(value), effects),
		});
	};
	for (const { type, declaration } of view.program.body) {
		if (type === 'ExportDefaultDeclaration' && !declaration.id)
			add('default', declaration, declaration);
	}
	const objects = [...findExportObjects(view), ...findExportAliases(view)];
	const places = objects.map((node) => {
		const { place, names } = memberAround(node, tracker);
		const { child, parent } = tracker.outermost(place);
		const isTarget = parent.type === 'AssignmentExpression' && parent.left === child;
		return { node, names, parent, isTarget };
	});
	for (const { names, parent, isTarget } of places) {
		if (isTarget && names.length < 2) add(names[0] ?? '=', parent, parent.right);
	}
	for (const { node, names, parent, isTarget } of places) {
		const whole = indexes.get('=');
		const own = indexes.get(names[0] ?? '');
		const state = own ?? whole;
		if (state === undefined) continue;
		const path = own === undefined ? names : names.slice(1);
		if (!isTarget) found.reads.push({ start: node.start, fact: { ...spanOf(node), state, path } });
		else if (isLater(node, effects)) {
			/** @type {OwnStateFact} */ (found.states[state]).isOwn = true;
			found.changes.push({ start: parent.start, fact: { ...spanOf(parent), state } });
		}
	}
}

/** @param {Node | null} value @param {ObstacleTo} obstacleTo @returns {string[]} properties of a literal that are no obstacle themselves */
function partsOf(value, obstacleTo) {
	if (value?.type !== 'ObjectExpression') return [];
	return value.properties.flatMap((/** @type {Node} */ one) => {
		const name = one.type === 'ObjectProperty' ? propertyName(one) : null;
		return name === null || obstacleTo(one.value) ? [] : [name];
	});
}

/** @param {Node | null} value @returns {boolean} its text shows plain data */
function isData(value) {
	if (!value) return false;
	if (isPrimitiveLiteral(value) || /^(Object|Array)Expression$/.test(value.type)) return true;
	return (
		value.type === 'NewExpression' && /^(Map|Set|Date|\w+Array)$/.test(value.callee.name ?? '')
	);
}

/** @param {Node | null} value @returns {boolean} its text shows an object, a class or a symbol */
const hasIdentity = (value) =>
	value !== null &&
	(/^(Object|Array|New|Class)Expression$|^ClassDeclaration$/.test(value.type) ||
		(isCall(value) && dottedName(value.callee) === 'Symbol') ||
		frozenIn(value) !== null);

/** @param {Node | null} value @param {EffectAnalysis} effects @returns {Pick<OwnStateFact, 'hasIdentity' | 'objects'>} */
const identityOf = (value, effects) => ({
	hasIdentity: hasIdentity(value),
	objects: objectsIn(value, effects),
});

/** @param {Variable} variable @param {EffectAnalysis} effects @returns {ReturnType<typeof identityOf>} also of a function that serves as a class */
function identityOfVariable(variable, effects) {
	const own = identityOf(classOf(variable) ?? constantValueOf(variable), effects);
	return hasPrototype(variable, effects.parents) ? { ...own, hasIdentity: true } : own;
}

/** @param {Node | null} value @returns {Node | null} `{ n: 1 }` of `Object.freeze({ n: 1 })` */
function frozenIn(value) {
	const isGiven = /^Object\.(freeze|seal|preventExtensions|assign)$/;
	if (!value || !isCall(value) || !isGiven.test(dottedName(value.callee) ?? '')) return null;
	return unwrap(value.arguments[0] ?? null);
}

/**
 * @param {Node | null} value
 * @param {EffectAnalysis} effects
 * @returns {string[]} properties, elements and static members of which the text shows that they are objects, and static methods that tell by their class
 */
function objectsIn(value, effects) {
	const literal = frozenIn(value) ?? value;
	const isObject = (/** @type {Node | null} */ one) => {
		const node = unwrap(one);
		const variable = node?.type === 'Identifier' ? effects.aliases.variableOf(node) : null;
		return hasIdentity(variable ? (classOf(variable) ?? constantValueOf(variable)) : node);
	};
	if (literal?.type === 'ArrayExpression')
		return literal.elements.flatMap((/** @type {Node | null} */ one, /** @type {number} */ at) =>
			isObject(one) ? [String(at)] : [],
		);
	if (literal && isClass(literal)) return toldByClass(literal, isObject, effects);
	const members = literal?.type === 'ObjectExpression' ? literal.properties : [];
	return namesOf(members, isObject);
}

/** @param {Node[]} members @param {(value: Node | null) => boolean} isObject @returns {string[]} */
const namesOf = (members, isObject) =>
	members.flatMap((one) => {
		const name = isFunction(one) || !one.value ? null : propertyName(one);
		return name !== null && isObject(one.value) ? [name] : [];
	});

/**
 * `static is(one) { return one instanceof this; }`, `#n in one`: by whatever class it is called on.
 *
 * @param {Node} definition a class
 * @param {(value: Node | null) => boolean} isObject
 * @param {EffectAnalysis} effects
 * @param {Set<Node>} [seen] classes
 * @returns {string[]}
 */
function toldByClass(definition, isObject, effects, seen = new Set()) {
	const statics = membersOf(definition).filter((one) => one.static);
	const methods = statics.filter(
		(one) =>
			isFunction(one) && (usesOfThis(one).length > 0 || nodesOf(one, ['PrivateName']).length > 0),
	);
	const parent = unwrap(definition.superClass);
	const above = parent ? effects.callees.definition(parent) : null;
	const isNew = above !== null && isClass(above) && !seen.has(above);
	return [
		...namesOf(statics, isObject),
		...methods.map(propertyName).filter((name) => name !== null),
		...(isNew ? toldByClass(above, isObject, effects, seen.add(above)) : []),
	];
}

/**
 * Classes and symbols by which functions of the file know what they are given, also where only they have them.
 *
 * @param {View} view
 * @returns {Variable[]} of a file with units
 */
function marksIn({ topLevel, discovered, parents }) {
	if (discovered.units.length === 0) return [];
	return [...topLevel.values()].filter((one) => {
		const value = constantValueOf(one);
		const isClassLike = classOf(one) !== null || hasPrototype(one, parents);
		return isClassLike || (isCall(value) && dottedName(value?.callee) === 'Symbol');
	});
}

/** @param {View} view @param {EffectAnalysis} effects @returns {Set<Variable>} of the top level that other modules may get at */
function exportedVariables(view, effects) {
	const { program, topLevel, variableOf, discovered } = view;
	/** @type {Set<Variable>} */
	const found = new Set();
	for (const variable of topLevel.values()) {
		if (variable.kind === 'import' || variable.declarations.length === 0) continue;
		const isNamed = variable.references.some(({ role }) => role === 'export');
		if (isNamed) found.add(variable);
	}
	for (const { type, declaration } of program.body) {
		if (!/^Export(Named|Default)/.test(type) || !declaration) continue;
		const ids = declaration.id
			? [declaration.id]
			: (declaration.declarations ?? []).flatMap((/** @type {Node} */ one) => patternNames(one.id));
		for (const id of ids) {
			const variable = topLevel.get(id.name);
			if (variable) found.add(variable);
		}
		if (declaration.type === 'Identifier') {
			const variable = variableOf.get(declaration);
			if (variable?.isTopLevel) found.add(variable);
		}
	}
	for (const fn of callableByName(view))
		for (const variable of statesGivenBy(fn, effects)) found.add(variable);
	// `module.exports = { config, registry }`, `exports.config = config`
	const statements = [...findExportObjects(view), ...findExportAliases(view)].map((node) =>
		statementAround(node, view),
	);
	if (statements.length === 0) return found;
	for (const { node, variable } of discovered.resolution.references) {
		if (!variable?.isTopLevel || variable.kind === 'import' || found.has(variable)) continue;
		if (variable.declarations.length === 0) continue;
		if (statements.some((one) => one.start <= node.start && node.end <= one.end))
			found.add(variable);
	}
	return found;
}

/** @param {Node} node @param {View} view @returns {Node} of the top level */
function statementAround(node, { parents, program }) {
	let at = node;
	for (let up = parents.get(at); up && up !== program; up = parents.get(at)) at = up;
	return at;
}

/** `this` in static methods of a class, and in methods of a literal, is what the variable holds. @param {Variable} variable @returns {Node[]} */
function receiversIn(variable) {
	const value = constantValueOf(variable);
	if (!value || !(isClass(value) || value.type === 'ObjectExpression')) return [];
	return thisIn(isClass(value) ? value.body.body : value.properties, isClass(value));
}

/** @param {Node[]} members @param {boolean} isStatic whether only static ones count @returns {Node[]} */
function thisIn(members, isStatic) {
	/** @type {Node[]} */
	const found = [];
	for (const member of members) {
		if (isStatic && !member.static) continue;
		const fn = isFunction(member) ? member : unwrap(member.value ?? null);
		if (fn && isFunction(fn) && fn.type !== 'ArrowFunctionExpression')
			found.push(...usesOfThis(fn));
	}
	return found;
}

/** `cache.clear()`, `cache = null`, `level = 1` where it began with that. @param {Variable} variable @param {Node} node of a change @param {Parents} parents @returns {boolean} */
function isResetOf(variable, node, parents) {
	if (isCall(node)) {
		const callee = unwrap(node.callee);
		return isMember(callee) && EMPTIES.test(propertyName(callee) ?? '');
	}
	if (node.type === 'UnaryExpression') return true; // delete
	const write = node.type === 'Identifier' ? parents.get(node) : node;
	if (write?.type !== 'AssignmentExpression' || write.operator !== '=') return false;
	const { right, left } = write;
	if (isMember(unwrap(left))) return propertyName(unwrap(left)) === 'length';
	const [declaration] = variable.declarations;
	const init =
		declaration?.node.type === 'VariableDeclarator' ? unwrap(declaration.node.init) : null;
	const value = unwrap(right);
	if (value.type === 'NullLiteral' || value.name === 'undefined') return true;
	if (!init || init.type !== value.type) return false;
	if (isPrimitiveLiteral(value)) return init.value === value.value;
	if (value.type === 'NewExpression')
		return init.callee.name === value.callee.name && value.arguments.length === 0;
	const parts = value.properties ?? value.elements;
	return Array.isArray(parts) && parts.length === 0;
}

/** @param {Node} node @param {EffectAnalysis} effects @returns {boolean} in a function that is not over when the module has loaded */
const isLater = (node, { hidden }) => hidden.functionAround(node) !== undefined;

/** @param {Variable} variable @param {Tracker} tracker @returns {boolean} a variable of the module's own */
function isState(variable, { holders }) {
	if (!variable.isTopLevel || variable.declarations.length === 0) return false;
	if (variable.kind === 'import' || variable.kind === 'this') return false;
	// `let lib = require('./lib')`, which a function replaces, is a state that holds an import.
	return variable.isReassigned || !holders.has(variable);
}

/** @param {Node} node @param {Parents} parents @returns {boolean} whether a comment before the statement says so */
export function isPerThread(node, parents) {
	for (let at = /** @type {Node | undefined} */ (node); at; at = parents.get(at)) {
		const comments = /** @type {Node[]} */ (at.leadingComments ?? []);
		if (comments.some(({ value }) => REEVAL.test(value))) return true;
	}
	return false;
}

/** @param {Node} node @param {Node | null} value that it declares @param {EffectAnalysis} effects @returns {boolean} each thread may have its own: a comment says so, or it is a type of GEM, which is frozen */
export const mayDiffer = (node, value, { parents, gems }) =>
	isPerThread(node, parents) || gems.isType(value);

/** Whether a mention of a state makes use of its value: `hits += 1;` and `seen.add(x);` do not. @param {Pick<Reference, 'node' | 'role'>} reference @param {Tracker} tracker @returns {boolean} */
function isRead({ node, role }, tracker) {
	if (role === 'write' || role === 'export') return false;
	let { child, parent } = tracker.outermost(node);
	while (isMember(parent) && parent.object === child) {
		const outer = tracker.outermost(parent);
		const isMutator =
			isCall(outer.parent) &&
			outer.parent.callee === outer.child &&
			isMutatorMethod(propertyName(parent) ?? '');
		if (isMutator) return !isDropped(outer.parent, tracker);
		({ child, parent } = outer);
	}
	const isTarget =
		(parent.type === 'AssignmentExpression' && parent.left === child) ||
		parent.type === 'UpdateExpression' ||
		(parent.type === 'UnaryExpression' && parent.operator === 'delete');
	return !isTarget || !isDropped(parent, tracker);
}

/** @param {Node} node @param {Tracker} tracker @returns {boolean} nothing uses its value */
const isDropped = (node, tracker) => tracker.outermost(node).parent.type === 'ExpressionStatement';
