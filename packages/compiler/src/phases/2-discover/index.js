/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Directive, Discovered, Parsed, Unit } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
import { extended } from '../../ast/records.js';
import { FUNCTIONS, isFunction, isWrapper, propertyName, unwrap } from '../../ast/shapes.js';
import { nodesOf } from '../../ast/tree.js';
import * as report from '../../diagnostics/codes.js';
import { callbackOf } from './callback.js';
import { functionArguments } from './function-arguments.js';
import { findResultUse } from './callback-use.js';
import { downlevelHelper } from './downlevel.js';
import { checkStrayDirective, readDirective } from './directives.js';
import { helperDirective, reportHelperMisuses } from './helper.js';
import { nameFunction } from './names.js';

/**
 * Find the units of a module: the functions that carry a directive, or that the file's directive covers.
 *
 * @param {Parsed} parsed
 * @param {{ reporter: Reporter }} context reports LP1xxx
 * @returns {Discovered}
 */
export function discover(parsed, { reporter }) {
	const { program } = parsed.file;
	const fileDirective = readDirective(program, reporter);
	/** @type {Set<Node>} functions that the file's directive covers */
	const covered = fileDirective ? topLevelFunctions(program) : new Set();
	if (fileDirective && covered.size === 0) {
		report.directiveWithoutEffect(reporter, fileDirective.node, {
			text: fileDirective.node.value.value,
		});
	}
	/** @type {Unit[]} */
	const units = [];
	/** @type {Directive[]} */
	const directives = fileDirective ? [fileDirective] : [];
	const taken = new Set();
	const helperCalls = new Map(parsed.helper.calls.map((call) => [call.fn, call]));
	reportHelperMisuses(parsed.helper, reporter);
	for (const node of nodesOf(program, ['ExpressionStatement', ...FUNCTIONS])) {
		if (node.type === 'ExpressionStatement') {
			const isNested = isInBlock(node, parsed.resolution.parents);
			checkStrayDirective(node, isNested, reporter);
			continue;
		}
		const own = node.body.type === 'BlockStatement' ? readDirective(node.body, reporter) : null;
		if (own) directives.push(own);
		const helper = helperCalls.get(node) ?? null;
		const directive = helper
			? helperDirective(helper, own, reporter)
			: (own ?? (covered.has(node) ? fileDirective : null));
		if (!directive || directive.mode === 'no_cpu_bound') continue;
		const unit = makeUnit(node, { directive, helper }, parsed, taken);
		if (isAcceptable(unit, parsed, reporter)) units.push(unit);
	}
	return extended(parsed, {
		units: units.filter((unit) => !isInsideAnother(unit, units)),
		directives,
	});
}

/** @param {Node} statement @param {Parents} parents @returns {boolean} in a block that is no function's body */
function isInBlock(statement, parents) {
	const block = /** @type {Node} */ (parents.get(statement));
	return block.type !== 'Program' && !isFunction(parents.get(block));
}

/**
 * A unit inside another one runs where that one runs: nothing on the host can call it, unless the
 * outer body stays there too, as that of a `try_` unit does.
 *
 * @param {Unit} unit
 * @param {Unit[]} units
 * @returns {boolean}
 */
const isInsideAnother = ({ node }, units) =>
	units.some(
		(outer) =>
			outer.node !== node &&
			!outer.isOptional &&
			outer.node.start <= node.start &&
			node.end <= outer.node.end,
	);

/**
 * Every function-valued declaration at the top level, exported or not. Methods and nested
 * functions are not covered by a file's directive: each of them needs its own.
 *
 * @param {Node} program
 * @returns {Set<Node>}
 */
function topLevelFunctions(program) {
	/** @type {Set<Node>} */
	const found = new Set();
	/** @param {Node | null | undefined} node */
	const add = (node) => {
		const value = unwrap(node);
		if (value && isFunction(value)) found.add(value);
	};
	for (const statement of program.body) {
		const node = /^Export/.test(statement.type) ? statement.declaration : statement;
		if (node?.type === 'VariableDeclaration')
			node.declarations.forEach((/** @type {Node} */ one) => add(one.init));
		else if (node?.type === 'ExpressionStatement' && isExportAssignment(node.expression))
			add(node.expression.right);
		else add(node);
	}
	return found;
}

/** @param {Node} node @returns {boolean} `module.exports = …`, `exports.x = …`, `module.exports.x = …` */
const isExportAssignment = (node) =>
	node.type === 'AssignmentExpression' &&
	node.left.type === 'MemberExpression' &&
	((node.left.object.type === 'Identifier' &&
		['exports', 'module'].includes(node.left.object.name)) ||
		(node.left.object.type === 'MemberExpression' && propertyName(node.left.object) === 'exports'));

/**
 * @param {Node} node
 * @param {Pick<Unit, 'directive' | 'helper'>} marks
 * @param {Parsed} parsed
 * @param {Set<string>} taken names given so far; two functions of one name get `f` and `f_2`
 * @returns {Unit}
 */
