/** @import { CompileOptions, Node } from '../../types.js' */
/** @import { Edit, Planned, Unit } from '../../ir/module.js' */

/**
 * The stub of a generator is an async one, as its values come from another thread, and so is that of a function that the helper
 * marks, as what the helper makes of it. The types of the plain function would be wrong for either.
 *
 * @param {Unit} unit
 * @param {Planned} planned
 * @param {CompileOptions} options
 * @returns {Edit[]}
 */
export function headEdits(unit, planned, options) {
	const { node, helper, isGenerator } = unit;
	if (isPlainGenerator(unit, options)) return plainHead(node, planned);
	if (node.async || !(helper || isGenerator)) return [];
	const at = node.key ? starOf(node, planned) : node.start;
	return [{ start: at, end: at, text: 'async ' }, ...withoutReturnType(node)];
}

/**
 * Where calls are verified the stub of a generator is a plain function: the plain run of another unit needs the source's own
 * generator of it, which may be a synchronous one.
 *
 * @param {Unit} unit
 * @param {CompileOptions} options
 * @returns {boolean}
 */
export const isPlainGenerator = ({ isGenerator, helper }, { verify = false }) =>
	verify && isGenerator && !helper;

/** @param {Node} node a generator @param {Planned} planned @returns {Edit[]} the same without `async` and `*` */
function plainHead(node, planned) {
	const { source } = planned;
	const star = starOf(node, planned);
	const edits = [{ start: star, end: star + 1, text: '' }, ...withoutReturnType(node)];
	if (!node.async) return edits;
	const found = /\basync\s/.exec(source.slice(node.start, star));
	if (!found) return edits;
	const start = node.start + found.index;
	return [{ start, end: start + 'async'.length, text: '' }, ...edits];
}

/** @param {Node} node @returns {Edit[]} */
const withoutReturnType = ({ returnType }) =>
	returnType ? [{ start: returnType.start, end: returnType.end, text: '' }] : [];

/** @param {Node} node a generator @param {Planned} planned @returns {number} where its `*` is */
function starOf(node, { source, file }) {
	/** @param {number} offset */
	const isInComment = (offset) =>
		file.comments.some((/** @type {Node} */ one) => one.start <= offset && offset < one.end);
	const isMethod = Boolean(node.key);
	const next = (/** @type {number} */ from) =>
		isMethod ? source.lastIndexOf('*', from) : source.indexOf('*', from);
	let star = next(isMethod ? node.key.start : node.start);
	while (isInComment(star)) star = next(isMethod ? star - 1 : star + 1);
	return star;
}
