/**
 * [GEM16 Fig. 2]
 *
 * @param {string[]} registry
 * @param {string} key
 * @returns {number} how often the key occurs
 */
export function count(/* cpu_bound: gem */ registry, key) {
	'use cpu_bound';
	let total = 0;
	for (let t = 0; t < registry.length; t++) if (registry[t] === key) total++;
	return total;
}

/**
 * @param {string[]} registry
 * @returns {number} characters in it
 */
export function characters(/* cpu_bound: gem */ registry) {
	'use cpu_bound';
	let total = 0;
	for (let t = 0; t < registry.length; t++) total += registry[t].length;
	return total;
}
