/** @import { Node } from '../../types.js' */
/** @import { Analysed, Site } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { dottedName, isCall, unwrap } from '../../ast/shapes.js';
import { isSubclassOf } from '../../ir/instances.js';
import { classOf } from '../../ir/values.js';

/**
 * Where running code changes what a variable holds. What a subclass inherits is of the class that it
 * extends: `Sub.rows.push(row)` changes the `rows` of `Base`.
 *
 * @param {Variable} variable
 * @param {Analysed} analysed
 * @returns {Site[]}
 */
export function sitesOf(variable, { sites }) {
	const own = sites.later.get(variable) ?? [];
	if (!classOf(variable)) return own;
	const inherited = [...sites.later.keys()].filter(
		(one) => one.isTopLevel && classOf(one) && isSubclassOf(one, new Set([variable])),
	);
	if (inherited.length === 0) return own;
	const changes = inherited.sort(byDeclaration).flatMap((one) => {
		const later = /** @type {Site[]} */ (sites.later.get(one));
		return later.filter((site) => site.kind === 'mutate' && !setsOwnProperty(site.node, one));
	});
	return [...own, ...changes];
}

/** @param {Variable} one @param {Variable} other @returns {number} */
const byDeclaration = (one, other) => placeOf(one) - placeOf(other);

/** @param {Variable} variable of a class @returns {number} */
const placeOf = ({ declarations: [first] }) => first?.id.start ?? 0;

/** `Sub.count = 1`, `this.count++`, `Object.assign(this, values)`, `Sub.put(1)`, which has a site of its own. @param {Node} node @param {Variable} variable @returns {boolean} */
function setsOwnProperty(node, { name }) {
	const target = /** @type {Node | undefined} */ (unwrap(objectChanged(node)));
	if (target?.type === 'Identifier') return target.name === name;
	return target?.type === 'ThisExpression' || target?.type === 'Super';
}

/** @param {Node} node @returns {Node | undefined} */
function objectChanged(node) {
	if (isCall(node)) {
		const isPlatform = /^(Object|Reflect)\./.test(dottedName(node.callee) ?? '');
		return isPlatform ? node.arguments[0] : unwrap(node.callee).object;
	}
	return unwrap(node.left ?? node.argument)?.object;
}
