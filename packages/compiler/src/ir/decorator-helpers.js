/** @import { Node } from '../types.js' */
import { variantOf } from '../ast/parents.js';
import { calledName } from '../ast/awaiter.js';
import { isCall, unwrap } from '../ast/shapes.js';

/**
 * Decorators as compilers write them:
 *
 * ```js
 * __decorate([Get('/users'), __param(0, Inject(Db)), __metadata('design:type', Function)], Users.prototype, 'list', null);
 * ```
 */

/** `__decorate` of TypeScript and tslib, `__decorateClass` of esbuild, `_ts_decorate` of SWC. */
const DECORATE = /^_+(decorate|decorateClass|ts_decorate)$/;

/** They give decorators that store what the compiler knows of types, for a library that no platform has. */
const METADATA = /^_+(metadata|ts_metadata)$/;

const OF_PARAMETER = /^_+(param|ts_param)$/;

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

/** @param {Node} element @returns {Node | null} null for what only stores metadata */
function decoratorIn(element) {
	const value = /** @type {Node} */ (unwrap(element));
	const name = isCall(value) ? (calledName(value) ?? '') : '';
	if (METADATA.test(name)) return null;
	return OF_PARAMETER.test(name) ? decoratorIn(value.arguments[1]) : value;
}
