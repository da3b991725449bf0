/** @import { Edit, Planned, Receiver, Unit, UnitPlan } from '../../ir/module.js' */
/** @import { Access } from '../../ir/shadowing.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Names } from './names.js' */
import { changesReceivers } from '../../ir/in-out.js';
import { accessFromStub, accessInStub, accessToClass } from '../../ir/shadowing.js';
import { printExpression } from './checks.js';
import { memberOf, propertyKey } from './property-keys.js';

/**
 * What a stub sends of its captures, in the order of the plan.
 *
 * @param {UnitPlan} plan
 * @param {Planned} planned
 * @param {Names} names
 * @returns {string[]} expressions
 */
export function captureExpressions(plan, planned, names) {
	const { unit, receiver, snapshots, locals, statements, unready } = plan;
	const hasValue =
		planned.moduleKind === 'module' ? names.of('hasValue') : `${names.of('host')}.hasValue`;
	const guards = new Set(locals.map(({ guard }) => guard));
	const print = printExpression(plan, planned, names);
	/** @param {Variable} variable */
	const read = (variable) => readFromStub(unit, variable, planned, names);
	/** @param {Variable} variable */
	const isReady = (variable) => `${hasValue}(() => ${read(variable)})`;
	/** @param {Variable} variable @param {string} value of it, which throws before it has one */
	const once = (variable, value) =>
		unready.includes(variable) ? `${isReady(variable)} ? ${value} : undefined` : value;
	return [
		...(receiver ? [receiverExpression(receiver, planned, names)] : []),
		...snapshots.map((variable) => {
			const value = read(variable);
			if (guards.has(variable)) return `typeof ${value} === "function"`;
			const parts = planned.snapshotParts.get(variable) ?? [];
			if (parts.length === 0) return once(variable, value);
			return `{ ${parts.map((part) => `${propertyKey(part)}: ${memberOf(value, part)}`).join(', ')} }`;
		}),
		...statements.flatMap(({ property }) =>
			property ? [once(property.variable, `${read(property.variable)}${property.path}`)] : [],
		),
		...unready.map(isReady),
		...(print ? [print] : []),
	];
}

/** @param {Unit} unit @param {Variable} variable @param {Planned} planned @param {Names} names @returns {string} */
function readFromStub(unit, variable, { resolution }, names) {
	const access = accessFromStub(unit, variable, resolution);
	if (access.by === 'name') return variable.name;
	// A block that has not run has not declared what reads its variables.
	const call = access.by === 'getter' && access.isInBlock ? '?.()' : '()';
	return `${names.ofGetter(variable)}${call}`;
}

/**
 * A missing `this` crosses as what it is: reading its property fails in the worker, where the source does.
 *
 * @param {Receiver} receiver
 * @param {Planned} planned
 * @param {Names} names
 * @returns {string}
 */
function receiverExpression(receiver, planned, names) {
	if (receiver.kind !== 'data') return 'this';
	const list = receiver.keys.map((key) => `${propertyKey(key)}: ${memberOf('this', key)}`);
	const copy = `{ ${list.join(', ')} }`;
	if (!changesReceivers(planned)) return `this == null ? this : ${copy}`;
	const helper =
		planned.moduleKind === 'module' ? names.of('receiver') : `${names.of('host')}.receiver`;
	return `this == null ? this : ${helper}(this, ${copy})`;
}

/**
 * The functions through which stubs read variables that are shadowed where they stand.
 *
 * ```js
 * let limit = 3;
 * function check(x) { return x < limit; }
 * async function run(limit) { 'use cpu_bound'; return check(limit); }
 * ```
 * sends the module's `limit` by `function $lp_get_limit() { return limit; }`, declared next to it.
 *
 * @param {Planned} planned
 * @param {Names} names
 * @returns {Edit[]}
 */
export function getterEdits(planned, names) {
	/** @type {Map<Variable, Edit>} */
	const edits = new Map();
	/** @param {Variable} variable @param {Access} access */
	const add = (variable, access) => {
		if (access.by !== 'getter') return;
		const text = `function ${names.ofGetter(variable)}() { return ${variable.name}; } `;
		edits.set(variable, { start: access.insertAt, end: access.insertAt, text });
	};
	for (const { unit, snapshots, statements, unready, checks } of planned.plans) {
		const holders = statements.flatMap(({ property }) => (property ? [property.variable] : []));
		for (const variable of new Set([...snapshots, ...holders, ...unready]))
			add(variable, accessFromStub(unit, variable, planned.resolution));
		for (const { variable } of planned.classes)
			add(variable, accessToClass(unit, variable, planned.resolution));
		for (const variable of [...(checks?.state ?? []), ...(checks?.locals ?? [])])
			add(variable, accessInStub(unit, variable, planned.resolution));
	}
	return [...edits.values()];
}
