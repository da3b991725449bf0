/** @import { Parents } from '../ast/parents.js' */
/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { childrenOf } from '../ast/babel.js';
import { codeAround } from '../ast/class-parts.js';
import { isCall, isFunction, isMember, propertyName, unwrap } from '../ast/shapes.js';
import { replacementOf } from './sources.js';
import { constantValueOf } from './values.js';

/**
 * A regular expression with the flag g or y keeps the place where it goes on, in `lastIndex`. A call that leaves it
 * where it is, for the next call to go on from, has state, and each worker would have a state of its own.
 *
 * Most uses leave none: `lastIndex` is set before, or a loop runs until nothing matches, which sets it back to 0.
 *
 * @param {Node} node a call of a method
 * @param {EffectAnalysis} analysis
 * @returns {Node | null} the regular expression of the top level that it leaves somewhere; null for none
 */
export function steppedBy(node, { aliases, parents }) {
	const callee = /** @type {Node} */ (unwrap(node.callee));
	const method = isMember(callee) ? propertyName(callee) : null;
	const isOwn = method === 'exec' || method === 'test';
	if (!isOwn && method !== 'match' && method !== 'replace') return null;
	const target = unwrap(isOwn ? callee.object : node.arguments?.[0]);
	const variable = target?.type === 'Identifier' ? aliases.variableOf(target) : null;
	if (!target || !variable?.isTopLevel) return null;
	const flags = flagsOf(variable);
	// `match` and `replace` begin and end at 0, but for those that are sticky alone.
	const steps = isOwn ? /[gy]/.test(flags) : flags.includes('y') && !flags.includes('g');
	if (!steps || isSetBefore(target, variable, parents)) return null;
	return isOwn && isUsedUp(node, variable, { aliases, parents }) ? null : target;
}

/** @param {Variable} variable @returns {boolean} it always is a regular expression */
export const isRegExp = (variable) => patternOf(variable) !== null;

/**
 * Whether other code gets hold of a regular expression that has state, and may search with it: `new Scanner(RE)`, `list.filter(RE.test, RE)`.
 *
 * @param {Variable} variable
 * @param {Parents} parents
 * @returns {boolean}
 */
export function isHandedOn(variable, parents) {
	const isStateless =
		patternOf(variable)?.type === 'RegExpLiteral' && !/[gy]/.test(flagsOf(variable));
	return !isStateless && variable.references.some(({ node }) => !isUsedInPlace(node, parents));
}

/** `RE.test(text)`, `RE.lastIndex`, `text.replace(RE, '')` @param {Node} reference @param {Parents} parents @returns {boolean} */
function isUsedInPlace(reference, parents) {
	const parent = parents.get(reference);
	if (!parent) return false;
	const call = isMember(parent) && parent.object === reference ? parents.get(parent) : parent;
	if (call !== parent && !(call && isCall(call) && call.callee === parent))
		return PROPERTIES.test(propertyName(parent) ?? '');
	if (!call || !isCall(call)) return false;
	if (call !== parent) return true;
	return isMember(call.callee) && OF_STRINGS.test(propertyName(call.callee) ?? '');
}

const PROPERTIES = /^(lastIndex|source|flags|global|sticky)$/;

/** They set `lastIndex` back, or leave it where it was. */
const OF_STRINGS = /^(match|matchAll|replace|replaceAll|search|split)$/;

/** @param {Variable} variable @returns {Node | null} `/a/g`, `new RegExp(text, 'g')` */
function patternOf(variable) {
	const value = constantValueOf(variable);
	const isMade =
		(value?.type === 'NewExpression' || isCall(value)) &&
		value?.callee.name === 'RegExp' &&
		variable.scope.lookup('RegExp') === null;
	return value?.type === 'RegExpLiteral' || isMade ? value : null;
}

/** @param {Variable} variable @returns {string} empty for what is none, and where the text shows no flags */
function flagsOf(variable) {
	const value = patternOf(variable);
	const flags = value?.type === 'RegExpLiteral' ? value.flags : value?.arguments[1]?.value;
	return typeof flags === 'string' ? flags : '';
}

/** `RE.lastIndex = 0;` in the same function, before it. @param {Node} reference @param {Variable} variable @param {Parents} parents @returns {boolean} */
function isSetBefore(reference, variable, parents) {
	const value = replacementOf(reference, variable, 'lastIndex', parents);
	return value !== null && codeAround(value, parents) === codeAround(reference, parents);
}

/**
 * `while ((m = RE.exec(text)) !== null) { … }` that nothing leaves early.
 *
 * @param {Node} call @param {Variable} variable @param {Pick<EffectAnalysis, 'aliases' | 'parents'>} analysis
 * @returns {boolean}
 */
function isUsedUp(call, variable, { aliases, parents }) {
	let test = call;
	let at = /** @type {Node} */ (parents.get(call));
	for (; isTestOf(at, test); at = /** @type {Node} */ (parents.get(at))) test = at;
	const isLoop = at.type === 'WhileStatement' || at.type === 'ForStatement';
	if (!isLoop || at.test !== test) return false;
	/** @param {Node} node @param {boolean} isInner in a loop or switch of its own @returns {boolean} */
	const mayLeave = (node, isInner) => {
		if (/^(Return|Throw)Statement$|^(Await|Yield)Expression$/.test(node.type)) return true;
		if (/^(Break|Continue)Statement$/.test(node.type) && node.label) return true;
		if (node.type === 'BreakStatement' && !isInner) return true;
		const isIt = node.type === 'Identifier' && aliases.variableOf(node) === variable;
		if (isIt && propertyName(parents.get(node) ?? node) !== 'lastIndex') return true;
		if (isFunction(node)) return false;
		const opens = /^(For(In|Of)?|While|DoWhile|Switch)Statement$/.test(node.type);
		return childrenOf(node).some((child) => mayLeave(child, isInner || opens));
	};
	return !mayLeave(at.body, false);
}

/** `(m = call)`, `call !== null`. @param {Node} node @param {Node} part @returns {boolean} */
function isTestOf(node, part) {
	if (node.type === 'AssignmentExpression') return node.right === part && node.operator === '=';
	const isNotNull = node.type === 'BinaryExpression' && /^!==?$/.test(node.operator);
	return (
		node.type === 'ParenthesizedExpression' || (isNotNull && node.right.type === 'NullLiteral')
	);
}
