/** @import { Node } from 'acorn' */
import { parse } from 'acorn';

/**
 * A statement of a worker module.
 *
 * @typedef {object} Statement
 * @property {string} type
 * @property {string} text
 * @property {number} start
 * @property {number} end
 * @property {boolean} isInner it stands in a function
 */

const FUNCTION = /Function/;

/**
 * @param {string} source JavaScript; what cannot be parsed has no statements
 * @returns {Statement[]} in the order of the text, the outer ones first
 */
export function statementsOf(source) {
	/** @type {Statement[]} */
	const found = [];
	/** @param {any} node @param {boolean} isInner */
	const visit = (node, isInner) => {
		if (Array.isArray(node)) for (const one of node) visit(one, isInner);
		if (typeof node?.type !== 'string') return;
		const { type, start, end } = node;
		if (/Statement$|Declaration$/.test(type) && !(type === 'BlockStatement' && isInner))
			found.push({ type, text: source.slice(start, end), start, end, isInner });
		const inside = isInner || FUNCTION.test(type);
		for (const key of Object.keys(node)) if (key !== 'type') visit(node[key], inside);
	};
	visit(parsed(source), false);
	return found;
}

/** @param {string} source @returns {Node | null} */
function parsed(source) {
	for (const sourceType of /** @type {const} */ (['module', 'script'])) {
		try {
			return parse(source, { ecmaVersion: 'latest', sourceType, allowReturnOutsideFunction: true });
		} catch {
			continue; // the other kind
		}
	}
	return null;
}

/**
 * @param {string} source
 * @param {(statement: Statement) => boolean} matches
 * @returns {string} without the first statement that matches
 */
export function without(source, matches) {
	const found = statementsOf(source).find(matches);
	return found ? `${source.slice(0, found.start)};${source.slice(found.end)}` : source;
}

/** @param {string} worker @returns {string} without what it says of checks at run time */
export const withoutChecks = (worker) =>
	worker.replace(/^(export const |module\.exports\.)\$lp_checks(: any)? = \{\n[^]*?^\};$/m, '');
