/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Discovered, Unit } from '../../ir/module.js' */
/** @import { Reference } from '../../ast/scope.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
/** @import { Changed } from './in-out.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
import { walk } from '../../ast/babel.js';
import { dottedName, isFunction, isMember } from '../../ast/shapes.js';
import { isWithin } from '../../ast/tree.js';
import { checkPlatformName } from '../../ir/platform-names.js';
import { resultsOf } from '../../ir/unit-results.js';
import { changesThread } from '../../knowledge/calls.js';
import { classifyGlobal } from '../../knowledge/globals.js';
import * as report from '../../diagnostics/codes.js';
import { checkYields } from './changed-yields.js';
import { valuesWithin } from './given-values.js';
import { checkLentObjects } from './lent-objects.js';

/**
 * Report what a unit's own text may not do: reach names dynamically, use what only the host has, change its arguments.
 *
 * @param {Unit} unit
 * @param {{ discovered: Discovered, effects: EffectAnalysis, references: Reference[] }} analysis
 *   `references`: all in the unit that name nothing inside it
 * @param {Reporter} reporter LP2004, LP2007, LP2008, LP2009, LP3005, LP3010, LP3024, LP6002
 */
export function checkUnit(unit, { discovered, effects, references }, reporter) {
	checkDynamicScope(unit, discovered, references, reporter);
	walk(unit.node, (node) => {
		const what = 'import.meta.main';
		if (dottedName(node) === what)
			report.moduleLookupByMain(reporter, node, { unit: unit.name, what });
	});
	for (const reference of references) {
		if (!reference.variable) checkGlobal(unit, reference, discovered, reporter);
	}
	checkYields(unit, effects, reporter);
	checkLentObjects(unit, effects, reporter);
	const isCommonJs = discovered.moduleKind === 'commonjs';
	/** @type {Set<string>} */
	const written = new Set();
	for (const effect of effects.anywhere(unit.node)) {
		// What a unit writes to its exports is judged with what the module does to them.
		const isWrite =
			effect.kind === 'external' &&
			!(isCommonJs && /^(module\.)?exports(\.|$)/.test(effect.text)) &&
			(!/Call|New|Tagged/.test(effect.node.type) || changesThread(effect.text)) &&
			effect.via.length === 0;
		if (!isWrite) continue;
		report.writesGlobal(reporter, effect.node, { unit: unit.name, name: effect.text });
		written.add(effect.text);
	}
	checkGlobalObject(references, written, discovered.resolution.parents, reporter);
}

/**
 * @param {Reference[]} references
 * @param {Parents} parents
 * @param {readonly string[]} [constants] names that a bundler replaces by values: `__VERSION__`, `globalThis.build`
 * @returns {Reference[]} the others
 */
export function withoutConstants(references, parents, constants = []) {
	if (constants.length === 0) return references;
	const names = new Set(constants);
	return references.filter(({ node, variable }) => {
		for (let at = node; !variable;) {
			if (names.has(dottedName(at) ?? '')) return false;
			const parent = /** @type {Node} */ (parents.get(at));
			if (!isMember(parent) || parent.object !== at) break;
			at = parent;
		}
		return true;
	});
}

/** @param {Unit} unit @param {Discovered} discovered @param {Reference[]} references @param {Reporter} reporter */
function checkDynamicScope(unit, { resolution }, references, reporter) {
	/** @param {Node} node */
	const dynamic = (node) => {
		if (node.type === 'WithStatement') return 'with';
		const isEval =
			node.type === 'CallExpression' &&
			node.callee.type === 'Identifier' &&
			node.callee.name === 'eval';
		return isEval ? 'eval' : null;
	};
	walk(unit.node, (node) => {
		const what = dynamic(node);
		if (what) report.dynamicScope(reporter, node, { unit: unit.name, what });
	});
	for (let at = resolution.parents.get(unit.node); at; at = resolution.parents.get(at)) {
		if (at.type === 'WithStatement')
			report.dynamicScope(reporter, at, { unit: unit.name, what: 'with' });
	}
	// Elsewhere `eval` can assign to what the unit captures, and in the functions around it declare more.
	for (const { node, scope } of resolution.globals.get('eval') ?? []) {
		const call = resolution.parents.get(node);
		if (!call || dynamic(call) !== 'eval' || isWithin(call, unit.node)) continue;
		const fn = functionAround(call, resolution.parents);
		const seen = references.find(
			(one) => one.variable && one.variable.kind !== 'import' && scope.isWithin(one.variable.scope),
		);
		const isAround = fn !== null && isWithin(unit.node, fn);
		if (!seen && !isAround) continue;
		const related = seen ? [{ message: `\`${seen.name}\` is used here`, place: seen.node }] : [];
		report.dynamicScope(reporter, call, { unit: unit.name, what: 'eval' }, related);
	}
}

