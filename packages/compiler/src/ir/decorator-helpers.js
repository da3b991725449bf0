/** @import { Node } from '../types.js' */
import { variantOf } from '../ast/parents.js';
import { calledName } from '../ast/awaiter.js';
import { isCall, unwrap } from '../ast/shapes.js';
import { DECORATE, METADATA, OF_PARAMETER } from '../knowledge/compiler-helpers.js';

/**
 * Decorators as compilers write them:
 *
 * ```js
 * __decorate([Get('/users'), __param(0, Inject(Db)), __metadata('design:type', Function)], Users.prototype, 'list', null);
 * ```
 */

/**
 * What such a helper runs: each decorator with the class or prototype. The text of the helper calls elements of an array, which
 * does not show that.
 *
 * @param {Node} node a call
 * @returns {{ target: Node, calls: Node[] } | null} `target`: what the helper itself completes; null for any other call
 */
export function decoratorCalls(node) {
	if (!isCall(node)) return null;
	const [list, target, ...rest] = node.arguments;
	const decorators = unwrap(list);
	if (decorators?.type !== 'ArrayExpression' || !target) return null;
	if (!DECORATE.test(calledName(node) ?? '')) return null;
	const isPlain = decorators.elements.every(
		(/** @type {Node | null} */ one) => one && one.type !== 'SpreadElement',
	);
	if (!isPlain) return null;
	return {
		target,
		calls: decorators.elements.flatMap((/** @type {Node} */ one) => {
			const callee = decoratorIn(one);
			return callee ? variantOf(node, { callee, arguments: [target, ...rest] }) : [];
		}),
	};
}

/** @param {Node} node @returns {boolean} `__metadata('design:type', Function)`, `__param(0, Inject(Db))`: it gives a decorator and does nothing else */
export const makesDecorator = (node) =>
	isCall(node) && [METADATA, OF_PARAMETER].some((one) => one.test(calledName(node) ?? ''));

/** @param {Node} element @returns {Node | null} null for what only stores metadata */
function decoratorIn(element) {
	const value = /** @type {Node} */ (unwrap(element));
	const name = isCall(value) ? (calledName(value) ?? '') : '';
	if (METADATA.test(name)) return null;
	return OF_PARAMETER.test(name) ? decoratorIn(value.arguments[1]) : value;
}