function makeUnit(node, { directive, helper }, parsed, taken) {
	const { parents, program } = parsed.resolution;
	const base = nameFunction(node, parents);
	let name = base;
	for (let count = 2; taken.has(name); count++) name = `${base}_${count}`;
	taken.add(name);
	let parent = /** @type {Node} */ (parents.get(node));
	while (isWrapper(parent)) parent = /** @type {Node} */ (parents.get(parent));
	const isDeclarator = parent.type === 'VariableDeclarator' && parent.id.type === 'Identifier';
	const declaration =
		node.type === 'FunctionDeclaration' && node.id ? node : isDeclarator ? parent : null;
	const id = declaration?.id;
	const scopeOfName = id ? findDeclaringScope(parsed, node, id) : null;
	const variable = id && scopeOfName ? (scopeOfName.variables.get(id.name) ?? null) : null;
	// Where there is a promise anyway, it tells when the body is done, and the callback is a function argument.
	const callback = node.async || node.generator ? null : callbackOf(node, parsed.resolution);
	return {
		node,
		kind: kindOf(node),
		name,
		id: `${parsed.id}#${name}`,
		isOptional: directive.mode === 'try_cpu_bound',
		isAsync: node.async === true || helper !== null,
		helper,
		isGenerator: node.generator === true,
		directive,
		variable,
		declaration,
		isTopLevel: variable?.scope === program,
		callback,
		functions: functionArguments(node, parsed.resolution).filter(
			({ path }) => !callback || path[0] !== node.params.length - 1,
		),
	};
}

/** A function expression's own name may hide that of its variable. @param {Parsed} parsed @param {Node} node @param {Node} id */
function findDeclaringScope({ resolution }, node, id) {
	const inner = /** @type {import('../../ast/scope.js').Scope} */ (resolution.scopes.get(node));
	for (let scope = inner.parent; scope; scope = scope.parent) {
		if (scope.variables.get(id.name)?.declarations.some((one) => one.id === id)) return scope;
	}
	return null;
}

/** @param {Node} node @returns {Unit['kind']} */
function kindOf(node) {
	if (node.type === 'ArrowFunctionExpression') return 'arrow';
	if (node.type === 'ObjectMethod') return 'method';
	if (node.type === 'ClassMethod' || node.type === 'ClassPrivateMethod') {
		return node.static ? 'static-method' : 'class-method';
	}
	return 'function';
}

/**
 * Whether a function of this kind can be a unit at all; says why when it cannot.
 *
 * @param {Unit} unit
 * @param {Parsed} parsed
 * @param {Reporter} wholeReporter
 * @returns {boolean}
 */
function isAcceptable(unit, { resolution }, wholeReporter) {
	const { node, name } = unit;
	const reporter = wholeReporter.forUnit({ optional: unit.isOptional });
	const place = unit.directive.node;
	const member = { get: 'getter', set: 'setter', constructor: 'constructor' }[
		/** @type {string} */ (node.kind)
	];
	if (member) {
		report.directiveOnAccessorOrConstructor(reporter, place, { member });
		return false;
	}
	const helper = node.isDownlevel ? null : downlevelHelper(node, resolution.parents);
	if (helper) {
		report.directiveAfterDownlevel(reporter, place, { unit: name, helper });
		return false;
	}
	if (usesResults(unit, resolution, reporter)) return false;
	for (let at = resolution.parents.get(node); at; at = resolution.parents.get(at)) {
		if (at.type === 'TSModuleDeclaration') {
			report.unitInNamespace(reporter, place, { unit: name, namespace: at.id.name });
			return false;
		}
	}
	const writes = namesOf(unit).flatMap((variable) =>
		variable.references.filter(({ role }) => role === 'write' || role === 'update'),
	);
	const again = writes[0]?.node ?? secondDeclaration(unit);
	if (again) {
		report.unitReassigned(reporter, again, { unit: name }, [
			{ message: `\`${name}\` is annotated here`, place },
		]);
		return false;
	}
	return true;
}

/**
 * Whether a unit looks at what a function among its arguments returns, before that can have come from
 * the host. One that need not be given may never be: such a call would fail at run time.
 *
 * @param {Unit} unit @param {Parsed['resolution']} resolution @param {Reporter} reporter
 * @returns {boolean}
 */
function usesResults({ node, name, callback, functions }, resolution, reporter) {
	const last = callback && resolution.scopes.get(node)?.variables.get(node.params.at(-1).name);
	const use = last && findResultUse(last, { node, resolution, isBridged: false });
	const problem = use
		? { variable: last, use }
		: functions.find((one) => one.isRequired && one.use !== null);
	if (!problem) return false;
	const { variable } = problem;
	const place = /** @type {Node} */ (problem.use);
	const declared = {
		message: `\`${variable.name}\` is declared here`,
		place: variable.declarations[0]?.id,
	};
	report.callbackResultUsed(reporter, place, { unit: name, name: variable.name }, [declared]);
	return true;
}

/** @param {Unit} unit @returns {Node | undefined} another declaration of the same `var` or function */
const secondDeclaration = (unit) =>
	namesOf(unit)
		.flatMap(({ declarations }) => declarations)
		.find(({ node }) => node !== unit.declaration)?.id;

/** @param {Unit} unit @returns {Variable[]} those that hold it: of its block, and around that */
const namesOf = ({ variable }) =>
	[variable, variable?.hoistedAs].filter((one) => one !== null && one !== undefined);
