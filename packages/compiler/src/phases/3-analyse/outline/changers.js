/** @import { Node } from '../../../types.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
import { isClass, isFunction, propertyName, unwrap } from '../../../ast/shapes.js';
import { classOf } from '../../../ir/values.js';
import { isRememberedInside } from './remembered.js';
import { isIterator, ITERATED, STEPS } from './iterators.js';

/**
 * The methods of an object that change it, by their names; `ids.next` for those of its properties.
 *
 * @param {Node | null} value an expression that makes it
 * @param {EffectAnalysis} effects
 * @returns {string[]}
 */
export function changersOf(value, effects) {
	if (isIterator(value, effects)) return [...STEPS, ITERATED];
	if (value?.type === 'NewExpression') return ofInstance(value, effects);
	return value?.type === 'ObjectExpression' ? ofLiteral(value, effects) : [];
}

/** What its own methods change of it stands in them. @param {Node} literal @param {EffectAnalysis} effects @returns {string[]} */
function ofLiteral({ properties }, effects) {
	return properties.flatMap((/** @type {Node} */ one) => {
		const name = propertyName(one);
		const value = isFunction(one) ? null : unwrap(one.value ?? null);
		if (name === null || !value) return [];
		return changersOf(value, effects).map((inner) => `${name}.${inner}`);
	});
}

/** @param {Node} instance @param {EffectAnalysis} effects @returns {string[]} */
function ofInstance(instance, effects) {
	const callee = unwrap(instance.callee);
	const made = callee?.type === 'Identifier' ? effects.aliases.variableOf(callee) : null;
	/** @type {string[]} */
	const names = [];
	const seen = new Set();
	for (let at = isClass(callee) ? callee : made && classOf(made); at && !seen.has(at);) {
		seen.add(at);
		for (const member of at.body.body) {
			const name = propertyName(member);
			if (member.static || member.kind === 'constructor' || !isFunction(member) || !name) continue;
			if (effects.summarise(member).mutatesThis && !remembersAlone(member, at, effects))
				names.push(name);
		}
		const parent = unwrap(at.superClass ?? null);
		const outer = parent?.type === 'Identifier' ? effects.aliases.variableOf(parent) : null;
		at = outer ? classOf(outer) : null;
	}
	return names;
}

/** @param {Node} method @param {Node} definition its class @param {EffectAnalysis} effects @returns {boolean} all that it changes is remembered by its key */
const remembersAlone = (method, definition, effects) =>
	effects.changesOfThis(method).every((change) => isRememberedInside(definition, change, effects));
