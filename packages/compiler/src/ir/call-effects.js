/** @import { Parents } from '../ast/parents.js' */
/** @import { Node } from '../types.js' */
/** @import { Effect } from './module.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { extended } from '../ast/records.js';
import { variantOf } from '../ast/parents.js';
import {
	dottedName,
	isCall,
	isClass,
	isFunction,
	isMember,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { globalCall } from '../knowledge/calls.js';
import { isOfOwnGlobal } from '../knowledge/globals.js';
import { callbacksOf, isMutatorMethod, isReaderMethod, readsZone } from '../knowledge/methods.js';
import { isPureOfGems } from '../knowledge/gems.js';
import { isHandedRequire } from './local-requires.js';
import { isUsedAsMade } from './made-by-method.js';
import { decoratorCalls, makesDecorator } from './decorator-helpers.js';
import { pathInExports } from './export-bindings.js';
import {
	computesFrom,
	isUnclearOfImport,
	ofImportedMaker,
	ofMadeByImport,
} from './import-makers.js';
import { ofImportedSetUp } from './import-set-ups.js';
import { ofPackageCall } from './imported-packages.js';
import { inline } from './inlined-effects.js';
import { elementOf } from './parameters.js';
import { ofBuiltInMethod, ofGlobal, ofImport, ofPlatform, ofRequired } from './platform-effects.js';
import { passedCallOf } from './passed-call.js';
import { advancedBy } from './iterator-state.js';
import { steppedBy } from './regexp-state.js';
import { sourcesOf } from './sources.js';
import { bindingOf, ofUnknown, unknown } from './unknown-calls.js';
import { platformPath } from './platform-path.js';
import {
	classOf,
	constantValueOf,
	importOf,
	isInteropCall,
	isRequireFunction,
	requiredSource,
} from './values.js';

/**
 * The effects of one call, `new`, tagged template or decorator.
 *
 * A call of the module's own function has the effects of its body; a platform function those that
 * are known of it; any other call may do anything, which is for its user to judge.
 *
 * @param {Node} node
 * @param {EffectAnalysis} analysis
 * @returns {Effect[]}
 */
export function effectsOfCall(node, analysis) {
	if (isMarkedPure(node, analysis.parents)) return [];
	// What a compiler wraps around a `require` reads the module and fills a cache that nobody else has.
	if (isInteropCall(node) && requiredSource(node) !== null) return [];
	const callee = unwrap(node.callee ?? node.tag ?? node.expression);
	const ofGem = isCall(node) ? ofGemCall(node, callee, analysis) : null;
	if (ofGem) return ofGem;
	const passed =
		ofDecorators(node, analysis) ?? ofPassedCall(node, analysis) ?? ofBind(node, callee, analysis);
	if (passed) return passed;
	if (callee.type === 'ConditionalExpression') return ofEither(node, callee, analysis);
	const effects = isMember(callee)
		? ofMember(node, callee, analysis)
		: ofName(node, callee, analysis);
	const others = [
		...ofReplacements(node, callee, analysis),
		...ofCallbacks(node, callee, analysis),
		...ofDeferred(node, callee, analysis),
	];
	return others.length === 0 ? effects : [...effects, ...others];
}

/** `__decorate([log, Get('/users')], Users.prototype, 'list', null)`. @param {Node} node @param {EffectAnalysis} analysis @returns {Effect[] | null} null for any other call */
function ofDecorators(node, analysis) {
	if (makesDecorator(node) && analysis.callees.ofCall(node).length === 0) return [];
	const decorated = decoratorCalls(node);
	if (!decorated) return null;
	const ofThem = decorated.calls.flatMap((call) =>
		effectsOfCall(call, analysis).map((effect) =>
			effect.node === call ? extended(effect, { node }) : effect,
		),
	);
	const ofHelper = analysis.callees
		.ofCall(node)
		.flatMap((one) => inline(one, node, analysis))
		.filter((effect) => !isOfOwnVariable(effect, analysis));
	return [...analysis.mutations(decorated.target, node), ...ofHelper, ...ofThem];
}

