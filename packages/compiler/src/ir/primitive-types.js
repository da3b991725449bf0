/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */

const PRIMITIVE = /^TS(String|Number|Boolean|BigInt|Null|Undefined)Keyword$/;

/**
 * Whether TypeScript is told that a variable, or what lies at a path in it, is no object: `n: number`, `counts: readonly number[]`,
 * `row: { n: number }`. Nothing can change such a value in place.
 *
 * @param {Variable} variable
 * @param {readonly (string | null)[]} path
 * @returns {boolean} false where the declaration does not say, or only another one does
 */
export function isPrimitiveByType({ declarations }, path) {
	const [declaration, ...others] = declarations;
	const type = declaration?.id?.typeAnnotation?.typeAnnotation;
	return others.length === 0 && type != null && isPrimitiveAt(type, path);
}

/** @param {Node} type @param {readonly (string | null)[]} path @returns {boolean} */
function isPrimitiveAt(type, path) {
	const [name, ...rest] = path;
	switch (type.type) {
		case 'TSLiteralType':
			return true;
		case 'TSParenthesizedType':
			return isPrimitiveAt(type.typeAnnotation, path);
		case 'TSTypeOperator':
			return type.operator === 'readonly' && isPrimitiveAt(type.typeAnnotation, path);
		case 'TSUnionType':
			return type.types.every((/** @type {Node} */ one) => isPrimitiveAt(one, path));
		case 'TSArrayType':
			return path.length > 0 && isPrimitiveAt(type.elementType, rest);
		case 'TSTypeLiteral': {
			const members = type.members.filter((/** @type {Node} */ one) => one.key?.name === name);
			const inner = members.length === 1 ? members[0].typeAnnotation?.typeAnnotation : null;
			return name != null && inner != null && isPrimitiveAt(inner, rest);
		}
		default:
			return PRIMITIVE.test(type.type);
	}
}
