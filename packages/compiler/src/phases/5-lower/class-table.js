/** @import { SharedClass } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */

/**
 * @param {SharedClass[]} classes
 * @param {(variable: Variable) => string} [expressionFor] for where its name may mean something else
 * @returns {string} `{ Point, "class Codec": Codec }`
 */
export function classTable(classes, expressionFor = ({ name }) => name) {
	const list = classes.map(({ key, variable }) => {
		const value = expressionFor(variable);
		if (key === value) return value;
		return `${key === variable.name ? key : JSON.stringify(key)}: ${value}`;
	});
	return `{ ${list.join(', ')} }`;
}