/** `for (const one of decorators) one(target)` @param {Effect} effect @param {EffectAnalysis} analysis @returns {boolean} a call of what a variable of the function holds */
function isOfOwnVariable(effect, { aliases }) {
	const callee = effect.kind === 'call' && effect.node.callee ? unwrap(effect.node.callee) : null;
	const variable = callee?.type === 'Identifier' ? aliases.variableOf(callee) : null;
	return Boolean(variable && !variable.isTopLevel);
}

/** `f = Object.assign || function …` of a function that replaces itself: the functions of the platform that it may become. @param {Node} node @param {Node} callee @param {EffectAnalysis} analysis @returns {Effect[]} */
function ofReplacements(node, callee, analysis) {
	return analysis.callees.replacementsOf(callee).flatMap((target) => {
		if (analysis.callees.functions(target).length > 0) return [];
		const direct = standIn(node, { type: 'CallExpression', callee: target });
		return effectsOfCall(direct, analysis).map((effect) =>
			effect.node === direct ? extended(effect, { node }) : effect,
		);
	});
}

/** `(hint === 'string' ? String : Number)(value)`. @param {Node} node @param {Node} callee @param {EffectAnalysis} analysis @returns {Effect[]} of whichever it calls */
function ofEither(node, { consequent, alternate }, analysis) {
	return [consequent, alternate].flatMap((callee) => {
		const direct = standIn(node, { callee });
		return effectsOfCall(direct, analysis).map((effect) =>
			effect.node === direct ? extended(effect, { node }) : effect,
		);
	});
}

/** A call in the place of another: rules ask where it stands. @param {Node} node @param {Record<string, unknown>} changes @returns {Node} */
const standIn = (node, changes) => variantOf(node, { ...changes, parentNode: node.parentNode });

/**
 * `/*#__PURE__*\/ f()`, as bundlers read it. The parser gives the comment to the outermost expression
 * that starts there: to the product of `/*#__PURE__*\/ f() * 2`.
 *
 * @param {Node} node
 * @param {Parents} parents
 * @returns {boolean}
 */
