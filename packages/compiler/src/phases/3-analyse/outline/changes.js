/** @import { Effect } from '../../../ir/module.js' */
/** @import { Node } from '../../../types.js' */
/** @import { ChangeFact } from '../../../ir/summary.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { Variable } from '../../../ast/scope.js' */
/** @import { Placed } from './codes.js' */
/** @import { Change } from './expression-changes.js' */
/** @import { Tracker } from './tracker.js' */
/** @import { View } from './view.js' */
import {
	chainRoot,
	holdsFunction,
	isCall,
	isClass,
	isMember,
	propertyName,
	unwrap,
} from '../../../ast/shapes.js';
import { isMemo } from '../../../ir/memos.js';
import { CALLED } from '../../../ir/summary.js';
import { classOf, functionOf } from '../../../ir/values.js';
import { isMutatorMethod, isReaderMethod } from '../../../knowledge/methods.js';
import { isPackage } from '../../../knowledge/packages.js';
import { findEscapes } from '../escapes.js';
import { askedOf, changeOfExpression, isChanger } from './expression-changes.js';
import { altersOf, functionsGiven } from './handed.js';
import { isIterated, ITERATED } from './iterators.js';
import { callOf, memberAround } from './members.js';
import { usesOfResult } from './result-uses.js';
import { setUpOf } from './set-ups.js';
import { spanOf, withinOf } from './spans.js';

/**
 * Where a module changes objects that it imports, or hands them on to where that may happen.
 *
 * @param {View} view
 * @param {EffectAnalysis} effects
 * @param {{ tracker: Tracker, all: readonly Effect[] }} context `all`: the effects that stand anywhere in the module
 * @returns {Placed<ChangeFact>[]}
 */
export function findChanges(view, effects, { tracker, all }) {
	const finder = new ChangeFinder(view, effects, tracker);
	finder.ofValues(tracker);
	finder.ofEffects(all);
	finder.ofEscapes();
	finder.ofCalls(all);
	finder.ofIterations(tracker);
	finder.ofResults(tracker);
	finder.ofFunctionsGiven(tracker);
	finder.ofProperties(tracker);
	return finder.found;
}

class ChangeFinder {
	/** @param {View} view @param {EffectAnalysis} effects @param {Tracker} tracker */
	constructor(view, effects, { holders, roots, values }) {
		this.values = values;
		this.view = view;
		this.effects = effects;
		this.holders = holders;
		this.roots = roots;
		/** @type {Placed<ChangeFact>[]} */
		this.found = [];
		/** @type {Set<Node>} changes of expressions that have an import, of which the path is known */
		this.followed = new Set();
	}

	/** @param {Node} node @param {number} index of the import @param {Change} change */
	push(node, index, change) {
		const {
			path,
			member,
			kind,
			isSure = kind === 'change',
			isKept = false,
			alters,
			by,
			to,
		} = change;
		const callee =
			isCall(node) && kind === 'change' && member === null ? unwrap(node.callee) : null;
		const method = isMember(callee) && !isChanger(node) ? propertyName(callee) : null;
		const putsCode = givenTo(node).some((one) => isCode(one, this.effects));
		const isChange = { kind, isSure, isCall: isCall(node), putsCode, isKept };
		const given = {
			...(alters ? { alters } : {}),
			...(by ? { by } : {}),
			...(to ? { to } : {}),
			...(method === null ? {} : { method }),
		};
		const isSettable =
			this.isOfPackage(index) &&
			// `dayjs.extend(utc)` changes what it belongs to, `extendWithOpenApi(z)` what it is given
			(kind === 'asked' ||
				(kind === 'given' && unwrap(node.callee ?? null)?.type === 'Identifier'));
		const text = isSettable
			? setUpOf(node, { parents: this.view.parents, source: this.view.discovered.source })
			: null;
		const setUp = text === null ? {} : { setUp: text };
		const rest = { import: index, path, member, ...isChange, ...given, ...setUp };
		Object.assign(rest, withinOf(node, this.view.parents));
		this.found.push({ start: node.start, fact: { ...spanOf(node), ...rest } });
	}

	/** @param {number} index of an import @returns {boolean} it is of another package */
	isOfPackage(index) {
		return isPackage(this.roots[index]?.fact.specifier ?? '');
	}

	/** @param {Node} node @param {Variable} variable @param {Change} change */
	add(node, variable, change) {
		const isKept =
			change.isKept ?? (change.kind !== 'given' && isMemo(variable, node, this.effects));
		for (const { origin } of this.holders.get(variable) ?? []) {
			if (origin.kind !== 'import') continue;
			const path = [...origin.path, ...change.path];
			this.push(node, origin.import, { ...change, path, isKept });
		}
	}

	/** @returns {Generator<{ node: Node, variable: Variable }>} where the module names an import to read it */
	*reads() {
		for (const variable of this.holders.keys())
			for (const { node, role } of variable.references)
				if (role === 'read') yield { node, variable };
	}

