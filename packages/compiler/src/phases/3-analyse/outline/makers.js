/** @import { Node } from '../../../types.js' */
/** @import { Effect } from '../../../ir/module.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { MakerFact } from '../../../ir/summary.js' */
import {
	chainRoot,
	isCall,
	isClass,
	isFunction,
	isMember,
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
	if (mutated.size > 0 || mutatedParams.size > 0) return altererOf(fn, effects);
	// `static of(rows) { this.made++; … }` changes the class.
	if (!isClass(fn) && mutatesThis) return null;
	const others = found.filter((one) => !isHarmless(one, fn, effects));
	if (others.some(({ kind }) => kind !== 'fresh')) return null;
	const methods = new Methods(effects);
	methods.calls = found.some(isCallEffect);
	if (isClass(fn)) methods.addInstance(fn);
	else for (const value of returnedBy(fn)) methods.addValue(value);
	if (methods.isUnclear) return null;
	const fact = methods.fact();
	if (others.length === 0) return fact;
	// What the host has made crosses with each call.
	return isClass(fn) || methods.isAny() ? null : { ...fact, isFresh: true };
}

/** `mixin(Row, …)`: all that it does is to change its arguments. @param {Node} fn @param {EffectAnalysis} effects @returns {MakerFact | null} */
function altererOf(fn, effects) {
	const { effects: found, mutated, mutatedParams, mutatesThis } = effects.summarise(fn);
	if (isClass(fn) || mutatesThis || !found.every((one) => isHarmless(one, fn, effects)))
		return null;
	const indexes = [...mutatedParams.keys()].sort();
	const kinds = indexes.map((index) => fn.params[index]?.type);
	const isNamed = kinds.every((kind) => kind === 'Identifier' || kind === 'RestElement');
	const isAll = mutated.size === indexes.length;
	const alters = indexes.map((index, at) => (kinds[at] === 'RestElement' ? -index - 1 : index));
	const methods = { changers: [], readers: [], fluent: [], actors: [], unclear: [] };
	return isNamed && isAll
		? { ...methods, alters, calls: found.some(isCallEffect), isFresh: false }
		: null;
}

/** @param {Effect} effect @returns {boolean} */
const isCallEffect = ({ kind }) => kind === 'call';

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
		/** @type {Set<string>} */
		this.fluent = new Set();
		/** @type {Set<string>} */
		this.actors = new Set();
		/** Those of which a definition gives something else. @type {Set<string>} */
		this.notFluent = new Set();
		this.isUnclear = false;
		this.calls = false;
	}

	/** @returns {MakerFact} */
	fact() {
		const isSure = (/** @type {string} */ name) => !this.others.has(name);
		const isStill = (/** @type {string} */ name) => isSure(name) && !this.changers.has(name);
		return {
			changers: [...this.changers].filter(isSure).sort(),
			readers: [...this.readers].filter((one) => isStill(one) && !this.actors.has(one)).sort(),
			fluent: [...this.fluent].filter((one) => isSure(one) && !this.notFluent.has(one)).sort(),
			actors: [...this.actors].filter(isStill).sort(),
			unclear: [...this.others].sort(),
			alters: [],
			calls: this.calls,
			isFresh: false,
		};
	}

	/** @returns {boolean} what is made has methods, or is called */
	isAny() {
		return this.changers.size + this.readers.size + this.others.size + this.actors.size > 0;
	}

	/** @param {Node} value that is returned */
	addValue(value) {
		const { callees } = this.effects;
		const functions = callees.functions(value);
		for (const fn of functions) this.add(ITSELF, fn, null);
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
						for (const fn of held) this.add(name, fn, object);
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
				else if (member.kind !== 'set') this.add(name, member, definition);
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

	/** @param {string} name @param {Node} fn @param {Node | null} holder the literal or class that has it as a method */
	add(name, fn, holder) {
		const { effects, mutated, mutatesThis } = this.effects.summarise(fn);
		const isChange =
			(holder !== null && mutatesThis) ||
			fn.generator ||
			this.effects.hidden.changedBy(fn).length > 0;
		this.calls ||= effects.some(isCallEffect);
		const others = effects.filter((one) => !this.isOwn(one));
		const isActor = others.length > 0 && !isChange && others.every(onlyPrints);
		const isClear = mutated.size === 0 && (others.length === 0 || isActor);
		const kind = isActor ? this.actors : isChange ? this.changers : this.readers;
		(isClear ? kind : this.others).add(name);
		(holder && this.givesHolder(fn, holder) ? this.fluent : this.notFluent).add(name);
	}

	/**
	 * `use(plugin) { …; return this; }`, `min(n) { return this.check(…); }`, `with(part) { return new Query(…); }`
	 *
	 * @param {Node} fn
	 * @param {Node} holder
	 * @param {Set<Node>} [seen]
	 * @returns {boolean}
	 */
	givesHolder(fn, holder, seen = new Set()) {
		if (isClass(fn) || fn.async || fn.generator || seen.has(fn)) return false;
		seen.add(fn);
		const { callees } = this.effects;
		const values = returnedBy(fn).map((one) => /** @type {Node} */ (unwrap(one)));
		return (
			values.length > 0 &&
			values.every((value) => {
				if (value.type === 'ThisExpression') return fn.type !== 'ArrowFunctionExpression';
				const callee = isCall(value) ? unwrap(value.callee) : null;
				if (isMember(callee) && unwrap(callee.object).type === 'ThisExpression') {
					const called = callees.ofCall(value);
					return called.length > 0 && called.every((one) => this.givesHolder(one.fn, holder, seen));
				}
				const objects = callees.objects(value);
				return objects.length > 0 && objects.every((one) => this.isLike(one, holder));
			})
		);
	}

	/** @param {Node} object @param {Node} holder @returns {boolean} it has the methods of the holder, and no others of the same names */
	isLike(object, holder) {
		if (object === holder) return object.type === 'ObjectExpression';
		if (object.type !== 'NewExpression') return false;
		return this.effects.callees.definition(unwrap(object.callee)) === holder;
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

/** @param {Effect} effect @returns {boolean} it prints, or reads a clock */
function onlyPrints(effect) {
	if (effect.kind === 'fresh') return true;
	return effect.kind === 'external' && effect.changes === undefined && PRINTS.test(effect.text);
}

const PRINTS = /^(console\.\w+|process\.std(out|err)\.write)$/;

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
