/** @import { Node } from '../../types.js' */
/** @import { Resolution } from '../../ast/resolve.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { declaredBy } from '../../ast/declared.js';
import { outermost } from '../../ast/parents.js';
import { isCall, isMember, propertyName, unwrap } from '../../ast/shapes.js';
import { isMutatorMethod, isReaderMethod, requiresCallback } from '../../knowledge/methods.js';
import { isAwaited } from './data-parameters.js';

/** Where a function lies in what a parameter holds, and the variable by which the unit calls it. @typedef {{ keys: string[], variable: Variable }} CalledPart */

/**
 * The properties of a parameter that a unit calls: `onProgress` of `options.onProgress(row)`, `hooks.item` of `options.hooks.item(row)`
 * and of `const { item } = options.hooks; item(row)`.
 *
 * @param {Variable} parameter
 * @param {Resolution} resolution
 * @param {number} longest how many names may lead to one
 * @returns {CalledPart[]}
 */
export function calledParts(parameter, resolution, longest) {
	const { parents } = resolution;
	/** @type {Map<string, CalledPart>} */
	const found = new Map();
	/** @type {Set<Variable>} */
	const seen = new Set();
	visit(parameter, []);
	return [...found.values()];

	/** @param {Variable} variable @param {string[]} keys what it holds of the parameter */
	function visit(variable, keys) {
		if (seen.has(variable) || variable.isReassigned) return;
		seen.add(variable);
		for (const { node, role } of variable.references) if (role === 'read') follow(node);

		/** @param {Node} reference */
		function follow(reference) {
			let at = keys;
			let { child, parent } = destinationOf(reference, parents);
			while (isMember(parent) && parent.object === child && at.length < longest) {
				const key = propertyName(parent);
				if (key === null) return;
				at = [...at, key];
				({ child, parent } = destinationOf(parent, parents));
			}
			if (at.length > 0 && isCalled(child, parent) && !isReplaced(reference, at)) {
				const path = at.join('\0');
				if (!found.has(path)) found.set(path, { keys: at, variable });
			}
			for (const part of partsTaken(child, resolution)) {
				const inner = [...at, ...part.keys];
				if (inner.length <= longest) visit(part.variable, inner);
			}
		}
	}

	/** `sprite.place = new Point(1); sprite.place.move(2)`: the unit calls what it has put there. @param {Node} reference @param {string[]} keys @returns {boolean} */
	function isReplaced(reference, keys) {
		return parameter.references.some(({ node }) => {
			if (node.start >= reference.start) return false;
			let { child, parent } = outermost(node, parents);
			let depth = 0;
			while (isMember(parent) && parent.object === child && propertyName(parent) === keys[depth]) {
				depth++;
				({ child, parent } = outermost(parent, parents));
			}
			const isAssigned = parent.type === 'AssignmentExpression' && parent.left === child;
			return isAssigned && depth > 0 && depth < keys.length;
		});
	}

	/** @param {Node} callee @param {Node} parent @returns {boolean} */
	function isCalled(callee, parent) {
		if (!isCall(parent)) return false;
		const called = /** @type {Node} */ (unwrap(parent.callee));
		const isMethod = isMember(called);
		// `rows.forEach(options.visit)`
		if (called !== unwrap(callee))
			return (
				isMethod && parent.arguments[0] === callee && requiresCallback(propertyName(called) ?? '')
			);
		// `rows.push(row)`: data has these methods, and a path to them would be looked at in each call.
		const name = isMethod ? (propertyName(called) ?? '') : '';
		const isOfData = isMutatorMethod(name) || isReaderMethod(name);
		return !isOfData || isAwaited(parent, parents);
	}
}

/**
 * Variables that hold a value, or a part of it, from their declaration on: `item` of `const { item } = options.hooks ?? {}`.
 *
 * @param {Node} value
 * @param {Resolution} resolution
 * @returns {{ keys: string[], variable: Variable }[]}
 */
export function partsTaken(value, resolution) {
	const { child, parent } = destinationOf(value, resolution.parents);
	if (parent.type !== 'VariableDeclarator' || parent.init !== child) return [];
	return namesIn(parent.id, []).flatMap(({ id, keys }) => {
		const variable = declaredBy(id, resolution);
		return variable && !variable.isReassigned ? [{ keys, variable }] : [];
	});
}

/** @param {Node} pattern @param {string[]} keys @returns {{ id: Node, keys: string[] }[]} */
function namesIn(pattern, keys) {
	switch (pattern.type) {
		case 'Identifier':
			return [{ id: pattern, keys }];
		case 'AssignmentPattern':
			return namesIn(pattern.left, keys);
		case 'ObjectPattern':
			return pattern.properties.flatMap((/** @type {Node} */ one) => {
				const key = one.type === 'RestElement' ? null : propertyName(one);
				return key === null ? [] : namesIn(one.value, [...keys, key]);
			});
		default:
			return [];
	}
}

/**
 * Where a value goes: past parentheses, and past `… ?? {}` and `isFast ? … : slow`, whose value it may be.
 *
 * @param {Node} node
 * @param {Resolution['parents']} parents
 * @returns {{ child: Node, parent: Node }}
 */
export function destinationOf(node, parents) {
	let { child, parent } = outermost(node, parents);
	for (;;) {
		const isLogical =
			parent.type === 'LogicalExpression' && !(parent.left === child && parent.operator === '&&');
		const isBranch = parent.type === 'ConditionalExpression' && parent.test !== child;
		if (!isLogical && !isBranch) return { child, parent };
		({ child, parent } = outermost(parent, parents));
	}
}
