/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Discovered } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { dottedName, isFunction, isMember, propertyName } from '../../ast/shapes.js';
import { functionOf } from '../../ir/values.js';
import { callbacksOf } from '../../knowledge/methods.js';
import { functionAround } from './call-context.js';

/** @param {Node} call @returns {string | null} the name of the function or method, when it uses at once what its callback returns */
export function syncConsumer(call) {
	const path = dottedName(call.callee);
	if (path === 'JSON.stringify' || path === 'JSON.parse') return path;
	const method = isMember(call.callee) ? propertyName(call.callee) : null;
	const isConsumer = method !== null && method !== 'map' && callbacksOf(method).length > 0;
	return isConsumer ? method : null;
}

/** @param {Node | null} fn @param {Parents} parents @returns {string} */
export function describeCaller(fn, parents) {
	if (!fn) return 'a class body';
	const name = nameOf(fn, parents);
	const subject = name ? `\`${name}\`` : 'an anonymous function';
	return fn.async ? `a default value of ${subject}` : subject;
}

/** @param {Node} fn @returns {{ start: number, end: number } & Node} the line that declares it */
export const headOf = (fn) => ({ ...fn, end: fn.id?.end ?? fn.key?.end ?? fn.body.start });

/** @param {Node} fn @param {Parents} parents @returns {string | null} */
export function nameOf(fn, parents) {
	if (fn.id) return fn.id.name;
	if (fn.key) return propertyName(fn);
	const parent = parents.get(fn);
	return parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier'
		? parent.id.name
		: null;
}

/** @param {Node} target @returns {boolean} `module.exports`, `exports.x` */
export function isExportPath(target) {
	return /^(module\.exports|exports)(\.|$)/.test(dottedName(target) ?? '');
}

/**
 * `Object.defineProperty(exports, 'f', { get: function () { return f; } })`, as compilers write `export { f }`.
 *
 * @param {Node} node the `return`, or the arrow function
 * @param {Parents} parents
 * @returns {boolean}
 */
export function isExportGetter(node, parents) {
	const fn = node.type === 'ReturnStatement' ? functionAround(node, parents).fn : node;
	if (!fn || !isFunction(fn)) return false;
	const property = fn.type === 'ObjectMethod' ? fn : /** @type {Node} */ (parents.get(fn));
	if (property.type !== 'ObjectMethod' && property.type !== 'ObjectProperty') return false;
	const call = parents.get(/** @type {Node} */ (parents.get(property)));
	return (
		propertyName(property) === 'get' &&
		call?.type === 'CallExpression' &&
		dottedName(call.callee) === 'Object.defineProperty' &&
		isExportPath(call.arguments[0])
	);
}

/**
 * `parse(text, (error, tree) => …)`, `parse(text, onTree)`: a call in callback form, if its callee has one.
 *
 * @param {Node} call
 * @param {(name: Node) => Variable | null | undefined} variableOf
 * @returns {boolean}
 */
export function endsWithFunction({ arguments: given }, variableOf) {
	const last = /** @type {Node | undefined} */ (given?.at(-1));
	if (!last || isFunction(last)) return last !== undefined;
	const variable = last.type === 'Identifier' ? variableOf(last) : null;
	return Boolean(variable && functionOf(variable));
}

/**
 * The chain of functions of this file that would have to become async with a function.
 *
 * @param {Node} fn
 * @param {Discovered} discovered
 * @param {(node: Node) => boolean} isHostLive
 * @returns {{ message: string, place: Node }[]}
 */
export function callersOf(fn, { resolution }, isHostLive) {
	const { parents } = resolution;
	/** @type {{ message: string, place: Node }[]} */
	const chain = [];
	/** @type {Set<Node>} */
	const seen = new Set();
	/** @param {Node} callee */
	const follow = (callee) => {
		if (seen.has(callee)) return;
		seen.add(callee);
		const name = nameOf(callee, parents);
		chain.push({
			message: `${name ? `\`${name}\`` : 'this function'} would have to become async`,
			place: headOf(callee),
		});
		const reference = resolution.references.find((one) => one.node.start >= callee.start);
		const scope = resolution.scopes.get(callee)?.parent ?? reference?.scope;
		const variable = name ? scope?.lookup(name) : null;
		for (const { node, role } of variable?.references ?? []) {
			const outer = role === 'read' && isHostLive(node) ? functionAround(node, parents).fn : null;
			if (outer && !outer.async) follow(outer);
		}
	};
	follow(fn);
	return chain;
}
