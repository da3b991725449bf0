/** @import { Row } from '../../gem-memory/document.js' */

/**
 * Reads all that a document of a known shape holds.
 *
 * @param {{ rows: Row[] }} document
 * @returns {number}
 */
export function traverse(/* cpu_bound: gem */ document) {
	'use cpu_bound';
	let total = 0;
	for (let i = 0; i < document.rows.length; i++) {
		total += document.rows[i].id * document.rows[i].score;
		total += document.rows[i].place.x - document.rows[i].place.y;
		total += document.rows[i].name.length + document.rows[i].note.length;
		if (document.rows[i].active && document.rows[i].city === 'amber') total++;
		for (let j = 0; j < document.rows[i].tags.length; j++) {
			if (document.rows[i].tags[j] === 'beryl') total++;
		}
	}
	return total;
}

/**
 * Reads all that any document holds.
 *
 * @param {any} node
 * @returns {number}
 */
export function walk(/* cpu_bound: gem */ node) {
	'use cpu_bound';
	return weigh(node);
}

/**
 * @param {any} node
 * @returns {number}
 */
function weigh(node) {
	if (typeof node === 'number') return node;
	if (typeof node === 'string') return node.length;
	if (typeof node !== 'object' || node === null) return node === true ? 1 : 0;
	let total = 0;
	if (Array.isArray(node)) for (let i = 0; i < node.length; i++) total += weigh(node[i]);
	else for (const key in node) total += weigh(node[key]);
	return total;
}