	/** @param {Node | null | undefined} expression @returns {Variable | null} the import that it starts at, by whichever name */
	rootOf(expression) {
		const root = expression ? chainRoot(expression) : null;
		const variable = root?.type === 'Identifier' ? this.view.variableOf.get(root) : null;
		return variable && this.holders.has(variable) ? variable : null;
	}

	/** @param {Node | null | undefined} expression @param {Variable} variable @returns {string[] | null} null when it does not start at the variable */
	pathOf(expression, variable) {
		const root = expression ? chainRoot(expression) : null;
		const isRooted =
			root?.type === 'Identifier' && this.effects.aliases.variableOf(root) === variable;
		return expression && isRooted ? namesOf(expression) : null;
	}

	/** @param {Node} node @param {Variable} variable @returns {string[][]} of the arguments of a call that start at the variable, or of the node itself */
	pathsGiven(node, variable) {
		/** @type {Node[]} */
		const given = isCall(node) ? node.arguments : [node];
		return given.flatMap((one) => {
			const path = this.pathOf(one, variable);
			return path ? [path] : [];
		});
	}

	/** `(await import('./config.js')).debug = true` @param {Tracker} tracker */
	ofValues(tracker) {
		for (const { node, target } of tracker.values) {
			const change = changeOfExpression(node, tracker);
			if (!change || target.origin.kind !== 'import') continue;
			const path = [...target.origin.path, ...change.path];
			this.push(change.node, target.origin.import, { ...change, path });
			this.followed.add(change.node);
		}
	}

	/** @param {readonly Effect[]} all */
	ofEffects(all) {
		const seen = new Set();
		for (const effect of all) {
			const { node } = effect;
			if (effect.kind !== 'mutate' || effect.via.length > 0 || this.followed.has(node)) continue;
			const target = changedMember(node);
			const variable = this.rootOf(target?.object) ?? effect.variable;
			const key = `${node.start} ${variable.name}`;
			if (seen.has(key)) continue;
			seen.add(key);
			// `Object.assign(config.limits, more)`, `setUp(config)`
			const given = isCall(node) ? this.pathsGiven(node, variable)[0] : null;
			const path = (target && this.pathOf(target.object, variable)) ?? given ?? null;
			const member = isCall(node) || !target ? null : propertyName(target);
			// What is changed through another name may be any part of what was imported.
			if (path) this.add(node, variable, { path, member, kind: 'change' });
			else this.add(node, variable, { path: [], member: null, kind: 'given', isSure: true });
		}
	}

	/** `set(2)` of `import { set }`: a closure, perhaps. @param {readonly Effect[]} all */
	ofCalls(all) {
		for (const { kind, node, via } of all) {
			const callee = kind === 'call' && via.length === 0 ? unwrap(node.callee ?? null) : null;
			const variable =
				callee?.type === 'Identifier' ? this.effects.aliases.variableOf(callee) : null;
			if (variable && this.holders.has(variable))
				this.add(node, variable, { path: [], member: null, kind: 'asked' });
		}
	}

	/** `[...ids]`, `for (const id of lib.ids)`: an iterator, perhaps. @param {Tracker} tracker */
	ofIterations(tracker) {
		for (const { node, variable } of this.reads()) {
			const { place, names: path } = memberAround(node, tracker);
			if (isIterated(place, tracker))
				this.add(node, variable, { path, member: ITERATED, kind: 'asked' });
		}
	}

	/** `store().set(key, value)`, `const all = store(); all.push(x)`: what a function gives may be a state of its module. @param {Tracker} tracker */
	ofResults(tracker) {
		for (const { node, variable } of this.reads()) {
			const called = callOf(node, tracker);
			for (const use of called ? usesOfResult(called.call, tracker) : []) {
				// All threads share a GEM, whatever has made it.
				if (use.variable && this.effects.gems.has(use.variable)) continue;
				const change = changeOfExpression(use.node, tracker);
				if (!called || change?.kind !== 'change') continue;
				const path = [...called.names, CALLED, ...use.names, ...change.path];
				const isKept = use.variable !== null && isMemo(use.variable, change.node, this.effects);
				this.add(change.node, variable, { ...change, path, isKept });
			}
		}
	}

	/** `use((state) => state.set(key, value))`, `extend(plugin)`: the other module may hand its state to the function. @param {Tracker} tracker */
	ofFunctionsGiven(tracker) {
		for (const { node, variable } of this.reads()) {
			const called = callOf(node, tracker);
			if (!called) continue;
			const { call, names: path } = called;
			for (const argument of call.arguments) {
				const change = { path, member: null, kind: /** @type {const} */ ('asked') };
				const alters = functionsGiven(argument, this.view.variableOf).flatMap((fn) =>
					altersOf(fn, this.effects, tracker),
				);
				if (alters.length > 0) this.add(call, variable, { ...change, alters });
				const imported = this.rootOf(argument);
				const names = imported ? (this.pathOf(argument, imported) ?? []) : [];
				for (const { origin } of (imported && this.holders.get(imported)) ?? [])
					if (origin.kind === 'import')
						this.add(call, variable, {
							...{ ...change, alters: [] },
							by: { import: origin.import, path: [...origin.path, ...names] },
						});
			}
		}
	}

