/** @import { Edit, Planned, Receiver, UnitPlan } from '../../ir/module.js' */
/** @import { Access } from '../../ir/shadowing.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Names } from './names.js' */
import { accessFromStub, accessToClass } from '../../ir/shadowing.js';

/**
 * What a stub sends of its captures, in the order of the plan.
 *
 * @param {UnitPlan} plan
 * @param {Planned} planned
 * @param {Names} names
 * @returns {string[]} expressions
 */
export function captureExpressions({ unit, receiver, snapshots, locals }, planned, names) {
	const guards = new Set(locals.map(({ guard }) => guard));
	return [
		...(receiver ? [receiverExpression(receiver)] : []),
		...snapshots.map((variable) => {
			const access = accessFromStub(unit, variable, planned.resolution);
			// A block that has not run has not declared what reads its variables.
			const call = access.by === 'getter' && access.isInBlock ? '?.()' : '()';
			const value = access.by === 'name' ? variable.name : `${names.ofGetter(variable)}${call}`;
			return guards.has(variable) ? `typeof ${value} === "function"` : value;
		}),
	];
}

/**
 * A missing `this` crosses as what it is: reading its property fails in the worker, where the source does.
 *
 * @param {Receiver} receiver
 * @returns {string}
 */
function receiverExpression(receiver) {
	if (receiver.kind !== 'data') return 'this';
	const list = receiver.keys.map((key) =>
		IDENTIFIER.test(key) && key !== '__proto__'
			? `${key}: this.${key}`
			: `[${JSON.stringify(key)}]: this[${JSON.stringify(key)}]`,
	);
	return `this == null ? this : { ${list.join(', ')} }`;
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

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
	for (const { unit, snapshots } of planned.plans) {
		for (const variable of snapshots)
			add(variable, accessFromStub(unit, variable, planned.resolution));
		for (const { variable } of planned.classes)
			add(variable, accessToClass(unit, variable, planned.resolution));
	}
	return [...edits.values()];
}
