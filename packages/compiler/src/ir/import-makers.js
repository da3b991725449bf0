/** @import { Node } from '../types.js' */
/** @import { Effect } from './module.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { Variable } from '../ast/scope.js' */
import { extended } from '../ast/records.js';
import {
	chainRoot,
	dottedName,
	isCall,
	isFunction,
	isMember,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { isWithin } from '../ast/tree.js';
import { globalCall } from '../knowledge/calls.js';
import { constantValueOf, importOf } from './values.js';

/**
 * Calls of functions that other files of the program define, as far as a link has found what they do: `once(build)`,
 * `new Cache(100)`, and what is called of that later.
 */

/** Stands for a call of a value itself where methods have names. */
export const ITSELF = '()';

/** Stands for making instances of a class that a call gives. */
export const CONSTRUCTED = 'new()';

/**
 * What calling an import gives. All but `alters` are names of methods of it.
 *
 * @typedef {object} Maker
 * @property {ReadonlySet<string>} changers change it
 * @property {ReadonlySet<string>} readers only compute
 * @property {ReadonlySet<string>} fluent return it, or another value that the same function may have made: `use(plugin) { …; return this; }`
 * @property {ReadonlySet<string>} actors print, and leave it as it is
 * @property {ReadonlySet<string>} unclear may do anything
 * @property {readonly number[]} alters arguments (-2: all from the second on) that the call changes, and changes nothing else; what it gives may be one of them
 * @property {boolean} calls the call, or a method, may call what it is given
 * @property {boolean} isFresh it gives another value in each thread, which holds no functions
 */

/** @type {ReadonlySet<string>} */
const NOTHING = new Set();

/** What it is given, it keeps, and may change later. @type {Maker} */
export const KEEPER = {
	...{ changers: new Set(['*']), readers: NOTHING, fluent: NOTHING },
	...{ actors: NOTHING, unclear: NOTHING, alters: [], calls: true, isFresh: false },
};

/** @param {readonly string[]} lines as `Linked` has them @returns {Map<string, Maker>} by the name of the call */
export function readMakers(lines) {
	/** @param {string} names */
	const setOf = (names) => new Set(names === '-' ? [] : names.split(','));
	return new Map(
		lines.map((line) => {
			const [name, ...lists] = line.split(' ');
			const [readers, changers, fluent, actors, unclear, alters] =
				/** @type {[Set<string>, Set<string>, Set<string>, Set<string>, Set<string>, Set<string>]} */ (
					lists.map(setOf)
				);
			const methods = { readers, changers, fluent, actors, unclear };
			const flags = setOf(lists[6] ?? '-');
			const maker = {
				...{ ...methods, alters: [...alters].map(Number) },
				...{ calls: flags.has('calls'), isFresh: flags.has('fresh') },
			};
			return [/** @type {string} */ (name), maker];
		}),
	);
}

/**
 * @param {Node} node a call or `new`
 * @param {EffectAnalysis} analysis
 * @returns {Effect[] | null} null where nothing is known of it
 */
export function ofImportedMaker(node, analysis) {
	const maker = makerCalledBy(node, analysis);
	if (!maker) return null;
	if (maker.alters.length > 0) return ofAltering(maker, node, analysis);
	if (!areHarmless(maker, node.arguments, analysis)) return ofCallbacks(maker, node, analysis);
	const text = dottedName(unwrap(node.callee)) ?? '';
	return maker.isFresh ? [{ kind: 'fresh', node, text, via: [] }] : [];
}

/**
 * `each(names, (name) => index.set(name, 1))`: what the functions do that a call is given, if it keeps none of them.
 *
 * @param {Maker} maker
 * @param {Node} node
 * @param {EffectAnalysis} analysis
 * @returns {Effect[] | null}
 */
function ofCallbacks(maker, node, analysis) {
	if (analysis.parents.get(node)?.type !== 'ExpressionStatement' || maker.isFresh) return null;
	/** @type {Effect[]} */
	const found = [];
	for (const one of node.arguments) {
		const value = /** @type {Node} */ (unwrap(one));
		if (!isFunction(value)) {
			if (!isHarmlessFor(maker, one, analysis)) return null;
			continue;
		}
		const { effects, mutatedParams, mutatesThis } = analysis.summarise(value);
		if (mutatedParams.size > 0 || mutatesThis || analysis.units.has(value)) return null;
		for (const effect of effects) {
			if (effect.kind === 'call' || effect.kind === 'dispatch') return null;
			found.push(extended(effect, { via: [node, ...effect.via] }));
		}
	}
	return found;
}

/**
 * `mixin(Row, Eventful)`, `const config = merge({}, defaults)`: a call that changes its arguments. It may give one of them back, so that
 * its value is not used, or what it changes is made on the spot.
 *
 * @param {Maker} maker
 * @param {Node} node
 * @param {EffectAnalysis} analysis
 * @returns {Effect[] | null}
 */
function ofAltering({ alters }, node, analysis) {
	const given = /** @type {Node[]} */ (node.arguments);
	if (given.some(({ type }) => type === 'SpreadElement')) return null;
	const isDropped = analysis.parents.get(node)?.type === 'ExpressionStatement';
	const changed = given.filter((_, index) =>
		alters.some((one) => (one < 0 ? index >= -one - 1 : index === one)),
	);
	if (!isDropped && !changed.every((one) => isNew(one, analysis))) return null;
	const others = given.filter((one) => !changed.includes(one));
	const isClear = (/** @type {Node} */ one) =>
		(isDropped && isImported(one, analysis)) || isHarmlessFor(KEEPER, one, analysis);
	if (!others.every(isClear)) return null;
	return changed.flatMap((value) => analysis.mutations(value, node));
}

/** @param {Node} value @param {EffectAnalysis} analysis @returns {boolean} a literal that holds nothing which others have */
const isNew = (value, { aliases }) =>
	/^(Array|Object)Expression$/.test(/** @type {Node} */ (unwrap(value)).type) &&
	[...aliases.of(value)].every(({ isTopLevel }) => !isTopLevel);

/** @param {Node} value @param {EffectAnalysis} analysis @returns {boolean} each thread has its own, from the same file */
function isImported(value, { aliases, parents }) {
	const variable = value.type === 'Identifier' ? aliases.variableOf(value) : null;
	return Boolean(variable?.isTopLevel && importOf(variable, parents));
}

/**
 * `names.map(char)` of an imported `char`.
 *
 * @param {Node} callback
 * @param {Node} list whose elements it is called with
 * @param {EffectAnalysis} analysis
 * @returns {boolean} whether it only computes
 */
export function computesFrom(callback, list, analysis) {
	const maker = namedMaker(callback, analysis);
	const isPlain = maker !== null && maker.alters.length === 0 && !maker.isFresh;
	return isPlain && isHarmlessFor(maker, list, analysis);
}

/**
 * `cache.get(key)`, `once()`, `string().min(2)`, `app.use(cors).use(log)`: a call of what such a call has given.
 *
 * @param {Node} node a call
 * @param {EffectAnalysis} analysis
 * @returns {Effect[] | null} null where nothing is known of it
 */
export function ofMadeByImport(node, analysis) {
	if (analysis.makers.size === 0 || !isCall(node)) return null;
	const callee = unwrap(node.callee);
	const object = isMember(callee) ? unwrap(callee.object) : callee;
	const name = isMember(callee) ? propertyName(callee) : ITSELF;
	const made = name === null ? null : madeAt(object, analysis);
	if (!made || name === null) return null;
	const { maker, holder } = made;
	if (maker.changers.has(name)) return analysis.mutations(holder, node);
	if (!areHarmless(maker, node.arguments, analysis)) return null;
	if (maker.actors.has(name))
		return [{ kind: 'external', node, text: dottedName(callee) ?? name, via: [] }];
	return maker.readers.has(name) ? [] : null;
}

/**
 * `steps.add(2)`, where `add` is a method of another file: it is not that of a set, whatever its name says.
 *
 * @param {Node} callee a member
 * @param {EffectAnalysis} analysis
 * @returns {boolean}
 */
export function isUnclearOfImport(callee, analysis) {
	if (analysis.makers.size === 0) return false;
	const maker = madeAt(callee.object, analysis)?.maker;
	return maker?.unclear.has(propertyName(callee) ?? '') ?? false;
}

/**
 * @param {Node} expression
 * @param {EffectAnalysis} analysis
 * @returns {{ maker: Maker, holder: Node } | null} `holder`: the first name on the way, or the call itself
 */
function madeAt(expression, analysis) {
	/** @type {Node | null} */
	let holder = null;
	/** @type {Set<Node>} */
	const seen = new Set();
	/** @type {string[]} */
	const links = [];
	let at = /** @type {Node} */ (unwrap(expression));
	while (!seen.has(at)) {
		seen.add(at);
		if (at.type === 'Identifier') {
			holder ??= at;
			const variable = analysis.aliases.variableOf(at);
			const value = variable && unwrap(constantValueOf(variable));
			if (!value) return null;
			at = value;
			continue;
		}
		const maker = makerCalledBy(at, analysis);
		if (maker)
			return maker.alters.length === 0 && links.every((name) => maker.fluent.has(name))
				? { maker, holder: holder ?? at }
				: null;
		const callee = isCall(at) ? unwrap(at.callee) : null;
		const name = callee && isMember(callee) ? propertyName(callee) : null;
		if (!callee || name === null) return null;
		links.push(name);
		at = /** @type {Node} */ (unwrap(callee.object));
	}
	return null;
}

/** @param {Maker} maker @param {Node[]} given @param {EffectAnalysis} analysis @returns {boolean} */
const areHarmless = (maker, given, analysis) =>
	given.every((one) => isHarmlessFor(maker, one, analysis));

/** @param {Node} node @param {EffectAnalysis} analysis @returns {Maker | null} */
function makerCalledBy(node, analysis) {
	const isMade = isCall(node) || node.type === 'NewExpression';
	return isMade && analysis.makers.size > 0 ? namedMaker(unwrap(node.callee), analysis) : null;
}

/** @param {Node} node a call or `new` @param {EffectAnalysis} analysis @returns {boolean} a link has found that it only computes */
export const isMakerCall = (node, analysis) => makerCalledBy(node, analysis)?.alters.length === 0;

/** @param {Node} node a call or `new` @param {EffectAnalysis} analysis @returns {boolean} it gives closures, or an object with methods */
export function givesMethods(node, analysis) {
	const maker = madeAt(node, analysis)?.maker;
	return maker !== undefined && maker.readers.size + maker.changers.size + maker.actors.size > 0;
}

/** @param {Node} callee @param {EffectAnalysis} analysis @returns {Maker | null} */
export function namedMaker(callee, { makers, aliases, parents }) {
	const maker = makers.get(dottedName(callee) ?? '');
	const root = maker ? chainRoot(callee) : null;
	const variable = root?.type === 'Identifier' ? aliases.variableOf(root) : null;
	return maker && variable?.isTopLevel && importOf(variable, parents) ? maker : null;
}

/**
 * Whether what is made may keep an argument, and call it, without a change that nobody sees: functions among the arguments compute alone,
 * and what has methods that change it gets no object of the module.
 *
 * @param {Maker} maker
 * @param {Node} argument
 * @param {EffectAnalysis} analysis
 * @returns {boolean}
 */
export function isHarmlessFor(maker, argument, analysis) {
	const value = /** @type {Node} */ (unwrap(argument.argument ?? argument));
	const parts = value.elements ?? value.properties;
	if (/^(Array|Object)Expression$/.test(value.type))
		return parts.every(
			(/** @type {Node | null} */ one) => !one || isHarmlessFor(maker, one.value ?? one, analysis),
		);
	const isOwn = () =>
		maker.changers.size === 0 || [...analysis.aliases.of(value)].every((one) => !one.isTopLevel);
	if (!maker.calls) return isOwn();
	const given = namedMaker(value, analysis);
	if (given && given.alters.length === 0 && !given.isFresh) return true;
	const functions = analysis.callees.functionsHeld(value);
	if (functions.length > 0) return functions.every((fn) => computesAlone(fn, analysis));
	return isClearValue(value, analysis) && isOwn();
}

/** @param {Node} value an argument that holds no function of the module @param {EffectAnalysis} analysis @returns {boolean} the text shows that it holds no other function either, but for those that compute alone */
function isClearValue(value, analysis) {
	const root = chainRoot(value);
	if (root.type !== 'Identifier') return !isMember(value);
	const variable = analysis.aliases.variableOf(root);
	if (variable) return !importOf(variable, analysis.parents) && constantValueOf(variable) !== null;
	const path = dottedName(value) ?? '';
	return /^(undefined|NaN|Infinity)$/.test(path) || globalCall(path).kind === 'pure';
}

/** `const fib = memoize((n) => fib(n - 1) + fib(n - 2))`. @param {Node} fn @param {Variable} variable @returns {boolean} whose value it is given to: both have the same owner */
function isMadeWith(fn, variable) {
	const value = constantValueOf(variable);
	return value !== null && isWithin(fn, value);
}

/** @param {Node} fn @param {EffectAnalysis} analysis @returns {boolean} */
function computesAlone(fn, analysis) {
	return analysis.summarise(fn).effects.every((effect) => {
		if ('variable' in effect) return effect.isCached === true || isMadeWith(fn, effect.variable);
		if (effect.kind !== 'call' || !effect.node.callee) return false;
		const root = chainRoot(unwrap(effect.node.callee));
		const variable = root.type === 'Identifier' ? analysis.aliases.variableOf(root) : null;
		return Boolean(variable && !variable.isTopLevel);
	});
}