	/** `new App({ config })`, and `this.services.config.set(key, value)` in the class: what a property of that name holds is the import. @param {Tracker} tracker */
	ofProperties(tracker) {
		/** @type {Map<string, Set<Variable>>} */
		const given = new Map();
		for (const { node, variable } of this.reads()) {
			const name = nameInArgument(node, tracker);
			if (name !== null) given.set(name, (given.get(name) ?? new Set()).add(variable));
		}
		if (given.size === 0) return;
		for (const node of this.view.parents.keys()) {
			const name = isMember(node) ? propertyName(node) : null;
			const variables = name === null ? undefined : given.get(name);
			if (!variables || this.rootOf(node)) continue;
			const found = changeOfExpression(node, tracker);
			const change = found?.kind === 'change' ? found : askedOf(node, tracker);
			if (change) for (const one of variables) this.add(change.node, one, change);
		}
	}

	/** `plugin(hooks)`: what that does with its argument stands in the file that it is imported from. @param {Node} place @param {Variable} variable that is given @returns {ChangeFact['to']} */
	takerOf(place, variable) {
		if (!isCall(place)) return undefined;
		const callee = unwrap(place.callee);
		// `require('./plugin')(hooks)`
		const value = this.values.find(({ node }) => node === callee)?.target;
		const taker = value ? null : this.rootOf(callee);
		const origin = (value ?? (taker && this.holders.get(taker))?.[0])?.origin;
		if (origin?.kind !== 'import') return undefined;
		const argument = place.arguments.findIndex(
			(/** @type {Node} */ one) => this.pathOf(one, variable) !== null,
		);
		const path = [...origin.path, ...((taker && this.pathOf(callee, taker)) ?? [])];
		return argument < 0 ? undefined : { import: origin.import, path, argument };
	}

	ofEscapes() {
		const escapes = findEscapes(this.view.discovered, this.effects, () => true);
		for (const [variable, places] of escapes) {
			if (!this.holders.has(variable)) continue;
			for (const place of places) this.ofEscape(place, variable);
		}
	}

	/** @param {Node} place @param {Variable} variable */
	ofEscape(place, variable) {
		const callee = isCall(place) ? unwrap(place.callee) : null;
		const receiver = isMember(callee) ? this.pathOf(callee.object, variable) : null;
		const given = this.pathsGiven(place, variable);
		for (const path of given)
			this.add(place, variable, {
				path,
				member: null,
				kind: 'given',
				to: this.takerOf(place, variable),
			});
		if (!receiver) {
			if (given.length === 0) this.add(place, variable, { path: [], member: null, kind: 'given' });
			return;
		}
		const method = propertyName(callee) ?? '';
		if (isReaderMethod(method)) return;
		const isChange = isMutatorMethod(method);
		const member = isChange ? null : method;
		this.add(place, variable, { path: receiver, member, kind: isChange ? 'change' : 'asked' });
	}
}

/** @param {Node} node @param {Tracker} tracker @returns {string | null} the property of an object that is an argument, and has the node as its value */
function nameInArgument(node, tracker) {
	const { child, parent } = tracker.outermost(node);
	if (parent.type !== 'ObjectProperty' || parent.value !== child) return null;
	const literal = tracker.parents.get(parent);
	if (literal?.type !== 'ObjectExpression') return null;
	const outer = tracker.outermost(literal);
	const isGiven = isCall(outer.parent) || outer.parent.type === 'NewExpression';
	return isGiven && outer.parent.callee !== outer.child ? propertyName(parent) : null;
}

/** @param {Node} node of an effect @returns {Node[]} what it may put into what it changes */
function givenTo(node) {
	if (node.type === 'AssignmentExpression') return [node.right];
	return isCall(node) ? node.arguments : [];
}

/** @param {Node} node @param {EffectAnalysis} effects @returns {boolean} whether it is a function, a class or an instance of one, or holds a function */
function isCode(node, { aliases }) {
	const value = unwrap(node.type === 'SpreadElement' ? node.argument : node);
	if (!value) return false;
	if (isClass(value) || holdsFunction(value)) return true;
	if (value.type === 'NewExpression') {
		const root = chainRoot(value.callee);
		return root.type === 'Identifier' && Boolean(aliases.variableOf(root));
	}
	const named = value.type === 'Identifier' ? aliases.variableOf(value) : null;
	return named ? functionOf(named) !== null || classOf(named) !== null : false;
}

/** @param {Node} node of an effect @returns {Node | null} the member whose object it changes */
function changedMember(node) {
	const target = unwrap(
		node.type === 'AssignmentExpression'
			? node.left
			: isCall(node)
				? node.callee
				: (node.argument ?? null),
	);
	return isMember(target) ? target : null;
}

/** @param {Node} expression @returns {string[]} the properties from its root on, as far as the text names them */
function namesOf(expression) {
	/** @type {string[]} */
	let names = [];
	for (let at = unwrap(expression); isMember(at); at = unwrap(at.object)) {
		const name = propertyName(at);
		names = name === null ? [] : [name, ...names];
	}
	return names;
}
