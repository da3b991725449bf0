/** @import { Node } from '../../types.js' */
/** @import { Edit, Planned, Unit } from '../../ir/module.js' */
/** @import { Names } from './names.js' */
import { isFunction, isPrimitiveLiteral } from '../../ast/shapes.js';

/**
 * The changes of a unit's parameters in its stub.
 *
 * Defaults and patterns are evaluated in the worker; the stub only passes values on, so evaluating
 * them here too could run an effect or an iterator twice. What remains keeps `length`.
 *
 * ```js
 * async function area({ width, height }, scale = read()) { … }
 * ```
 * becomes
 * ```js
 * async function area($lp_p0, scale = void 0) { … }
 * ```
 *
 * @param {Unit} unit
 * @param {Planned} planned
 * @param {Names} names
 * @returns {Edit[]}
 */
export function stubParameters({ node }, planned, names) {
	return node.params.flatMap((/** @type {Node} */ param, /** @type {number} */ index) => {
		const text = parameterText(param, index, planned, names);
		return text === null ? [] : [{ start: param.start, end: param.end, text }];
	});
}

/** @param {Node} param @param {number} index @param {Planned} planned @param {Names} names @returns {string | null} null to keep it */
function parameterText(param, index, { source, language }, names) {
	const cast = language === 'js' ? '' : ' as any';
	switch (param.type) {
		case 'Identifier':
			return null;
		case 'AssignmentPattern': {
			const isPlain = param.left.type === 'Identifier';
			if (isPlain && isPrimitiveLiteral(param.right)) return null;
			const left = isPlain
				? source.slice(param.left.start, param.left.end)
				: names.of(`p${index}`) + typeOf(param.left, source);
			return `${left} = void 0${cast}`;
		}
		case 'RestElement':
			return param.argument.type === 'Identifier'
				? null
				: `...${names.of(`p${index}`)}${typeOf(param, source)}`;
		default:
			return names.of(`p${index}`) + typeOf(param, source);
	}
}

/** @param {Node} pattern @param {string} source @returns {string} its type annotation, with the colon */
function typeOf({ typeAnnotation }, source) {
	return typeAnnotation ? source.slice(typeAnnotation.start, typeAnnotation.end) : '';
}

/**
 * What a stub passes on: the arguments that the unit can see.
 *
 * Arguments beyond the declared parameters stay here, where the unit cannot look at them anyway:
 * `xs.map(f)` calls `f` with the whole array as its third argument, which would be cloned each time.
 *
 * @param {Unit} unit
 * @param {Planned} planned
 * @param {Names} names
 * @returns {string} an expression
 */
export function argumentsOf({ node }, { resolution }, names) {
	const seesArguments = resolution.references.some(
		(one) =>
			one.name === 'arguments' &&
			!one.variable &&
			ownerOfArguments(one.node, resolution.parents) === node,
	);
	if (seesArguments) return 'arguments';
	const list = node.params.flatMap((/** @type {Node} */ param, /** @type {number} */ index) => {
		const target =
			param.type === 'AssignmentPattern'
				? param.left
				: param.type === 'RestElement'
					? param.argument
					: param;
		if (target.name === 'this') return [];
		const name = target.type === 'Identifier' ? target.name : names.of(`p${index}`);
		return [param.type === 'RestElement' ? `...${name}` : name];
	});
	return `[${list.join(', ')}]`;
}

/** @param {Node} node @param {Map<Node, Node>} parents @returns {Node | undefined} */
function ownerOfArguments(node, parents) {
	let at = parents.get(node);
	while (at && !(isFunction(at) && at.type !== 'ArrowFunctionExpression')) at = parents.get(at);
	return at;
}
