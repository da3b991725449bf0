/** @import { Node } from '../../types.js' */
/** @import { Analysed, Unit } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { UnitReporter } from '../../diagnostics/reporter.js' */
/** @import { Closure } from './closure.js' */
import { isFunction } from '../../ast/shapes.js';
import { awaitsOf, mayFollow } from '../../ir/waits.js';
import * as report from '../../diagnostics/codes.js';

/**
 * Report what a unit would see at another time than in the plain program: statements further down than
 * its call, which a worker has run before it, and captures that the host changes while the unit waits.
 *
 * @param {Closure} closure of the unit, complete
 * @param {{ variables: Variable[], isWorkerCode: (node: Node) => boolean }} sent the captures that are sent with a call
 * @param {UnitReporter} reporter LP2017, LP2019
 */
export function checkTiming(closure, sent, reporter) {
	checkEarlyCalls(closure, reporter);
	checkReadsAfterAwait(closure, sent, reporter);
}

/** @param {Closure} closure @param {UnitReporter} reporter */
function checkEarlyCalls({ unit, kept, analysed }, reporter) {
	const call = analysed.sites.firstCalls.get(unit.node);
	if (!call) return;
	const firstAwaitEnd = awaitsOf(unit.node)[0]?.end ?? Infinity;
	for (const [fragment, origin] of kept) {
		if (fragment.index <= call.index || /^(function|import|type)$/.test(fragment.kind)) continue;
		if (isWithin(unit.node, fragment.node)) continue;
		let first = origin;
		for (let at = first.by; at; at = first.by) {
			const next = kept.get(at);
			if (!next || next === first) break;
			first = next;
		}
		// What is needed only after an await may be there by then.
		if (isWithin(first.node, unit.node) && first.node.start >= firstAwaitEnd) continue;
		report.calledTooEarly(reporter, call.node, { unit: unit.name, name: origin.name }, [
			{ message: `\`${first.name}\` is used here`, place: first.node },
			{ message: 'this comes later', place: fragment.node },
		]);
		return;
	}
}

/** @param {Closure} closure @param {{ variables: Variable[], isWorkerCode: (node: Node) => boolean }} sent @param {UnitReporter} reporter */
function checkReadsAfterAwait({ unit, analysed }, { variables, isWorkerCode }, reporter) {
	const awaits = awaitsOf(unit.node);
	if (awaits.length === 0) return;
	const around = { fn: unit.node, parents: analysed.resolution.parents };
	for (const variable of variables) {
		const change = changeDuring(variable, unit, analysed, isWorkerCode);
		if (!change) continue;
		const reads = variable.references.filter(({ node }) => isWithin(node, unit.node));
		for (const { node } of reads) {
			const wait = awaits.find((one) => mayFollow(node, one, around));
			if (!wait) continue;
			const names = { unit: unit.name, name: variable.name, ...describeWait(wait) };
			report.readAfterAwait(reporter, node, names, [
				{ message: 'it may change here', place: change },
			]);
			break;
		}
	}
}

/** @param {Variable} variable @param {Unit} unit @param {Analysed} analysed @param {(node: Node) => boolean} isWorkerCode @returns {Node | undefined} a place of the host that may run while the unit does */
function changeDuring(variable, unit, { sites, resolution }, isWorkerCode) {
	const home = functionAround(unit.node, resolution.parents);
	/** @param {Node} node */
	const isLater = (node) =>
		!isWorkerCode(node) && sites.isHostLive(node) && !isWithin(node, unit.node);
	if (variable.isTopLevel)
		return (sites.later.get(variable) ?? []).find(({ node }) => isLater(node))?.node;
	const changes = [
		...variable.references.filter(({ role }) => role === 'write' || role === 'update'),
		...(sites.later.get(variable) ?? []),
	];
	// What stands before the function, in the same run of code, has happened when it is called.
	return changes.find(
		({ node }) =>
			isLater(node) &&
			(node.start > unit.node.end || functionAround(node, resolution.parents) !== home),
	)?.node;
}

/** @param {Node} wait @returns {{ wait: string, keyword: string }} */
const describeWait = ({ type }) =>
	type === 'YieldExpression'
		? { wait: 'a `yield`', keyword: '`yield`' }
		: { wait: 'an await', keyword: 'await' };

/** @param {Node} node @param {Map<Node, Node>} parents @returns {Node | null} */
function functionAround(node, parents) {
	for (let at = parents.get(node); at; at = parents.get(at)) if (isFunction(at)) return at;
	return null;
}

/** @param {Node} inner @param {Node} outer @returns {boolean} */
const isWithin = (inner, outer) => outer.start <= inner.start && inner.end <= outer.end;
