/** @import { ClassOrigin } from './class-origins.js' */
/** @import { Parents } from '../../ast/parents.js' */
/** @import { Planned, SharedClass } from '../../ir/module.js' */
/** @import { Node } from '../../types.js' */
/** @import { Scope, Variable } from '../../ast/scope.js' */
import { isBuiltin } from 'node:module';
import { ERROR_ONLY } from '@lapidary/runtime/abi';
import { dottedName, isCall, isMember, propertyName, unwrap } from '../../ast/shapes.js';
import { classOf, functionOf } from '../../ir/values.js';
import { classOriginOf } from './class-origins.js';

/** @param {string} name @returns {boolean} */
const isErrorName = (name) =>
	/^[A-Z_$][\w$]*(Error|Exception|Failure|Fault|Err)$|^(Error|Exception|Failure|Fault)$/.test(name);

/**
 * Classes by which errors alone are known on the other side: those of other modules that the file tests errors for, or names as
 * classes of errors are named, and those of its own that extend something which the file does not show.
 *
 * A unit meets an imported class mostly as that of an error which a function throws that it calls, and names it nowhere; the
 * code that catches the error is on the host. Whether it is a class of errors shows at run time. Where the worker module does not
 * import the module anyway, it does so once it has an error of that name.
 *
 * @param {Omit<Planned, 'classes'>} planned
 * @param {Set<Variable>} known classes that instances are known by as well
 * @returns {SharedClass[]}
 */
export function findErrorClasses(planned, known) {
	const { slice, resolution } = planned;
	const kept = slice.filter((entry) => entry.kept).map((entry) => entry.fragment);
	const own = kept
		.flatMap((fragment) => fragment.defines)
		.filter((variable) => !known.has(variable) && extendsUnseen(classOf(variable), variable.scope))
		.map((variable) => ({ variable, key: ERROR_ONLY + variable.name }));
	/** @type {SharedClass[]} */
	const imported = [];
	for (const variable of resolution.program.variables.values()) {
		const origin = known.has(variable) ? null : classOriginOf(variable, resolution.parents);
		if (!origin || isBuiltin(origin.source) || !isPlainImport(variable, resolution.parents))
			continue;
		const isStatic = isImportedAnyway(variable, planned);
		const named = origin.steps.at(-1) ?? variable.name;
		for (const path of pathsTested(variable, named, resolution.parents)) {
			const key = ERROR_ONLY + [variable.name, ...path].join('.');
			const late = isStatic ? undefined : lateClass(variable, { origin, path }, planned);
			imported.push({ variable, key, path, late });
		}
	}
	return [...own, ...imported];
}

/**
 * @param {Node | null | undefined} definition of a class
 * @param {Scope} scope
 * @returns {boolean} whether the file does not show what it extends in the end
 */
function extendsUnseen(definition, scope) {
	/** @type {Set<Node>} */
	const seen = new Set();
	while (definition && !seen.has(definition)) {
		seen.add(definition);
		const parent = /** @type {Node | null} */ (unwrap(definition.superClass));
		if (!parent) return false;
		if (parent.type === 'ClassExpression') definition = parent;
		else if (parent.type !== 'Identifier') return true;
		else {
			const outer = scope.lookup(parent.name);
			if (!outer) return false;
			definition = /** @type {Node | null} */ (classOf(outer));
			if (!definition) return functionOf(outer) === null;
		}
	}
	return false;
}

/** @param {Variable} variable @param {Parents} parents @returns {boolean} whether it is imported as a value, with nothing but a name */
export function isPlainImport(variable, parents) {
	const node = /** @type {Node} */ (variable.declarations[0]?.node);
	if (variable.kind !== 'import') return true;
	const statement = /** @type {Node} */ (parents.get(node));
	if (node.type === 'TSImportEqualsDeclaration') return false;
	if (node.importKind === 'type' || statement.importKind === 'type') return false;
	return (statement.attributes ?? statement.assertions ?? []).length === 0;
}

/** @param {Variable} variable @param {Omit<Planned, 'classes'>} planned @returns {boolean} whether the worker module has its statement */
export function isImportedAnyway(variable, { slice, imports, moduleSnapshots, resolution }) {
	// What the host sends has a variable of that name.
	if (moduleSnapshots.includes(variable)) return false;
	if (variable.kind !== 'import')
		return slice.some(({ kept, fragment }) => kept && fragment.defines.includes(variable));
	const statement = resolution.parents.get(/** @type {Node} */ (variable.declarations[0]?.node));
	return [...imports].some(
		(one) =>
			one.kind === 'import' &&
			resolution.parents.get(/** @type {Node} */ (one.declarations[0]?.node)) === statement,
	);
}