function isMarkedPure(node, parents) {
	let at = /** @type {Node | undefined} */ (node);
	for (; at && at.start === node.start; at = parents.get(at)) {
		const comments = /** @type {Node[]} */ (at.leadingComments ?? []);
		if (comments.some((comment) => /^\s*[#@]__PURE__\s*$/.test(comment.value))) return true;
	}
	return false;
}

/**
 * @param {Node} node
 * @param {Node} callee
 * @param {EffectAnalysis} analysis
 * @returns {Effect[] | null} null for what is no function of the module of GEMs, or does more than to make a value and to call functions of the module
 */
function ofGemCall(node, callee, analysis) {
	const { gems } = analysis;
	const text = dottedName(callee) ?? 'create';
	if (gems.makesGem(node)) return [{ kind: 'shared', node, text, via: [] }];
	if (isPureOfGems(gems.libraryCallee(callee) ?? '')) return [];
	const run = gems.callbacksOf(node);
	if (run.length === 0) return null;
	const others = node.arguments.filter((/** @type {Node} */ one) => !run.includes(one));
	const call = unknown(variantOf(node, { arguments: others }), callee, analysis);
	const ofThem = run.flatMap((holder) =>
		analysis.callees
			.functions(unwrap(holder))
			.flatMap((fn) => inline({ fn, args: [], receiver: null, holder }, node, analysis)),
	);
	return [extended(call, { node }), ...ofThem];
}

/**
 * `[].push.call(rows, row)`, `callback.apply(null, rows)`, `Reflect.apply(f, rows, [row])`.
 *
 * @param {Node} node @param {EffectAnalysis} analysis
 * @returns {Effect[] | null} null for any other call
 */
function ofPassedCall(node, analysis) {
	const passed = passedCallOf(node, analysis.aliases);
	if (!passed) return null;
	const own = analysis.callees.ofCall(node);
	if (own.length > 0) return own.flatMap((one) => inline(one, node, analysis));
	const { target, receiver, args } = passed;
	if (isProtocol(target, analysis)) return [];
	const method = (platformPath(target, analysis.aliases) ?? propertyName(target))
		?.split('.')
		.at(-1);
	if (method && isMutatorMethod(method)) return analysis.mutations(receiver, node);
	const direct = standIn(node, { type: 'CallExpression', callee: target, arguments: args });
	const effects = isMember(target)
		? ofMember(direct, target, analysis)
		: ofName(direct, target, analysis);
	if (receiver && isMember(target))
		effects.push(...ofCallbacks(direct, extended(target, { object: receiver }), analysis));
	const receivers = [...analysis.aliases.of(receiver)];
	return effects.map((effect) => {
		const at = effect.node === direct ? node : effect.node;
		return effect.kind === 'call'
			? extended(effect, { node: at, receivers: [...effect.receivers, ...receivers] })
			: extended(effect, { node: at });
	});
}

/**
 * `t[Symbol.toPrimitive]`, in place or in a constant: compilers write `r.call(t, 'string')` for what `${t}` runs anyway. No
 * syntax that converts or iterates counts as a call, so this does not either.
 *
 * @param {Node} target of a call @param {EffectAnalysis} analysis
 * @returns {boolean}
 */
function isProtocol(target, { aliases, parents }) {
	const variable = target.type === 'Identifier' ? aliases.variableOf(target) : null;
	const values = variable ? sourcesOf(variable, parents) : [{ value: target, steps: [] }];
	const isNamed = (/** @type {Node} */ value) =>
		isMember(value) && value.computed && PROTOCOLS.test(dottedName(value.property) ?? '');
	return (
		values.length > 0 &&
		values.every(({ value, steps }) => steps.length === 0 && isNamed(unwrap(value)))
	);
}

const PROTOCOLS = /^Symbol\.(toPrimitive|(asyncI|i)terator|hasInstance)$/;

/**
 * `add.bind(null, rows)`: whoever calls the result changes `rows`, where no text shows it.
 *
 * @param {Node} node @param {Node} callee @param {EffectAnalysis} analysis
 * @returns {Effect[] | null} null for any other call
 */
function ofBind(node, callee, analysis) {
	if (!isMember(callee) || propertyName(callee) !== 'bind') return null;
	if (platformPath(callee.object, analysis.aliases)) return [];
	const own = analysis.callees.functions(callee.object);
	const mayChange = own.map((fn) => analysis.summarise(fn));
	const isHarmless =
		own.length > 0 &&
		mayChange.every(({ mutatesThis, mutated }) => !mutatesThis && mutated.size === 0);
	const given = (node.arguments ?? []).some((/** @type {Node} */ one) =>
		[...analysis.aliases.of(one)].some(({ isTopLevel }) => isTopLevel),
	);
	return isHarmless || !given || isOnlyCalled(node, analysis)
		? []
		: [unknown(node, callee, analysis)];
}

/** `const add = fill.bind(null, rows)`, and no more than calls of `add`. @param {Node} node @param {EffectAnalysis} analysis @returns {boolean} */
function isOnlyCalled(node, { parents, resolution }) {
	const declarator = parents.get(node);
	if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier')
		return false;
	const variable = resolution.program.lookup(declarator.id.name);
	if (!variable || constantValueOf(variable) !== node) return false;
	return variable.references.every((one) => {
		const parent = parents.get(one.node);
		return parent && isCall(parent) && parent.callee === one.node;
	});
}

/** @param {Node} node @param {Node} callee @param {EffectAnalysis} analysis @returns {Effect[]} */
function ofName(node, callee, analysis) {
	if (analysis.units.has(callee)) return ofUnitInPlace(callee, node, analysis);
	if (isFunction(callee) || callee.type === 'Import') return []; // its body is walked in place
	if (callee.type === 'Super') return ofSuper(node, analysis);
	const variable = callee.type === 'Identifier' ? analysis.aliases.variableOf(callee) : null;
	if (callee.type === 'Identifier' && !variable) return ofGlobal(node, callee.name, analysis);
	const own = analysis.callees.ofCall(node);
	if (own.length > 0) return own.flatMap((one) => inline(one, node, analysis));
	if (!variable) return ofPackageCall(node, callee, analysis) ?? ofUnknown(node, callee, analysis);
	if (isRequireFunction(variable, analysis.parents) || isHandedRequire(variable, analysis.parents))
		return [];
	const bound = ofBound(node, callee, analysis);
	if (bound) return bound;
	const platform = ofPlatform(node, callee, analysis);
	if (platform) return platform;
	return (
		ofImport(node, variable, [], analysis) ??
		ofImportedSetUp(node, analysis) ??
		ofImportedMaker(node, analysis) ??
		ofMadeByImport(node, analysis) ??
		ofPackageCall(node, callee, analysis) ??
		ofUnknown(node, callee, analysis)
	);
}

/** `(async () => { 'use cpu_bound'; … })()`. @param {Node} unit @param {Node} node the call @param {EffectAnalysis} analysis @returns {Effect[]} */
const ofUnitInPlace = (unit, node, analysis) =>
	inline({ fn: unit, args: node.arguments ?? [], receiver: null, holder: null }, node, analysis);

/** @param {Node} node @param {Node} callee @param {EffectAnalysis} analysis @returns {Effect[]} */
function ofMember(node, callee, analysis) {
	const path = dottedName(callee);
	const method = propertyName(callee) ?? '';
	const root = path === null ? null : rootIdentifier(callee);
	const variable = root && analysis.aliases.variableOf(root);
	if (root && !variable && path !== null) {
		// The program's own object, which it has put there.
		const isOwn = isOfOwnGlobal(path) || pathInExports(callee.object, () => null) !== null;
		if (isMutatorMethod(method) && isOwn) return analysis.mutations(callee.object, node);
		const ofText = isModulePath(root) ? ofBuiltInMethod(node, callee, analysis) : null;
		return ofText ?? ofGlobal(node, path, analysis);
	}
	if (path === null && isConsole(callee.object, analysis))
		return ofGlobal(node, 'console.log', analysis); // `console[level](text)`
	if (variable && path !== null) {
		const known = ofImport(node, variable, path.split('.').slice(1), analysis);
		if (known) return known;
	}
	const platform =
		ofPlatform(node, callee, analysis) ??
		ofRequired(node, callee, analysis) ??
		ofImportedSetUp(node, analysis) ??
		ofImportedMaker(node, analysis) ??
		ofMadeByImport(node, analysis);
	if (platform) return platform;
	const own = analysis.callees.ofCall(node);
	if (own.length > 0) return own.flatMap((one) => inline(one, node, analysis));
	const ofPackage = ofPackageCall(node, callee, analysis);
	if (ofPackage) return ofPackage;
	if (isUnclearOfImport(callee, analysis)) return ofUnknown(node, callee, analysis);
	const inherited = ofInheritedStatic(node, callee, analysis);
	if (inherited) return inherited;
	const stepped = steppedBy(node, analysis) ?? advancedBy(node, analysis);
	if (stepped) return analysis.mutations(stepped, node);
	const builtIn = ofBuiltInMethod(node, callee, analysis);
	if (builtIn) return builtIn;
	const receivers = [...analysis.aliases.of(callee.object)];
	const isForeign = receivers.some(
		(one) => importOf(one, analysis.parents) || one.kind === 'param',
	);
	const isGiven = receivers.length > 0 && receivers.every(({ kind }) => kind === 'param');
	if (isGiven && isUsedAsMade(node, analysis.parents)) return ofUnknown(node, callee, analysis);
	if (isMutatorMethod(method)) {
		return isForeign && receivers.every((one) => importOf(one, analysis.parents))
			? [unknown(node, callee, analysis)]
			: analysis.mutations(callee.object, node);
	}
	if (readsZone(method)) return [{ kind: 'fresh', node, text: method, via: [] }];
	if (isReaderMethod(method)) return [];
	return ofUnknown(node, callee, analysis);
}

/** @param {Node} object @param {EffectAnalysis} analysis @returns {boolean} */
const isConsole = (object, { aliases }) =>
	unwrap(object).name === 'console' && aliases.variableOf(unwrap(object)) === null;

/** @param {Node} root @returns {boolean} a name that CommonJS gives every module, of a string */
const isModulePath = ({ name }) => /^__(file|dir)name$/.test(name);

/** `List.from(rows)` of `class List extends Array`. @param {Node} node @param {Node} callee @param {EffectAnalysis} analysis @returns {Effect[] | null} null for what no class of the platform has */
function ofInheritedStatic(node, callee, analysis) {
	const { aliases } = analysis;
	const named = /** @type {Node} */ (unwrap(callee.object));
	/** @type {Set<Node>} */
	const seen = new Set();
	let definition = named.type === 'Identifier' ? classNamed(named, aliases) : null;
	while (definition && !seen.has(definition)) {
		seen.add(definition);
		const parent = unwrap(definition.superClass);
		if (parent?.type !== 'Identifier') return null;
		definition = classNamed(parent, aliases);
		if (definition) continue;
		const path = platformPath(parent, aliases);
		const effects = path && ofGlobal(node, `${path}.${propertyName(callee)}`, analysis);
		if (!effects || effects.some(({ kind }) => kind === 'external')) return null;
		// It makes instances, by the constructors on the way.
		return [...effects, ...[...seen].flatMap((one) => constructing(one, node, analysis))];
	}
	return null;
}

/** @param {Node} identifier @param {EffectAnalysis['aliases']} aliases @returns {Node | null} */
function classNamed(identifier, aliases) {
	const variable = aliases.variableOf(identifier);
	return variable ? classOf(variable) : null;
}

/** @param {Node} definition a class @param {Node} node @param {EffectAnalysis} analysis @returns {Effect[]} */
const constructing = (definition, node, analysis) =>
	inline({ fn: definition, args: [], receiver: null, holder: null }, node, analysis);

/** @param {Node} member @returns {Node | null} */
function rootIdentifier(member) {
	let node = member;
	while (isMember(node)) node = unwrap(node.object);
	return node.type === 'Identifier' ? node : null;
}

/** @param {Node} node @param {EffectAnalysis} analysis @returns {Effect[]} */
function ofSuper(node, analysis) {
	const own = analysis.callees.ofCall(node);
	if (own.length > 0) return own.flatMap((one) => inline(one, node, analysis));
	let owner = analysis.parents.get(node);
	while (owner && !isClass(owner)) owner = analysis.parents.get(owner);
	const parent = unwrap(owner?.superClass);
	if (parent?.type !== 'Identifier') return [unknown(node, parent ?? node, analysis)];
	const variable = analysis.aliases.variableOf(parent);
	if (!variable) return ofGlobal(variantOf(node, { type: 'NewExpression' }), parent.name, analysis);
	return (
		ofImport(variantOf(node, { type: 'NewExpression' }), variable, [], analysis) ?? [
			unknown(node, parent, analysis),
		]
	);
}

/**
 * Functions that are handed to a method which calls them: `names.map(build)`, `rows.forEach(table.add, table)`. The bodies
 * of those that are written on the spot are walked in place.
 *
 * @param {Node} node @param {Node} callee @param {EffectAnalysis} analysis
 * @returns {Effect[]}
 */
function ofCallbacks(node, callee, analysis) {
	const isFrom = dottedName(callee) === 'Array.from';
	if (!isMember(callee) || !(isFrom || isReaderMethod(propertyName(callee) ?? ''))) return [];
	const method = propertyName(callee) ?? '';
	return (node.arguments ?? []).flatMap(
		(/** @type {Node} */ argument, /** @type {number} */ index) => {
			const inner = /** @type {Node} */ (unwrap(argument));
			const own = analysis.callees.functions(inner);
			const [first, second, third] = node.arguments;
			const list = isFrom ? first : callee.object;
			const given = { list, seed: second, self: isFrom ? third : second };
			if (own.length > 0)
				return own.flatMap((fn) =>
					ofCallback(fn, extended(given, { inner, method, node }), analysis),
				);
			if (index > 0 || !(isCallbackMethod(method) || isPromiseMethod(callee))) return [];
			const variable = inner.type === 'Identifier' ? analysis.aliases.variableOf(inner) : null;
			if (!variable || !importOf(variable, analysis.parents))
				return ofPlatformCallback(inner, node, analysis);
			const isKnown = isCallbackMethod(method) && computesFrom(inner, list, analysis);
			return isKnown ? [] : [unknown(node, inner, analysis)];
		},
	);
}

/** `rows.forEach(console.log)`. @param {Node} argument @param {Node} node the call @param {EffectAnalysis} analysis @returns {Effect[]} */
function ofPlatformCallback(argument, node, analysis) {
	const path = platformPath(argument, analysis.aliases);
	const kind = path === null ? 'pure' : globalCall(path).kind;
	return kind === 'external' || kind === 'fresh'
		? [{ kind, node, text: /** @type {string} */ (path), via: [] }]
		: [];
}

/**
 * What a callback of a promise does: after the statement, wherever the statement runs. Those that are handed on by name
 * count as called at once; of those that are written in place, `walkImmediate` sees nothing.
 *
 * @param {Node} node @param {Node} callee @param {EffectAnalysis} analysis
 * @returns {Effect[]} on the world alone: what they change of variables is found where it stands
 */
function ofDeferred(node, callee, analysis) {
	if (!isPromiseMethod(callee)) return [];
	const written = (node.arguments ?? []).map(unwrap).filter(isFunction);
	return written
		.filter((/** @type {Node} */ fn) => !analysis.units.has(fn))
		.flatMap((/** @type {Node} */ fn) => analysis.summarise(fn).effects)
		.filter((/** @type {Effect} */ { kind }) => ACTS.has(kind))
		.map((/** @type {Effect} */ effect) =>
			extended(effect, { isDeferred: true, via: [node, ...effect.via] }),
		);
}

const ACTS = new Set(['call', 'external', 'dispatch']);

/** @param {Node} callee @returns {boolean} */
const isPromiseMethod = (callee) =>
	isMember(callee) && /^(then|catch|finally)$/.test(propertyName(callee) ?? '');

/**
 * @param {Node} fn
 * @param {{ list: Node, seed?: Node, self?: Node, inner: Node, method: string, node: Node }} call `inner` is what was
 *   written for `fn`, `self` what is `this` in it
 * @param {EffectAnalysis} analysis
 * @returns {Effect[]}
 */
function ofCallback(fn, { list, seed, self, inner, method, node }, analysis) {
	const isReduce = method === 'reduce' || method === 'reduceRight';
	const args = isReduce ? [seed ?? elementOf(list)] : [];
	args.push(elementOf(list), isReduce ? list : elementOf(list), list);
	const receiver = isReduce || !isCallbackMethod(method) ? null : (self ?? null);
	if (fn !== inner || analysis.units.has(fn))
		return inline({ fn, args, receiver, holder: inner }, node, analysis);
	return receiver && analysis.summarise(fn).mutatesThis ? analysis.mutations(receiver, node) : [];
}

/** @param {string} method @returns {boolean} it calls its first argument; `Array.from` its second one */
const isCallbackMethod = (method) => method === 'from' || callbacksOf(method).includes(0);

/** @param {Node} node a call of a bound function @param {Node} callee @param {EffectAnalysis} analysis @returns {Effect[] | null} null for any other call, and where nothing is known of it */
function ofBound(node, callee, analysis) {
	const bound = bindingOf(callee, analysis);
	if (!bound) return null;
	const { target, given } = bound;
	const [receiver = null, ...first] = given;
	if (isMember(target) && isMutatorMethod(propertyName(target) ?? ''))
		return analysis.mutations(receiver, node);
	const own = analysis.callees.functions(target);
	const args = [...first, ...(node.arguments ?? [])];
	return own.length === 0
		? null
		: own.flatMap((fn) => inline({ fn, args, receiver, holder: target }, node, analysis));
}
