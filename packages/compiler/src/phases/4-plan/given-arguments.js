/** @import { Node } from '../../types.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { CallSite, Planned, Unit } from '../../ir/module.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
import { isCall, isFunction, isMember, propertyName, unwrap } from '../../ast/shapes.js';
import { argumentDoesNotCross } from '../../diagnostics/codes.js';
import { whyNoCopy } from '../../ir/instances.js';
import { classOf, constantValueOf } from '../../ir/values.js';

/** How deep in an argument is looked. */
const DEPTH = 4;

/** What an argument holds, and the names and indexes that lead to it. @typedef {{ node: Node, path: (string | number)[] }} Given */

/**
 * Point out calls of units that the runtime rejects, where the text shows it: an argument holds a function that stays on the host, and
 * that the unit does not call, or an instance that no copy can stand for.
 *
 * @param {Pick<Planned, 'plans' | 'callSites' | 'effects'>} planned
 * @param {Reporter} reporter LP5040
 */
export function checkGivenArguments({ plans, callSites, effects }, reporter) {
	const planned = new Set(plans.map(({ unit }) => unit));
	for (const site of callSites) {
		// A call of an optional unit runs here where its values cannot cross.
		if (site.unit.isOptional || !planned.has(site.unit) || !isCallOf(site, effects)) continue;
		for (const given of argumentsOf(site.node)) {
			const found = whyRejected(given, site.unit, effects);
			if (!found) continue;
			const [index, ...names] = given.path;
			const params = {
				unit: site.unit.name,
				path: `${nameOf(site.unit, Number(index))}${names.map(written).join('')}`,
				...found,
			};
			argumentDoesNotCross(reporter, given.node, params);
		}
	}
}

/** @param {CallSite} site @param {EffectAnalysis} effects @returns {boolean} `work(rows)`, `this.work(rows)`, and not `work.call(null, rows)` */
function isCallOf({ node, unit }, { aliases }) {
	if (!isCall(node)) return false;
	const callee = /** @type {Node} */ (unwrap(node.callee));
	if (callee.type === 'Identifier')
		return unit.variable !== null && aliases.variableOf(callee) === unit.variable;
	return isMember(callee) && propertyName(callee) === unit.name;
}

/** @param {Node} call @returns {Given[]} what is written in its arguments */
function argumentsOf({ arguments: args }) {
	/** @type {Given[]} */
	const found = [];
	for (const [index, one] of args.entries()) {
		if (one.type === 'SpreadElement') break;
		addTo(found, one, [index]);
	}
	return found;
}

/** @param {Given[]} found gains what a value is and holds @param {Node} value @param {Given['path']} path */
function addTo(found, value, path) {
	const node = /** @type {Node} */ (unwrap(value));
	found.push({ node, path });
	if (path.length > DEPTH) return;
	if (node.type === 'ArrayExpression') {
		for (const [index, one] of node.elements.entries()) {
			if (one?.type === 'SpreadElement') break;
			if (one) addTo(found, one, [...path, index]);
		}
	} else if (node.type === 'ObjectExpression') {
		for (const one of node.properties) {
			const key = one.type === 'SpreadElement' ? null : propertyName(one);
			if (key === null) continue;
			if (one.type === 'ObjectProperty') addTo(found, one.value, [...path, key]);
			else if (one.kind === 'method') found.push({ node: one, path: [...path, key] });
		}
	}
}

/** @param {Given} given @param {Unit} unit @param {EffectAnalysis} effects @returns {{ what: string, why: string } | null} */
function whyRejected({ node, path }, unit, effects) {
	if (isFunction(node)) {
		const isCallback =
			unit.callback !== null && path.length === 1 && path[0] === unit.node.params.length - 1;
		const known = unit.functions.filter((one) => isSamePath(one.path, path));
		if (isCallback || known.some(({ use }) => use === null)) return null;
		const why =
			known.length > 0
				? `\`${unit.name}\` uses at once what it returns`
				: `\`${unit.name}\` does not call it, as far as the text shows`;
		return { what: 'a function', why };
	}
	const named = node.type === 'Identifier' ? effects.aliases.variableOf(node) : null;
	const made = named ? constantValueOf(named) : node;
	if (made?.type !== 'NewExpression' || made.callee.type !== 'Identifier') return null;
	const variable = effects.aliases.variableOf(made.callee);
	if (!variable?.isTopLevel || !classOf(variable)) return null;
	const why = whyNoCopy(variable, effects.parents);
	return why ? { what: `an instance of \`${variable.name}\``, why } : null;
}

/** @param {Given['path']} one @param {Given['path']} other @returns {boolean} */
const isSamePath = (one, other) =>
	one.length === other.length && one.every((key, at) => key === other[at]);

/** @param {Unit} unit @param {number} index @returns {string} of a parameter; as the runtime calls an argument, where that has no name */
function nameOf({ node }, index) {
	const params = node.params.filter((/** @type {Node} */ one) => one.name !== 'this');
	const param = params[index]?.left ?? params[index];
	return param?.type === 'Identifier' ? param.name : `args[${index}]`;
}

/** @param {string | number} key @returns {string} `.hooks`, `[0]` */
const written = (key) =>
	typeof key === 'number' || !/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key)
		? `[${JSON.stringify(key)}]`
		: `.${key}`;
