/** @import { SharedClass } from '../../ir/module.js' */

/**
 * @param {SharedClass[]} classes
 * @returns {string} `{ Point, "class Codec": Codec }`
 */
export function classTable(classes) {
	const list = classes.map(({ key, variable: { name } }) =>
		key === name ? name : `${JSON.stringify(key)}: ${name}`,
	);
	return `{ ${list.join(', ')} }`;
}
