/** @import { Node } from '../../../types.js' */
/** @import { Variable } from '../../../ast/scope.js' */
/** @import { View } from './view.js' */
import {
	chainRoot,
	dottedName,
	isCall,
	isFunction,
	isMember,
	propertyName,
	unwrap,
} from '../../../ast/shapes.js';
import { isMutatorMethod, isReaderMethod } from '../../../knowledge/methods.js';

/**
 * What a statement of the top level puts into an object behind its declaration: a property, or those of another object
 * (`name` is null).
 *
 * @typedef {{ name: string | null, value: Node }} Completion
 */

/** The name of a property that a link runs when another file assigns to `name`. @param {string} name @returns {string} */
export const setterOf = (name) => `set ${name}`;

/**
 * @param {View} view
 * @returns {Map<Variable, Completion[]>} of variables of the top level: `lib.read = …`, `Object.assign(lib, …)`, `Object.defineProperty(lib, 'level', …)`
 */
export function findCompletions({ program, variableOf }) {
	/** @type {Map<Variable, Completion[]>} */
	const found = new Map();
	/** @param {Node} target @param {Completion[]} completions */
	const add = (target, completions) => {
		const variable = target.type === 'Identifier' ? variableOf.get(target) : null;
		if (variable?.isTopLevel) found.set(variable, [...(found.get(variable) ?? []), ...completions]);
	};
	for (const { type, expression } of program.body) {
		if (type !== 'ExpressionStatement') continue;
		if (expression.type === 'AssignmentExpression' && expression.operator === '=') {
			const member = /** @type {Node} */ (unwrap(expression.left));
			const name = isMember(member) ? propertyName(member) : null;
			if (name !== null) add(unwrap(member.object), [{ name, value: expression.right }]);
		} else if (isCall(expression) && expression.arguments.length > 1)
			add(unwrap(expression.arguments[0]), ofCall(expression));
	}
	return found;
}

/**
 * What statements of the top level put into prototypes, `Shape.prototype.scale = function () {}`, or hand to methods of an object.
 *
 * @param {View} view
 * @returns {Map<Variable, Node[]>} the values, by the class or function
 */
export function findPrototypeParts({ program, variableOf }) {
	/** @type {Map<Variable, Node[]>} */
	const found = new Map();
	for (const { type, expression } of program.body) {
		if (type !== 'ExpressionStatement') continue;
		const [listened, listeners] = listenersOf(expression, variableOf);
		if (listened) found.set(listened, [...(found.get(listened) ?? []), ...listeners]);
		const isAssigned = expression.type === 'AssignmentExpression';
		const target = isAssigned ? expression.left : isCall(expression) && expression.arguments[0];
		const root = target && PROTOTYPE.test(dottedName(target) ?? '') ? chainRoot(target) : null;
		const variable = root ? variableOf.get(root) : null;
		if (!variable?.isTopLevel) continue;
		const values = isAssigned ? [expression.right] : expression.arguments.slice(1);
		found.set(variable, [...(found.get(variable) ?? []), ...values]);
	}
	return found;
}

/** `emitter.on('set', (x) => {})`: whoever calls a method of `emitter` may run it. @param {Node} call @param {View['variableOf']} variableOf @returns {[Variable | null, Node[]]} */
function listenersOf(call, variableOf) {
	const callee = isCall(call) ? unwrap(call.callee) : null;
	const object = isMember(callee) ? unwrap(callee.object) : null;
	const variable = object?.type === 'Identifier' ? variableOf.get(object) : null;
	const name = isMember(callee) ? (propertyName(callee) ?? '') : '';
	// `rows.forEach((row) => {})` is over at once.
	const isBuiltIn = isReaderMethod(name) || isMutatorMethod(name);
	const isMade = variable?.isTopLevel && variable.kind !== 'import' && !isBuiltIn;
	return isMade ? [variable, call.arguments.filter(isFunction)] : [null, []];
}

const PROTOTYPE = /^[\w$]+\.prototype(\.|$)/;

/** @param {Node} call @returns {Completion[]} of its first argument */
function ofCall({ callee, arguments: [, second, third, ...rest] }) {
	switch (dottedName(callee)) {
		case 'Object.assign':
			return [second, third, ...rest]
				.filter(Boolean)
				.map((one) => ({ name: null, value: one.type === 'SpreadElement' ? one.argument : one }));
		case 'Object.defineProperty':
			return second.type === 'StringLiteral' ? ofDescriptor(second.value, third) : [];
		case 'Object.defineProperties':
			return second.type === 'ObjectExpression'
				? second.properties.flatMap((/** @type {Node} */ one) =>
						ofDescriptor(propertyName(one), one.value),
					)
				: [];
		default:
			return [];
	}
}

/** @param {string | null} name @param {Node | undefined} descriptor @returns {Completion[]} */
function ofDescriptor(name, descriptor) {
	if (name === null || descriptor?.type !== 'ObjectExpression') return [];
	return descriptor.properties.flatMap((/** @type {Node} */ one) => {
		const key = propertyName(one);
		const value = one.value ?? one;
		if (key === 'get' || key === 'value') return [{ name, value }];
		return key === 'set' ? [{ name: setterOf(name), value }] : [];
	});
}
