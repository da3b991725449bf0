/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
/** @import { Chain } from './chains.js' */
/** @import { Index } from './indexes.js' */
/** @import { Hole, SiteKind } from './model.js' */
/** @import { Reason } from './reasons.js' */
/** @import { Finder } from './finder.js' */
import { isMember, propertyName, unwrap } from '../../ast/shapes.js';
import { convertedIn, indexOf } from './indexes.js';
import { isOfTextOrList } from './readings.js';

/**
 * What a chain leads to, in the terms of the sites of the runtime.
 *
 * @typedef {object} Place
 * @property {SiteKind} kind
 * @property {string[]} path
 * @property {string[]} rest below the element
 * @property {boolean} isOwn what is there may be no primitive
 * @property {Index | null} index
 * @property {Node | null} indexed
 * @property {Hole | null} [hole]
 */

/**
 * @param {Chain} chain
 * @param {Variable} root
 * @param {Finder} finder
 * @param {boolean} isBody it is in a function without loops
 * @returns {Place | Reason} a reason where no site is for it
 */
export function placeOf(chain, root, finder, isBody) {
	const { steps, use, node } = chain;
	const at = steps.findIndex(({ index }) => index !== null);
	const names = steps.map(({ name }) => /** @type {string} */ (name));
	if (at < 0) {
		if (use === 'length') return place('elements', names.slice(0, -1));
		const isOwn = !isComputedWith(chain, finder.analysis) || finder.isIndexed(root, names);
		return { ...place('object', names.slice(0, -1)), rest: names.slice(-1), isOwn };
	}
	if (use === 'length' || steps.slice(at + 1).some(({ index }) => index !== null))
		return isBody ? 'nested' : nestedPlace(chain, at, finder);
	const { member, index: expression } = /** @type {Chain['steps'][number]} */ (steps[at]);
	const index = indexOf(/** @type {Node} */ (expression), finder);
	if (!index) return 'index';
	const found = {
		path: names.slice(0, at),
		rest: names.slice(at + 1),
		index,
		indexed: member,
		isOwn: false,
	};
	if (found.rest.length > 0) {
		if (index.kind === 'string') return 'keyed-part';
		if (finder.isIndexed(root, [...found.path, '[]', ...found.rest])) return 'nested';
		return { ...found, kind: 'rows', isOwn: isUncertain(chain, finder.analysis) };
	}
	const isWrite = use === 'write' || use === 'update';
	const isKey =
		index.kind === 'string' ||
		(index.kind === 'unknown' &&
			!finder.isIndexed(root, found.path) &&
			!isCount(index.node, finder, isBody));
	if (isWrite || !isKey)
		return index.kind === 'string' ? 'keyed-part' : { ...found, kind: 'elements' };
	// Nothing says whether what is before a key can be evaluated.
	return !index.isSimple && found.path.length > 0 && node ? 'order' : { ...found, kind: 'keyed' };
}

/**
 * `grid[y][x]`, `rows[i].tags[j]`, and the lengths of these lists: the first index is part of the path, where it stays the same.
 *
 * @param {Chain} chain
 * @param {number} at of the first index
 * @param {Finder} finder
 * @returns {Place | Reason}
 */
function nestedPlace({ steps, use }, at, finder) {
	const last = /** @type {Chain['steps'][number]} */ (steps.at(-1));
	const middle = steps.slice(at + 1, -1);
	const isList = use === 'length' || last.index !== null;
	if (!isList || middle.some(({ index }) => index !== null)) return 'nested';
	const outer = /** @type {Node} */ (steps[at]?.index);
	const known = indexOf(outer, finder);
	const index = last.index && indexOf(last.index, finder);
	if (!known?.isSimple || known.kind === 'string') return 'nested';
	const converted = convertedIn(outer, finder);
	if (last.index && (!index || index.kind === 'string')) return 'index';
	// What has the index is evaluated once more where the index may not be evaluated twice.
	const isTwice = index && (!index.isSimple || convertedIn(index.node, finder).length > 0);
	if (converted.length > 0 && isTwice) return 'nested';
	return {
		kind: 'elements',
		path: steps.slice(0, -1).map(({ name }) => name ?? ''),
		rest: [],
		index,
		indexed: index && last.member,
		isOwn: false,
		hole: { at, index: outer, text: finder.source.slice(outer.start, outer.end), converted },
	};
}

