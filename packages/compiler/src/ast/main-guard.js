/** @import { Node } from '../types.js' */
import { dottedName, isMember, propertyName, unwrap } from './shapes.js';

/**
 * Whether a condition holds in the thread that starts the program alone: `require.main === module`, `isMainThread`, `import.meta.main`.
 *
 * @param {Node} condition
 * @returns {boolean}
 */
export function isMainGuard(condition) {
	const test = /** @type {Node} */ (unwrap(condition));
	if (test.type === 'LogicalExpression')
		return test.operator === '&&' && (isMainGuard(test.left) || isMainGuard(test.right));
	if (test.type === 'BinaryExpression' && /^={2,3}$/.test(test.operator)) {
		const sides = [dottedName(test.left), dottedName(test.right)];
		return sides.includes('require.main') && sides.includes('module');
	}
	if (isMember(test) && test.object.type === 'MetaProperty') return propertyName(test) === 'main';
	return /(^|\.)isMainThread$/.test(dottedName(test) ?? '');
}
