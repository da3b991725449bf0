/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { RelatedPlace, Reporter } from '../../diagnostics/reporter.js' */
/** @import { Problem } from './channels.js' */
import * as report from '../../diagnostics/codes.js';
import { isUsedAsCode } from './code-uses.js';
import { isCode } from './contents.js';

/**
 * Say why a top-level variable cannot reach a worker, or what its user should know.
 *
 * @param {Reporter} reporter LP2003, LP2005, LP2010, LP2011 to LP2014, LP2020, LP2027, LP2053, LP3003, LP3004, LP3008
 * @param {Problem} problem
 * @param {{ unit: string, variable: Variable, used: Node, trace: RelatedPlace[], parents: Parents }} context `used`: where the
 *   variable is first needed; `trace`: the uses that lead there from the unit
 */
export function reportProblem(reporter, problem, { unit, variable, used, trace, parents }) {
	const { name } = variable;
	const params = { unit, name };
	const declared = { message: `\`${name}\` is declared here`, place: variable.declarations[0]?.id };
	const toUse = [...trace, { message: `\`${name}\` is used here`, place: used }];
	const { node } = problem;
	switch (problem.kind) {
		case 'write':
			return report.writesCapture(reporter, node, params, [declared, ...trace]);
		case 'mutate': {
			const related = [declared, ...trace, whoElseHasIt(problem)];
			return report.mutatesCapture(reporter, node, params, related);
		}
		case 'position':
			return report.regexpPosition(reporter, node, params, [declared, ...trace]);
		case 'cache':
			return reportFilled(reporter, node, params, { counts: problem.counts, declared });
		case 'resource':
			return report.capturesResource(reporter, used, params, [declared, ...trace]);
		case 'exported':
			return report.exportedState(reporter, node, params, toUse);
		case 'initialiser':
			return report.unknownInitialiser(
				reporter,
				node,
				{ ...params, callee: problem.callee, remedy: remedyForInitialiser(variable, parents) },
				toUse,
			);
		case 'ambiguous': {
			const names = { ...params, callee: problem.callee, remedy: remedyFor(variable) };
			return report.ambiguousEffect(reporter, node, names, toUse);
		}
		case 'imported': {
			const module = `\`${problem.source}\``;
			return report.changesExportedState(reporter, node, { ...params, module }, toUse);
		}
		case 'configured': {
			const { callee, source } = problem;
			return report.configuresImport(reporter, node, { ...params, callee, source }, toUse);
		}
		case 'loading': {
			const needs = { unit, statement: name, name: problem.needs.name };
			return report.snapshotNeededWhileLoading(reporter, node, needs, toUse);
		}
		case 'uncloneable':
			return report.capturesUncloneable(reporter, used, { ...params, what: problem.what }, [
				...trace,
				declared,
				...changedAt(problem.changed),
			]);
		default: {
			const { className, reason } = problem;
			const places = [...trace, declared];
			if (reason === null)
				return report.capturesClassInstance(reporter, used, { ...params, className }, places);
			const what = `an instance of \`${className}\``;
			return report.instanceDoesNotCross(reporter, used, { ...params, what, reason }, places);
		}
	}
}

/**
 * What is decided of a variable is decided once, for all units that need it.
 *
 * @param {Problem} problem
 * @param {Node} unit
 * @returns {Problem} shown where the unit itself changes the variable, if it does
 */
export function inUnit(problem, unit) {
	if (!('changes' in problem)) return problem;
	const own = problem.changes?.find((node) => isWithin(node, unit));
	return own ? { ...problem, node: own } : problem;
}

/**
 * @template {{ kind: string, node: Node }} T
 * @param {readonly T[]} problems of an export, with a `write` for each change of it
 * @param {Node} unit
 * @returns {readonly T[]} without the changes of others, if the unit itself makes some
 */
export function withoutOthers(problems, unit) {
	const own = problems.filter(({ kind, node }) => kind !== 'write' || isWithin(node, unit));
	return own.some(({ kind }) => kind === 'write') ? own : problems;
}

/** @param {Node} node @param {Node} outer @returns {boolean} */
const isWithin = (node, outer) => outer.start <= node.start && node.end <= outer.end;

/**
 * Each worker has its own of it.
 *
 * @param {Reporter} reporter LP2013, LP2053
 * @param {Node} node that changes it
 * @param {{ unit: string, name: string }} params
 * @param {{ counts?: boolean, declared: RelatedPlace }} of `counts`: what it gives depends on what calls before have left in it
 */
export function reportFilled(reporter, node, params, { counts = false, declared }) {
	const tell = counts ? report.counterPerWorker : report.statePerWorker;
	return tell(reporter, node, params, [declared]);
}

/** @param {{ read?: Node, made?: Node, copied?: Node }} problem @returns {RelatedPlace} */
function whoElseHasIt({ read, made, copied }) {
	if (read) return { message: 'the host reads it here', place: read };
	if (made) return { message: 'each worker would make another one here', place: made };
	return { message: "this is a copy of the caller's object in each call", place: copied };
}

/** What makes a statement that fills a variable one of those that a worker repeats, or need not. @param {Variable} variable @returns {string} */
const remedyFor = (variable) =>
	isCode(variable)
		? `write \`/* cpu_bound: reeval */\` before the statement if workers may run it as well, or mark the call \`/*#__PURE__*/\` if it leaves \`${variable.name}\` as it is`
		: markOrSend(variable.name);

/**
 * What to do about the initialiser of a variable. A function or a class cannot be sent, and neither can an object that has some.
 *
 * @param {Variable} variable
 * @param {Parents} parents
 * @returns {string}
 */
function remedyForInitialiser(variable, parents) {
	const { name } = variable;
	return isUsedAsCode(variable, parents)
		? `mark the call \`/*#__PURE__*/\`, or write \`/* cpu_bound: reeval */\` before the statement if each worker may make a \`${name}\` of its own: what is called cannot be sent`
		: sendOrMark(name);
}

/** @param {string} name of what an initialiser gives @returns {string} */
export const sendOrMark = (name) =>
	`pass \`${name}\` as an argument, mark the call \`/*#__PURE__*/\`, or write \`/* cpu_bound: snapshot */\` before the statement`;

/** @param {string} name of what is filled @returns {string} */
export const markOrSend = (name) =>
	`mark the call \`/*#__PURE__*/\`, or write \`/* cpu_bound: snapshot */\` before the declaration of \`${name}\``;

/** @param {Node | undefined} place @returns {RelatedPlace[]} */
const changedAt = (place) =>
	place ? [{ message: 'it is changed here, while the program runs', place }] : [];
