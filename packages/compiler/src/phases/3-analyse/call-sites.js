/** @import { CallSite, Discovered, Sites, Unit, Use } from '../../ir/module.js' */
/** @import { Node } from '../../types.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
import { dottedName, isMember, propertyName } from '../../ast/shapes.js';
import * as report from '../../diagnostics/codes.js';
import { functionAround } from './call-context.js';
import { callersOf } from './callers.js';
import { isExportedUnit } from './exported-units.js';
import { Judge } from './judge.js';
import { namedByThis } from './named-by-this.js';

/**
 * Judge every use of a unit on the host, in this file.
 *
 * A unit declared `async` returns a promise in the plain program too, so its calls stay as they are.
 * For the others the rules of design, "Call sites", hold: the result of a plain use is awaited where
 * that is possible, and refused where it is not.
 *
 * @param {Discovered} discovered
 * @param {Sites} sites
 * @param {(unit: Unit) => boolean} isInOut whether it changes what it is given: a call matters whose result is dropped
 * @returns {CallSite[]} in source order
 */
export function findCallSites(discovered, { isHostLive }, isInOut) {
	/** @type {Judge<Unit>} */
	const judge = new Judge(discovered, isHostLive, isInOut);
	for (const unit of discovered.units) {
		judgeUnit(judge, unit);
		// Nothing else asks who may call it from outside.
		if (!unit.isOptional || unit.isAsync) continue;
		if (isExportedUnit(unit, discovered, (id) => judge.declaredBy(id))) judge.exported(unit);
	}
	return judge.uses
		.map((use) => ({ ...use, unit: use.callee, diagnose: diagnosis(use, discovered, isHostLive) }))
		.sort((a, b) => a.node.start - b.node.start);
}

/** What the language calls by itself, and uses at once: `JSON.stringify(o)`, `${o}`, `o + 1`, `await o`. */
const IMPLICIT = /^(toJSON|toString|toLocaleString|valueOf|then)$/;

/** @param {Judge<Unit>} judge @param {Unit} unit */
function judgeUnit(judge, unit) {
	if (unit.variable) {
		judge.variable(unit, unit.variable);
		if (unit.variable.hoistedAs) judge.variable(unit, unit.variable.hoistedAs);
		return;
	}
	const holder = judge.holderOf(unit.node);
	if (holder) {
		if (IMPLICIT.test(holder.name) && !unit.isAsync) judge.escape(unit, unit.directive.node);
		if (!unit.isAsync) judgeThis(judge, unit, holder.name);
		return judge.held(unit, holder.variable, holder.name);
	}
	const isMethod = unit.kind === 'method' || /-method$/.test(unit.kind);
	if (!isMethod && unit.node.type !== 'FunctionDeclaration') judge.use(unit, unit.node);
	else if (isMethod && unit.isGenerator && isIteratorOfItsObject(unit.node)) judge.iterator(unit);
	else if (isMethod && !unit.isAsync) judge.escape(unit, unit.directive.node);
}

/** Other members of its object name it by `this`. @param {Judge<Unit>} judge @param {Unit} unit @param {string} name of the property that has it */
function judgeThis(judge, unit, name) {
	for (const use of namedByThis(unit.node, judge.parents)) {
		if (!judge.isHostLive(use)) continue;
		const { child, parent } = judge.outermost(use);
		const isRead = isMember(parent) && parent.object === child;
		const read = isRead ? propertyName(parent) : null;
		if (isRead && read === name) judge.use(unit, parent);
		else if (unit.isOptional && read === null) judge.escape(unit, use);
	}
}

/** `*[Symbol.iterator]() {}`. @param {Node} method @returns {boolean} */
const isIteratorOfItsObject = ({ computed, key }) =>
	computed === true && dottedName(key) === 'Symbol.iterator';

/**
 * @param {Use<Unit>} use
 * @param {Discovered} discovered
 * @param {Sites['isHostLive']} isHostLive
 * @returns {((reporter: Reporter) => void) | null} reports what is wrong with a use: LP5001 to LP5015
 */
function diagnosis(use, discovered, isHostLive) {
	const { node, rule, overtaken, subject = '' } = use;
	const unit = use.callee.name;
	switch (rule) {
		case 'promise':
		case 'handed':
		case 'exported':
			return null;
		case 'value': {
			if (!overtaken) return null;
			const name = dottedName(overtaken) ?? 'the target';
			return (reporter) => report.awaitAfterRead(reporter, overtaken, { unit, name });
		}
		case 'callback':
			return (reporter) => report.callbackForm(reporter, node, { unit, what: subject });
		case 'dropped':
			return (reporter) => report.droppedResult(reporter, node, { unit });
		case 'escape':
		case 'inherit':
			return (reporter) => report.escapingUnit(reporter, node, { unit });
		case 'construct':
			return (reporter) => report.constructedOrTagged(reporter, node, { unit, how: subject });
		case 'text':
			return (reporter) => report.textOfAUnit(reporter, node, { unit });
		case 'consumer':
			return (reporter) => report.syncCallback(reporter, node, { unit, method: subject });
		case 'generator': {
			const place = overtaken ?? node;
			const isCalled = node !== use.callee.directive.node;
			const message = isCalled
				? `\`${unit}\` is called here`
				: 'what `for await` iterates is `async *[Symbol.asyncIterator]()`';
			return (reporter) =>
				report.syncUseOfGenerator(reporter, place, { unit, use: subject }, [
					{ message, place: node },
				]);
		}
		case 'commonjs':
			return (reporter) => report.syncUseInCommonjs(reporter, node, { unit });
		case 'sync': {
			const { fn } = functionAround(node, discovered.resolution.parents);
			const chain = fn && !fn.async ? callersOf(fn, discovered, isHostLive) : [];
			return (reporter) =>
				report.syncUseInSyncFunction(reporter, node, { unit, caller: subject }, chain);
		}
	}
}
