/**
 * A program as it is generated: text with marks that say how a piece may shrink without leaving the language that the
 * generator speaks. Nodes are never changed, only replaced.
 *
 * - `sequence`: its parts, one after the other.
 * - `list`: parts that may be left out one by one, down to `least`, with a separator between them.
 * - `optional`: may be left out whole.
 * - `expression`: has a type; may become the simplest value of that type, or an expression of that type within it.
 * - `statement`: may become the statements within it.
 *
 * @typedef {object} Tree
 * @property {'sequence' | 'list' | 'optional' | 'expression' | 'statement'} kind
 * @property {readonly Part[]} parts
 * @property {string} [separator] of a list
 * @property {number} [least] of a list: how many parts have to stay
 * @property {string} [type] of an expression
 */

/** @typedef {string | Tree} Part */

/**
 * Source text with parts in it.
 *
 * @param {TemplateStringsArray} texts
 * @param {...(Part | number)} values
 * @returns {Part[]}
 */
export function code(texts, ...values) {
	/** @type {Part[]} */
	const parts = [];
	texts.forEach((text, index) => {
		if (text !== '') parts.push(text);
		const value = values[index];
		if (value !== undefined) parts.push(typeof value === 'number' ? String(value) : value);
	});
	return parts;
}

/** @param {readonly Part[]} parts @returns {Tree} */
export const sequence = (parts) => ({ kind: 'sequence', parts });

/** @param {readonly Part[]} parts @returns {Tree} */
export const optional = (parts) => ({ kind: 'optional', parts });

/** @param {string} type @param {readonly Part[]} parts @returns {Tree} */
export const expression = (type, parts) => ({ kind: 'expression', type, parts });

/** @param {readonly Part[]} parts @returns {Tree} */
export const statement = (parts) => ({ kind: 'statement', parts });

/**
 * @param {readonly Part[]} parts
 * @param {{ separator?: string, least?: number }} [options]
 * @returns {Tree}
 */
export const list = (parts, { separator = ', ', least = 0 } = {}) => ({
	kind: 'list',
	parts,
	separator,
	least,
});

/** @param {readonly Part[]} parts each a statement @returns {Tree} a line each */
export const lines = (parts) => list(parts, { separator: '\n' });

/**
 * @param {Part} part
 * @returns {string} source text
 */
export function print(part) {
	if (typeof part === 'string') return part;
	return part.parts.map(print).join(part.separator ?? '');
}
