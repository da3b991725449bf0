/** @import { CompileOptions, Node } from '../../types.js' */
/** @import { Edit, Planned, Unit } from '../../ir/module.js' */

/**
 * The stub of a generator is an async one, as its values come from another thread, and so is that of a function that the helper
 * marks, as what the helper makes of it. The types of the plain function would be wrong for either: the latter's becomes
 * a promise.
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
	const type = isGenerator ? withoutReturnType(node) : promisedReturnType(node, planned);
	return [{ start: at, end: at, text: 'async ' }, ...type];
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

/**
 * What stands around the call of the pool. The type of the call is `any`, which fits whatever a stub returns, but for `never`.
 *
 * @param {Node} node of the unit
 * @param {Planned} planned
 * @param {'' | 'yield* '} keyword in front of the call
 * @returns {{ opening: string, closing: string }}
 */
export function castResult({ async: isAsync, returnType }, { language, source }, keyword) {
	const type = language === 'js' ? undefined : returnType?.typeAnnotation;
	if (!keyword) return { opening: '', closing: givesNever(type) ? ' as never' : '' };
	// what a synchronous generator is declared to return is taken away
	const isCast = isAsync && typeParametersOf(type).some(givesNever);
	return { opening: keyword, closing: isCast ? ` as ${source.slice(type.start, type.end)}` : '' };
}

/** @param {Node | undefined} type @returns {boolean} `never`, or a promise of it */
function givesNever(type) {
	if (type?.type === 'TSNeverKeyword') return true;
	const [value] = typeParametersOf(type);
	return type?.typeName?.name === 'Promise' && givesNever(value);
}

/** @param {Node | undefined} type @returns {Node[]} */
const typeParametersOf = (type) => (type?.typeParameters ?? type?.typeArguments)?.params ?? [];

/**
 * A module may have a `Promise` of its own. A promise cannot narrow anything, so type guards say nothing any more.
 *
 * @param {Node} node
 * @param {Planned} planned
 * @returns {Edit[]}
 */
function promisedReturnType(node, { language }) {
	const type = node.returnType?.typeAnnotation;
	if (language === 'js' || !type || type.type === 'TSTypePredicate') return withoutReturnType(node);
	return [
		{ start: type.start, end: type.start, text: 'globalThis.Promise<globalThis.Awaited<' },
		{ start: type.end, end: type.end, text: '>>' },
	];
}

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