/** @param {SiteKind} kind @param {string[]} path @returns {Place} */
const place = (kind, path) => ({ kind, path, rest: [], isOwn: false, index: null, indexed: null });

/** Where only a primitive value makes sense. */
const COMPUTING =
	/^((Binary|Unary|Update|Assignment|Conditional)Expression|TemplateLiteral|IfStatement|ReturnStatement)$/;

/** @param {Chain} chain @param {EffectAnalysis} analysis @returns {boolean} what is there is taken for a primitive */
function isComputedWith(chain, analysis) {
	const { use, node } = chain;
	const parent = analysis.parents.get(node);
	if (use !== 'read' || (parent && COMPUTING.test(parent.type))) return true;
	return parent?.type === 'VariableDeclarator' && !isUncertain(chain, analysis);
}

/** @param {Chain} chain @param {EffectAnalysis} analysis @returns {boolean} whether something else than a primitive may be there, by what is done with it */
function isUncertain({ use, node }, { parents, resolution }) {
	if (use !== 'read') return false;
	const parent = parents.get(node);
	const name = isMember(parent) ? propertyName(/** @type {Node} */ (parent)) : null;
	if (name === 'length' || isOfTextOrList(name)) return true;
	if (parent?.type !== 'VariableDeclarator' || parent.id.type !== 'Identifier') return false;
	const variable = resolution.references.find(
		(one) => one.name === parent.id.name && one.variable?.declarations[0]?.id === parent.id,
	)?.variable;
	return (variable?.references ?? []).some(({ node: one }) => isMember(parents.get(one)));
}

/** @param {Node} expression @param {Finder} finder @param {boolean} isBody @returns {boolean} what is computed, or counts: `r` of `for (let r = from; r < to; r++)` */
function isCount(expression, finder, isBody) {
	const { aliases, parents } = finder.analysis;
	const node = /** @type {Node} */ (unwrap(expression));
	if (/^(Binary|Unary|Update)Expression$/.test(node.type)) return true;
	const variable = node.type === 'Identifier' ? aliases.variableOf(node) : null;
	const isCounted = (variable?.references ?? []).some(
		({ node: one }) => parents.get(one)?.type === 'UpdateExpression',
	);
	return isCounted || (variable?.kind === 'param' && isGivenCounts(variable, finder, isBody));
}

/**
 * @param {Variable} parameter
 * @param {Finder} finder
 * @param {boolean} isBody
 * @returns {boolean} calls give it counts, and none a string; where no call is seen, an array is the likelier use in a function without loops
 */
function isGivenCounts(parameter, finder, isBody) {
	const given = finder.given.filter(({ variable }) => variable === parameter);
	const kinds = given.map(({ argument }) => {
		const index = indexOf(argument, finder);
		const isNumber = index?.kind === 'number' || argument.type === 'BinaryExpression';
		return isNumber || isCounter(argument, finder) ? 'number' : (index?.kind ?? 'unknown');
	});
	return !kinds.includes('string') && (kinds.length === 0 ? isBody : kinds.includes('number'));
}

/** @param {Node} argument @param {Finder} finder @returns {boolean} `i` of a loop that counts */
function isCounter(argument, { analysis: { aliases, parents } }) {
	const variable = argument.type === 'Identifier' ? aliases.variableOf(argument) : null;
	return (variable?.references ?? []).some(
		({ node }) => parents.get(node)?.type === 'UpdateExpression',
	);
}
