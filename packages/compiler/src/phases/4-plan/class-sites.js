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
export function sitesOf(variable, { sites, resolution }) {
	const own = sites.later.get(variable) ?? [];
	if (!classOf(variable)) return own;
	const inherited = [...resolution.program.variables.values()].flatMap((one) => {
		const later = sites.later.get(one) ?? [];
		if (later.length === 0 || !classOf(one) || !isSubclassOf(one, new Set([variable]))) return [];
		return later.filter((site) => site.kind === 'mutate' && !setsOwnProperty(site.node, one));
	});
	return inherited.length > 0 ? [...own, ...inherited] : own;
}

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