/**
 * @param {Variable} variable
 * @param {string} imported its name in the module
 * @param {Parents} parents
 * @returns {string[][]} paths of properties from it to classes; `[]` for itself
 */
function pathsTested(variable, imported, parents) {
	/** @type {Map<string, string[]>} */
	const found = new Map();
	for (const { node } of variable.references) {
		/** @type {string[]} */
		const path = [];
		let at = node;
		let parent = parents.get(at);
		if (parent && (/^TS/.test(parent.type) || parent.type === 'ExportSpecifier')) continue;
		for (; parent && isMember(parent) && parent.object === at; parent = parents.get(at)) {
			const name = parent.computed ? null : propertyName(parent);
			if (name === null || name === 'prototype') break;
			// `Broken.is(error)`
			if (isClassName(at) && /^is([A-Z]|$)/.test(name) && isCall(parents.get(parent))) {
				found.set(path.join('.'), [...path]);
			}
			path.push(name);
			at = parent;
			if (isErrorName(name)) break;
		}
		const tested = isTested(at, parents) ? path : pathByName(path, [variable.name, imported]);
		if (tested && tested.length < 3) found.set(tested.join('.'), tested);
	}
	return [...found.values()];
}

/** Functions that tell errors by their class: `assert.rejects(result, Broken)`, `Broken.isInstance(error)`. */
const TESTS = /reject|throw|catch|instance|^is[A-Z]?/i;

/** `Object.isFrozen(OPTIONS)`, `Array.isArray(ROWS)` */
const ASKS_VALUES = /^(Object\.is[A-Z]|Array\.is|Number\.is)/;

/** @param {Node} node what may be a class @param {Parents} parents @returns {boolean} whether the class of something is compared with it */
function isTested(node, parents) {
	const parent = parents.get(node);
	if (parent?.type === 'BinaryExpression') {
		if (parent.operator === 'instanceof') return parent.right === node;
		const other = parent.left === node ? parent.right : parent.left;
		return /^[!=]==?$/.test(parent.operator) && isConstructorOf(other);
	}
	if (parent?.type === 'SwitchCase') return isConstructorOf(parents.get(parent)?.discriminant);
	if (!parent || !isCall(parent) || !isClassName(node)) return false;
	if (ASKS_VALUES.test(dottedName(parent.callee) ?? '')) return false;
	const called = isMember(parent.callee) ? propertyName(parent.callee) : parent.callee.name;
	return TESTS.test(called ?? '');
}

/** `error.constructor`. @param {Node | undefined} node @returns {boolean} */
const isConstructorOf = (node) =>
	node !== undefined && isMember(node) && propertyName(node) === 'constructor';

/** @param {Node} node @returns {boolean} */
const isClassName = (node) =>
	/^[A-Z_$]/.test((isMember(node) ? propertyName(node) : node.name) ?? '');

/** @param {string[]} path that code follows @param {string[]} names of its root @returns {string[] | null} as far as to what is named as errors are */
function pathByName(path, names) {
	if (names.some(isErrorName)) return [];
	const last = path.findIndex(isErrorName);
	return last === -1 ? null : path.slice(0, last + 1);
}

/**
 * @param {Variable} variable
 * @param {{ origin: ClassOrigin, path: string[] }} place `path`: from what the variable holds to the class
 * @param {Omit<Planned, 'classes'>} planned
 * @returns {NonNullable<SharedClass['late']>}
 */
export function lateClass(variable, { origin, path }, { moduleKind }) {
	const steps = [...origin.steps, ...path].map((name) =>
		/^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`,
	);
	const source = JSON.stringify(origin.source);
	const load =
		moduleKind === 'module'
			? `() => import(${source}).then((m) => m${steps.join('')})`
			: `() => require(${source})${steps.join('')}`;
	const last = path.at(-1);
	// A class that is exported as the default without a name is called so.
	const own = [variable.name, origin.steps.at(-1) ?? variable.name];
	return { names: [...new Set(last === undefined ? own : [last])], load };
}
