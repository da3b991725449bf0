/** @import { Node } from '../types.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { ImportedPackage } from '../knowledge/package-facts.js' */
import {
	isCall,
	isFunction,
	isMember,
	isPrimitiveLiteral,
	isWrapper,
	propertyName,
} from '../ast/shapes.js';
import { isInFunction, valuesIn } from './changes-by-packages.js';
import { packageAt } from './imported-packages.js';
import { sourcesOf } from './sources.js';
import { importOf } from './values.js';

/**
 * Values of packages that need not be compared when a unit runs. Most of them fill tables at their first use, which differs between threads and makes
 * no difference.
 */

/**
 * Whether all that a variable holds comes from packages whose objects keep nothing of calls but what each thread computes alike, and no code of the file
 * may change it unseen.
 *
 * @param {Variable} variable
 * @param {EffectAnalysis} analysis
 * @param {(node: Node) => boolean} isWorkerCode
 * @returns {boolean}
 */
export function isOfRememberingPackage(variable, analysis, isWorkerCode) {
	if (analysis.packages.size === 0) return false;
	const from = importOf(variable, analysis.parents);
	const found = from ? [analysis.packages.get(from.source)] : packagesIn(variable, analysis);
	if (!found || !found.every((one) => one?.remembers)) return false;
	const isKnown = found.every((one) => one?.isKnown);
	return variable.references.every(
		({ node, role }) =>
			(role === 'export' ? isKnown : isWorkerCode(node) || isPlainUse(node, analysis)) &&
			(isKnown || !isExportedInPlace(variable, analysis)),
	);
}

/** @param {Variable} variable @param {EffectAnalysis} analysis @returns {ImportedPackage[] | null} that have made all that it holds; null where that is not known */
function packagesIn(variable, analysis) {
	const values = sourcesOf(variable, analysis.parents).flatMap(({ value }) => valuesIn(value));
	const found = values.flatMap((one) => packageAt(one, analysis)?.found ?? []);
	const isClear = (/** @type {Node} */ one) =>
		isPrimitiveLiteral(one) || isFunction(one) || packageAt(one, analysis) !== null;
	return found.length > 0 && values.every(isClear) ? found : null;
}

/** `export const md = …` @param {Variable} variable @param {EffectAnalysis} analysis @returns {boolean} */
const isExportedInPlace = ({ declarations }, { parents }) =>
	declarations.some(({ node }) => {
		const statement = node.type === 'VariableDeclarator' ? parents.get(node) : node;
		return /^Export/.test((statement && parents.get(statement)?.type) ?? '');
	});

/** `md.render(text)`, `md.options.level = 1` at the top level, `use(md)` of a package: what changes it is found there. @param {Node} node @param {EffectAnalysis} analysis @returns {boolean} */
function isPlainUse(node, analysis) {
	const { parents } = analysis;
	let top = node;
	let parent = /** @type {Node} */ (parents.get(top));
	const names = [];
	while (isWrapper(parent) || (isMember(parent) && parent.object === top)) {
		if (isMember(parent)) names.push(propertyName(parent));
		top = parent;
		parent = /** @type {Node} */ (parents.get(top));
	}
	const isCalled = (isCall(parent) || parent.type === 'NewExpression') && parent.callee === top;
	if (isCalled)
		return names.every((one) => one !== null && !/^(bind|call|apply|prototype)$/.test(one));
	if (parent.type === 'TaggedTemplateExpression' || parent.type === 'BinaryExpression') return true;
	if (isInFunction(node, analysis)) return false;
	if (parent.type === 'AssignmentExpression' && parent.left === top) return true;
	const call = outermostLiteral(top, parents);
	return call !== null && packageAt(call.callee, analysis) !== null;
}

/** @param {Node} value @param {EffectAnalysis['parents']} parents @returns {Node | null} the call that is given it, or a literal with it */
function outermostLiteral(value, parents) {
	let at = /** @type {Node} */ (parents.get(value));
	while (/^(ObjectProperty|ObjectExpression|ArrayExpression|SpreadElement)$/.test(at.type))
		at = /** @type {Node} */ (parents.get(at));
	return isCall(at) || at.type === 'NewExpression' ? at : null;
}
