// What is where: the functions of a file by their texts, and the edits that put a directive into them.
import { parse } from '@babel/parser';

/** @typedef {Record<string, any>} Node */

/**
 * A function of a package's file.
 *
 * @typedef {object} Place
 * @property {number} start offset in its file
 * @property {number} end
 * @property {number} bodyStart behind the brace that opens its body; of an arrow with an expression, where that begins
 * @property {number} bodyEnd where the expression of an arrow ends; else as `end`
 * @property {boolean} isExpression an arrow without a block
 * @property {boolean} isGenerator
 */

/** @typedef {{ at: number, text: string, rank: number }} Insertion `rank`: of two at one place, the larger one goes before */

const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ObjectMethod)$/;
const NO_CHILD = /^(loc|extra|errors|tokens|(leading|trailing|inner)Comments)$/;

/**
 * All functions of a file, but methods of classes, getters and setters.
 *
 * @param {string} source
 * @returns {Place[]} in the order of their starts
 */
export function findFunctions(source) {
	/** @type {Place[]} */
	const places = [];
	visit(
		parse(source, {
			sourceType: 'unambiguous',
			allowReturnOutsideFunction: true,
			createParenthesizedExpressions: true,
		}).program,
		places,
	);
	return places.sort((left, right) => left.start - right.start || right.end - left.end);
}

/** @param {Node} node @param {Place[]} places */
function visit(node, places) {
	if (FUNCTION.test(node.type) && !/^[gs]et$/.test(node.kind)) places.push(placeOf(node));
	for (const [key, value] of Object.entries(node)) {
		if (NO_CHILD.test(key)) continue;
		for (const child of Array.isArray(value) ? value : [value])
			if (typeof child?.type === 'string') visit(child, places);
	}
}

/** @param {Node} node @returns {Place} */
function placeOf({ start, end, body, generator }) {
	const isExpression = body.type !== 'BlockStatement';
	return {
		...{ start, end, isExpression, isGenerator: generator },
		bodyStart: isExpression ? body.start : body.start + 1,
		bodyEnd: isExpression ? body.end : end,
	};
}

/**
 * Put a directive into functions, before anything else in their bodies. No line moves.
 *
 * @param {string} source
 * @param {readonly Place[]} places
 * @param {string} directive
 * @returns {string}
 */
export function annotateText(source, places, directive) {
	return insertionsFor(places, directive).reduceRight(
		(text, { at, text: what }) => text.slice(0, at) + what + text.slice(at),
		source,
	);
}

/**
 * Where places of the source are once the directive is in.
 *
 * @param {readonly Place[]} places those with the directive
 * @param {string} directive
 * @returns {(offset: number, isEnd: boolean) => number} `isEnd`: what is put in at that very offset comes before it
 */
export function moved(places, directive) {
	const insertions = insertionsFor(places, directive);
	return (offset, isEnd) =>
		insertions.reduce(
			(sum, { at, text }) => sum + (at < offset || (isEnd && at === offset) ? text.length : 0),
			offset,
		);
}

/** @param {readonly Place[]} places @param {string} directive @returns {Insertion[]} from the first to the last */
function insertionsFor(places, directive) {
	return places
		.flatMap(({ start, bodyStart, bodyEnd, isExpression }) =>
			isExpression
				? [
						{ at: bodyStart, text: `{ "${directive}"; return `, rank: 0 },
						{ at: bodyEnd, text: '; }', rank: start },
					]
				: [{ at: bodyStart, text: ` "${directive}";`, rank: 0 }],
		)
		.sort((left, right) => left.at - right.at || right.rank - left.rank);
}
