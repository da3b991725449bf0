/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { UnitReporter } from '../../diagnostics/reporter.js' */
/** @import { FirstCall, LateFact } from '../../ir/module.js' */
/** @import { Closure } from './closure.js' */
/** @import { LateRead } from './late-reads.js' */
import { isWithin } from '../../ast/tree.js';
import { awaitsOf } from '../../ir/waits.js';
import * as report from '../../diagnostics/codes.js';
import { isSent } from '../../ir/sent.js';
import { changeDuring, valueGivenDuring } from './changes-during.js';
import { findLateReads } from './late-reads.js';

/**
 * The captures that are sent with a call, and those that a call may come before.
 *
 * @typedef {{ variables: Variable[], unready: Variable[], isWorkerCode: (node: Node) => boolean }} Sent
 */

/**
 * Report what a unit would see at another time than in the plain program: statements further down than
 * its call, which a worker has run before it, and captures that the host changes while the unit waits.
 *
 * @param {Closure} closure of the unit, complete
 * @param {Sent} sent
 * @param {UnitReporter} reporter LP2017, LP2019
 * @returns {LateFact[]} reads that are right as far as this file shows: another one may change what they are of
 */
export function checkTiming(closure, sent, reporter) {
	checkEarlyCalls(closure, reporter);
	return checkLateReads(closure, sent, reporter);
}

/** @param {Closure} closure @param {UnitReporter} reporter */
function checkEarlyCalls(closure, reporter) {
	const { unit, kept, analysed } = closure;
	const call = analysed.sites.firstCalls.get(unit.node);
	if (!call) return;
	checkUnreadySnapshots(closure, call, reporter);
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

/**
 * A stub reads what it sends at the call, whether the unit reads it or not, and catches nothing of it.
 *
 * @param {Closure} closure
 * @param {FirstCall} call
 * @param {UnitReporter} reporter
 */
function checkUnreadySnapshots({ unit, needed, channels, analysed }, call, reporter) {
	for (const fragment of analysed.fragments.slice(call.index + 1)) {
		const variable = fragment.defines.find(
			(one) =>
				/^(let|const)$/.test(one.kind) && needed.has(one) && isSent(channels.of(one).channel),
		);
		if (!variable) continue;
		const { name } = variable;
		report.calledTooEarly(reporter, call.node, { unit: unit.name, name }, [
			{ message: `\`${name}\` is used here`, place: needed.get(variable)?.node },
			{ message: 'this comes later', place: fragment.node },
		]);
		return;
	}
}

/** @param {Closure} closure @param {Sent} sent @param {UnitReporter} reporter @returns {LateFact[]} */
function checkLateReads({ unit, analysed }, { variables, unready, isWorkerCode }, reporter) {
	/** @type {Map<Variable, LateRead> | undefined} */
	let reads;
	/** @type {LateFact[]} */
	const others = [];
	for (const variable of new Set([...variables, ...unready])) {
		const change = changeDuring(variable, unit, { analysed, isWorkerCode });
		const given =
			!change && unready.includes(variable)
				? valueGivenDuring(variable, unit, analysed)
				: undefined;
		const place = change ?? given;
		if (!place && !variable.isTopLevel) continue;
		reads ??= findLateReads(unit, analysed.effects);
		const read = reads.get(variable);
		if (!read) continue;
		if (!place) {
			others.push({ variable, node: read.node, ...describeWait(read.wait) });
			continue;
		}
		const value = given
			? 'an error where the call came before it had a value'
			: 'the value that it had at the call';
		const names = { unit: unit.name, name: variable.name, value, ...describeWait(read.wait) };
		const message = given ? 'it gets its value here' : 'it may change here';
		report.readAfterAwait(reporter, read.node, names, [{ message, place }]);
	}
	return others;
}

/** @param {Node | null} wait @returns {{ when: string, event: string }} */
function describeWait(wait) {
	if (!wait) return { when: 'in a function that is called later', event: 'that' };
	return wait.type === 'YieldExpression'
		? { when: 'after a `yield`', event: 'the first `yield`' }
		: { when: 'after an await', event: 'the first await' };
}
