/** @import { Node } from '../../types.js' */
import { dottedName, isFunction, isMember, propertyName } from '../../ast/shapes.js';

/** Methods that use what a callback returns before they return themselves. */
const SYNC_CONSUMERS = new Set(
	'filter sort toSorted reduce reduceRight some every find findIndex findLast findLastIndex flatMap forEach replace replaceAll'.split(
		' ',
	),
);

/** @param {Node} call @returns {string | null} the name of the function or method, when it uses at once what its callback returns */
export function syncConsumer(call) {
	const path = dottedName(call.callee);
	if (path === 'JSON.stringify' || path === 'JSON.parse') return path;
	const method = isMember(call.callee) ? propertyName(call.callee) : null;
	return method !== null && SYNC_CONSUMERS.has(method) ? method : null;
}

/** @param {Node | null} fn @param {Map<Node, Node>} parents @returns {string} */
export function describeCaller(fn, parents) {
	if (!fn) return 'a class body';
	const name = nameOf(fn, parents);
	const subject = name ? `\`${name}\`` : 'an anonymous function';
	return fn.async ? `a default value of ${subject}` : subject;
}

/** @param {Node} fn @returns {{ start: number, end: number } & Node} the line that declares it */
export const headOf = (fn) => ({ ...fn, end: fn.id?.end ?? fn.key?.end ?? fn.body.start });

/** @param {Node} fn @param {Map<Node, Node>} parents @returns {string | null} */
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

/** @param {Node | undefined} node @returns {boolean} */
export const isFunctionLike = (node) =>
	node !== undefined && (isFunction(node) || node.type === 'FunctionExpression');
