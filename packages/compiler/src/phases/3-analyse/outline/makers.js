/** @import { Node } from '../../../types.js' */
/** @import { Effect } from '../../../ir/module.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { MakerFact } from '../../../ir/summary.js' */
import {
	chainRoot,
	isCall,
	isClass,
	isFunction,
	isPrimitiveLiteral,
	membersOf,
	propertyName,
	unwrap,
} from '../../../ast/shapes.js';
import { CONSTRUCTED, ITSELF } from '../../../ir/import-makers.js';
import { returnedBy } from '../../../ir/callees.js';
import { classOf, importOf } from '../../../ir/values.js';

/**
 * What a call of an exported function or class gives, where it computes a value and does nothing else: `once(build)`,
 * `new Cache(100)`. A file that calls it while it loads cannot see that by itself.
 *
 * @param {Node} fn a function or class
 * @param {EffectAnalysis} effects
 * @returns {MakerFact | null} null where a call may do more
 */
export function makerOf(fn, effects) {
	if (isClass(fn) ? !isOwnToTheRoot(fn, effects) : fn.async || fn.generator) return null;
	const { effects: found, mutated, mutatedParams, mutatesThis } = effects.summarise(fn);
	if (mutated.size > 0 || mutatedParams.size > 0) return null;
	// `static of(rows) { this.made++; … }` changes the class.
	if (!isClass(fn) && mutatesThis) return null;
	if (!found.every((one) => isHarmless(one, fn, effects))) return null;
	const methods = new Methods(effects);
	if (isClass(fn)) methods.addInstance(fn);
	else for (const value of returnedBy(fn)) methods.addValue(value);
	return methods.isUnclear ? null : methods.fact();
}

/** Remembers what each thread computes for itself, or calls a function that it is given. @param {Effect} effect @param {Node} fn @param {EffectAnalysis} effects @returns {boolean} */
function isHarmless(effect, fn, { aliases }) {
	if ('variable' in effect) return effect.isCached === true;
	const callee = effect.kind === 'call' && effect.node.callee ? unwrap(effect.node.callee) : null;
	const variable = callee?.type === 'Identifier' ? aliases.variableOf(callee) : null;
	return (
		variable?.kind === 'param' &&
		!isClass(fn) &&
		fn.params.some((/** @type {Node} */ { name }) => name === callee?.name)
	);
}

/** Sorts methods of what is made: those that change it, and those that only compute. */
class Methods {
	/** @param {EffectAnalysis} effects */
	constructor(effects) {
		this.effects = effects;
		/** @type {Set<string>} */
		this.changers = new Set();
		/** @type {Set<string>} */
		this.readers = new Set();
		/** @type {Set<string>} */
		this.others = new Set();
		this.isUnclear = false;
	}

	/** @returns {MakerFact} */
	fact() {
		const isSure = (/** @type {string} */ name) => !this.others.has(name);
		return {
			changers: [...this.changers].filter(isSure).sort(),
			readers: [...this.readers].filter((one) => isSure(one) && !this.changers.has(one)).sort(),
		};
	}

	/** @param {Node} value that is returned */
	addValue(value) {
		const { callees } = this.effects;
		const functions = callees.functions(value);
		for (const fn of functions) this.add(ITSELF, fn, false);
		for (const object of functions.length > 0 ? [] : callees.objects(value)) {
			if (isClass(object)) this.addClass(object);
			else if (object.type === 'NewExpression') {
				const definition = callees.definition(unwrap(object.callee));
				if (isClass(definition)) this.addInstance(/** @type {Node} */ (definition));
				else if (definition) this.isUnclear = true;
			} else
				for (const one of object.properties) {
					const name = propertyName(one);
					const held = isFunction(one) ? [one] : one.value ? callees.functions(one.value) : [];
					if (name !== null && one.kind !== 'get' && one.kind !== 'set')
						for (const fn of held) this.add(name, fn, true);
				}
		}
	}

	/** @param {Node} definition a class of the module */
	addInstance(definition) {
		for (let at = /** @type {Node | null} */ (definition); at; at = superOf(at, this.effects)) {
			for (const member of membersOf(at)) {
				const name = propertyName(member);
				if (member.static || member.kind === 'constructor' || !isFunction(member)) continue;
				if (name === null) this.isUnclear ||= !/^(get|set)$/.test(member.kind);
				else if (member.kind === 'get')
					this.isUnclear ||= this.effects.summarise(member).mutatesThis;
				else if (member.kind !== 'set') this.add(name, member, true);
			}
		}
	}

	/**
	 * `class Model { … }` that a function gives: neither instances nor static methods may change what the calls of the function leave to
	 * the class, or the class itself.
	 *
	 * @param {Node} definition
	 */
	addClass(definition) {
		const { effects } = this;
		const isHarmless = (/** @type {Node} */ member) => {
			if (!isFunction(member))
				return !member.static || (member.value && isPrimitiveLiteral(unwrap(member.value)));
			if (member.computed || member.generator) return false;
			const { effects: found, mutated, mutatesThis } = effects.summarise(member);
			const isChange = mutated.size > 0 || effects.hidden.changedBy(member).length > 0;
			return found.length === 0 && !isChange && !(member.static && mutatesThis);
		};
		const isClear =
			!definition.superClass &&
			effects.summarise(definition).effects.length === 0 &&
			membersOf(definition).every(isHarmless);
		if (isClear) this.readers.add(CONSTRUCTED);
		else this.isUnclear = true;
	}

	/** @param {string} name @param {Node} fn @param {boolean} isMethod */
	add(name, fn, isMethod) {
		const { effects, mutated, mutatesThis } = this.effects.summarise(fn);
		const isChange =
			(isMethod && mutatesThis) || fn.generator || this.effects.hidden.changedBy(fn).length > 0;
		const isClear = mutated.size === 0 && effects.every((one) => this.isOwn(one));
		(isClear ? (isChange ? this.changers : this.readers) : this.others).add(name);
	}

	/** Calls what it was given, or changes what only the closures have. @param {Effect} effect @returns {boolean} */
	isOwn(effect) {
		if ('variable' in effect) return effect.isCached === true || !effect.variable.isTopLevel;
		if (effect.kind !== 'call' || !effect.node.callee) return false;
		let root = chainRoot(unwrap(effect.node.callee));
		while (isCall(root)) root = chainRoot(unwrap(root.callee));
		if (root.type === 'ThisExpression') return true;
		const variable = root.type === 'Identifier' ? this.effects.aliases.variableOf(root) : null;
		if (!variable || variable.isTopLevel) return false;
		return !importOf(variable, this.effects.parents);
	}
}

/** @param {Node} definition a class @param {EffectAnalysis} effects @returns {boolean} its module has all classes that it extends */
function isOwnToTheRoot(definition, effects) {
	const seen = new Set([definition]);
	for (let at = definition; at.superClass;) {
		const parent = superOf(at, effects);
		if (!parent || seen.has(parent)) return false;
		seen.add(parent);
		at = parent;
	}
	return true;
}

/** @param {Node} definition @param {EffectAnalysis} effects @returns {Node | null} */
function superOf(definition, { aliases }) {
	const parent = unwrap(definition.superClass ?? null);
	const variable = parent?.type === 'Identifier' ? aliases.variableOf(parent) : null;
	return variable ? classOf(variable) : null;
}