/** @param {Node} node @param {Parents} parents @returns {Node | null} */
function functionAround(node, parents) {
	for (let at = parents.get(node); at; at = parents.get(at)) if (isFunction(at)) return at;
	return null;
}

/** @param {Unit} unit @param {Reference} reference @param {Discovered} discovered @param {Reporter} reporter */
function checkGlobal(unit, { node, name }, { resolution }, reporter) {
	const { parents } = resolution;
	if (name === 'arguments') {
		if (!hasOwnArguments(node, unit, parents))
			report.capturesOuterArguments(reporter, node, { unit: unit.name });
		return;
	}
	const parent = /** @type {Node} */ (parents.get(node));
	if (parent.type === 'UnaryExpression' && parent.operator === 'typeof') return;
	const kind = checkPlatformName(reporter, node, { unit: unit.name, root: unit.node, parents });
	if (kind === 'unknown' && !isInsideWith(node, parents))
		report.unknownGlobal(reporter, node, { name });
}

/**
 * `globalThis.config`, which the host may have set.
 *
 * @param {Reference[]} references
 * @param {Set<string>} written what the unit sets itself
 * @param {Parents} parents
 * @param {Reporter} reporter LP2008
 */
function checkGlobalObject(references, written, parents, reporter) {
	for (const { node, variable } of references) {
		const member = /** @type {Node} */ (parents.get(node));
		if (variable || !isMember(member) || member.object !== node) continue;
		const name = dottedName(member) ?? '';
		const property = /^(?:globalThis|global)\.([^.]+)$/.exec(name)?.[1];
		const isTested = parents.get(member)?.type === 'UnaryExpression';
		if (!property || isTested || written.has(name)) continue;
		if (classifyGlobal(property) === 'unknown') report.unknownGlobal(reporter, member, { name });
	}
}

/** There a name may be a property. @param {Node} node @param {Parents} parents @returns {boolean} */
function isInsideWith(node, parents) {
	for (let at = parents.get(node); at; at = parents.get(at))
		if (at.type === 'WithStatement') return true;
	return false;
}

/** @param {Node} node @param {Unit} unit @param {Parents} parents @returns {boolean} */
function hasOwnArguments(node, unit, parents) {
	for (let at = parents.get(node); at; at = parents.get(at)) {
		if (isFunction(at) && at.type !== 'ArrowFunctionExpression') return true;
		if (at === unit.node) return false;
	}
	return false;
}

/**
 * @param {Unit} unit that changes what it is given, where its callers would not see it
 * @param {{ changed: readonly Changed[], effects: EffectAnalysis }} why
 * @param {Reporter} reporter LP3001, LP3002
 */
export function reportChanged(unit, { changed, effects }, reporter) {
	const returned = new Set(
		resultsOf(unit, effects).flatMap((one) => [...valuesWithin(one, effects)]),
	);
	for (const { variable, place } of changed) {
		const params = { unit: unit.name, name: variable.name };
		const declared = variable.declarations[0]?.id;
		const related = [
			{ message: `\`${variable.name}\` is an argument of \`${unit.name}\``, place: declared },
		];
		if (returned.has(variable)) report.returnsMutatedArgument(reporter, place, params, related);
		else report.mutatesArgument(reporter, place, params, related);
	}
}
