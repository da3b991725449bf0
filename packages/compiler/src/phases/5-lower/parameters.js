/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Edit, Planned, UnitPlan } from '../../ir/module.js' */
/** @import { Names } from './names.js' */
import { referencesWithin } from '../../ast/references.js';
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
 * @param {UnitPlan} plan
 * @param {Planned} planned
 * @param {Names} names
 * @returns {Edit[]}
 */
export function stubParameters(plan, planned, names) {
	const { node } = plan.unit;
	const captured = namesOutside(plan);
	return node.params.flatMap((/** @type {Node} */ param, /** @type {number} */ index) => {
		const text = parameterText(param, { planned, name: names.of(`p${index}`), captured });
		return text === null ? [] : [{ start: param.start, end: param.end, text }];
	});
}

/**
 * @param {Node} param
 * @param {{ planned: Planned, name: string, captured: Set<string> }} setting `captured`: names that the stub
 *   reads from outside, which a parameter must not hide
 * @returns {string | null} null to keep it
 */
function parameterText(param, { planned, name, captured }) {
	const { source, language } = planned;
	const isRest = param.type === 'RestElement';
	const target = isRest ? param.argument : param.type === 'AssignmentPattern' ? param.left : param;
	const isPlain = target.type === 'Identifier' && !captured.has(target.name);
	const hasDefault = param.type === 'AssignmentPattern';
	if (isPlain && (!hasDefault || isPrimitiveLiteral(param.right))) return null;
	const type = typeOf(isRest ? param : target, source);
	const optional = target.optional ? '?' : '';
	const left = isPlain
		? source.slice(target.start, target.end)
		: `${isRest ? '...' : ''}${name}${optional}${type}`;
	return hasDefault ? `${left} = void 0${language === 'js' ? '' : ' as any'}` : left;
}

/** What a stub reads of the code around it. @param {UnitPlan} plan @returns {Set<string>} */
const namesOutside = ({ snapshots, unready, statements }) => {
	const holders = statements.flatMap(({ property }) => (property ? [property.variable] : []));
	return new Set([...snapshots, ...unready, ...holders].map(({ name }) => name));
};

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
 * @param {UnitPlan} plan
 * @param {Planned} planned
 * @param {Names} names
 * @returns {string} an expression
 */
export function argumentsOf(plan, { resolution }, names) {
	const { node } = plan.unit;
	const captured = namesOutside(plan);
	const seesArguments = referencesWithin(resolution.references, node).some(
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
		const isPlain = target.type === 'Identifier' && !captured.has(target.name);
		const name = isPlain ? target.name : names.of(`p${index}`);
		return [param.type === 'RestElement' ? `...${name}` : name];
	});
	return `[${list.join(', ')}]`;
}

/** @param {Node} node @param {Parents} parents @returns {Node | undefined} */
function ownerOfArguments(node, parents) {
	let at = parents.get(node);
	while (at && !(isFunction(at) && at.type !== 'ArrowFunctionExpression')) at = parents.get(at);
	return at;
}
