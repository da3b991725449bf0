/**
 * @param {Record<string, number>} dictionary
 * @param {string[]} keys
 * @returns {number}
 */
export function lookUp(/* cpu_bound: gem */ dictionary, keys) {
	'use cpu_bound';
	let total = 0;
	for (let k = 0; k < keys.length; k++) total += dictionary[keys[k]];
	return total;
}
