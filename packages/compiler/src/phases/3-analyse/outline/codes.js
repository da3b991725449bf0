/** @import { Node } from '../../../types.js' */
/** @import { ActFact, AlterFact, AskOfThreadFact, ChangeFact, CodeFact, GlobalFact, HandedFact, LiveFacts, MentionFact, OwnStateFact, SiteFact, Span, ValueFact } from '../../../ir/summary.js' */
/** @import { Variable } from '../../../ast/scope.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { View } from './view.js' */
import { isMainGuard } from '../../../ast/main-guard.js';
import { isClass, isFunction, membersOf, unwrap } from '../../../ast/shapes.js';
import { childrenOf, walk } from '../../../ast/babel.js';
import { findPrototypeParts } from './completions.js';
import { findOwnMethods } from './heirs.js';
import { constructionOf } from './constructions.js';
import { makerOf } from './makers.js';
import { findResets, isCovered } from './resets.js';
import { runsInWorkers, whatLoadingRuns } from './loading.js';

/** Says what calls of a function give, what variables that may be a part of, and what they do with arguments. @typedef {{ whole: (fn: Node) => ValueFact | null, parts: (fn: Node) => string[], alters: (fn: Node) => AlterFact[], hands: (fn: Node) => HandedFact[] }} Giver */

/** Text by which a function may run code asynchronously, after it has returned. A false positive only keeps a set-up from being repeated. */
const DEFERRING =
	/\b(await|yield|async|then|queueMicrotask|nextTick|set(Timeout|Immediate|Interval))\b/;

/** A thing of the text that a piece of code may contain. @template T @typedef {{ start: number, fact: T }} Placed */

/** `resets`: what was set before it runs. @typedef {{ node: Node, isWorker: boolean, resets?: ReadonlySet<string> }} Part */

/** What stands in a part; `bodies`: the functions and classes that it uses. @typedef {Inside & { bodies: Node[], resets: ReadonlySet<string>, defers: boolean }} Direct */

/** @typedef {Pick<CodeFact, 'reads' | 'changes' | 'mentions' | 'results' | 'touches' | 'acts' | 'globals' | 'asks' | 'defers'>} Inside */

/** @typedef {{ reads: Placed<SiteFact>[], changes: Placed<SiteFact>[], mentions: Placed<MentionFact>[], results: Placed<MentionFact>[], touches: Placed<ChangeFact>[], acts: Placed<ActFact>[], globals: Placed<GlobalFact>[], asks: Placed<AskOfThreadFact>[], states: OwnStateFact[] }} PlacedFacts */

/**
 * Says what the code behind the names of a module does with state of modules: which of its own it reads and changes, and what
 * it mentions of imports. What it calls in its own module counts as its own.
 */
export class Codes {
	/**
	 * @param {View} view
	 * @param {{ units: Map<Node, number>, functions: Map<Node, number> }} known
	 * @param {PlacedFacts} placed
	 * @param {EffectAnalysis | null} effects null where no file asks what functions make
	 */
	constructor(
		view,
		known,
		{ reads, changes, mentions, results, touches, acts, globals, asks, states },
		effects,
	) {
		this.effects = effects;
		this.view = view;
		this.known = known;
		this.placed = {
			reads: sorted(reads),
			changes: sorted(changes),
			mentions: sorted(mentions),
			results: sorted(results),
			touches: sorted(touches),
			acts: sorted(acts),
			globals: sorted(globals),
			asks: sorted(asks),
		};
		/** @type {Map<Node | Variable, number>} */
		this.indexes = new Map();
		/** @type {{ host: Map<Node, Direct>, worker: Map<Node, Direct> }} */
		this.direct = { host: new Map(), worker: new Map() };
		/** @type {(() => CodeFact)[]} */
		this.makers = [];
		/** @type {Giver | null} */
		this.giver = null;
		/** @type {Placed<Variable>[]} */
		const names = [];
		/** functions and classes of enclosing functions @type {Placed<Variable>[]} */
		const inner = [];
		for (const { node, variable, role } of view.discovered.resolution.references) {
			const isOwn = variable?.isTopLevel && variable.kind !== 'import' && role !== 'export';
			if (isOwn) names.push({ start: node.start, fact: variable });
			else if (known.units.size > 0 && variable && holdsInner(variable))
				inner.push({ start: node.start, fact: variable });
		}
		this.names = sorted(names);
		this.inner = sorted(inner);
		this.ownMethods = sorted(findOwnMethods(view));
		/** @type {Map<Variable | undefined, number>} */
		this.states = new Map(
			states.flatMap(({ local, isOwn }, index) =>
				isOwn ? [[view.topLevel.get(local), index]] : [],
			),
		);
		this.prototypes = findPrototypeParts(view);
		/** @type {Map<Node, Node[]>} by the class or function */
		this.ofPrototype = new Map();
		for (const [{ declarations }, values] of this.prototypes)
			for (const { node } of declarations) this.ofPrototype.set(unwrap(node.init) ?? node, values);
		for (const [node, unit] of known.units) {
			this.add(node, { unit }, [{ node, isWorker: true }]);
		}
	}

	/** @param {Node} node a function or class @returns {number} */
	of(node) {
		const known = this.indexes.get(node);
		if (known !== undefined) return known;
		const nodes = isClass(node)
			? [node.superClass, ...membersOf(node).filter((/** @type {Node} */ one) => !one.static)]
			: [node];
		const added = this.ofPrototype.get(node) ?? [];
		const parts = asHost([...nodes.filter(Boolean), ...added]);
		const index = this.known.functions.get(node) ?? null;
		const makes = this.effects && makerOf(node, this.effects);
		return this.add(node, { function: index, makes }, parts);
	}

	/** What a variable of the top level holds, if that is made with functions: `export const scale = memoize((x) => …)`. @param {Variable} variable @returns {number | null} */
	ofVariable(variable) {
		const known = this.indexes.get(variable);
		if (known !== undefined) return known;
		const bodies = this.bodiesOf(variable);
		return bodies.length > 0 ? this.add(variable, {}, asHost(bodies)) : null;
	}

	/** @param {Node | Variable} key @param {Partial<CodeFact>} fact @param {Part[]} parts @returns {number} */
	add(key, fact, parts) {
		const index = this.makers.length;
		this.indexes.set(key, index);
		this.makers.push(() => ({
			...{ unit: null, function: null, ...fact, ...this.inside(parts) },
			...givenBy(key, this.giver),
		}));
		return index;
	}

	/** @param {Giver} giver says what calls of a function give @returns {CodeFact[]} of all that was asked for, and of the units */
	facts(giver) {
		this.giver = giver;
		return this.makers.map((make) => make());
	}

	/**
	 * What runs while the module loads, in which threads.
	 *
	 * @param {ReadonlySet<Node>} repeated statements and declarators that workers run as well
	 * @param {boolean} isAnnotated
	 */
	runs(repeated, isAnnotated) {
		return {
			loading: this.whileLoading(repeated),
			again: this.whenLoadedAgain(repeated),
			...this.fillsOf(repeated),
			initial: this.initially(isAnnotated ? repeated : null),
		};
	}

	/**
	 * What the module does while it loads, and with the functions that it hands on then.
	 *
	 * @param {ReadonlySet<Node>} repeated statements and declarators that workers run as well
	 * @returns {CodeFact}
	 */
	whileLoading(repeated) {
		const { runs, targets } = whatLoadingRuns(this.view.program, repeated);
		const touches = asHost(targets).flatMap((part) => this.within(this.placed.touches, part));
		const found = this.inside(asHost(runs));
		return { unit: null, function: null, ...found, touches: [...touches, ...found.touches] };
	}

	/** @returns {MentionFact[]} what the module uses of imports while another one loads it: in the code that it runs then, and outside of functions */
	mentionedAtLoad() {
		const { program } = this.view;
		if (this.placed.mentions.length === 0) return [];
		const loading = whatLoadingRuns(program, new Set());
		const { mentions } = this.inside(asHost(runsInWorkers(loading) ?? loading.runs));
		/** @type {Set<MentionFact>} */
		const later = new Set();
		walk(program, (node) => {
			const isGuarded = node.type === 'IfStatement' && isMainGuard(node.test);
			if (!isFunction(node) && !isGuarded) return true;
			for (const fact of this.within(this.placed.mentions, { node, isWorker: true }))
				later.add(fact);
			return false;
		});
		const direct = this.placed.mentions.flatMap(({ fact }) => (later.has(fact) ? [] : fact));
		return [...mentions, ...direct];
	}

	/** @param {ReadonlySet<Node>} repeated as above @returns {CodeFact | null} what a worker does of it that loads the module; null for the same */
	whenLoadedAgain(repeated) {
		const loading = whatLoadingRuns(this.view.program, repeated);
		const workers = runsInWorkers(loading);
		const all = workers ?? loading.runs;
		const runs = all.flatMap((one) => constructionOf(one, this.view));
		const isSame =
			workers === null && runs.length === all.length && runs.every((one, at) => one === all[at]);
		return isSame ? null : { unit: null, function: null, ...this.inside(asHost(runs)) };
	}

	/** @param {ReadonlySet<Node>} repeated statements that workers run, too @returns {Pick<LiveFacts, 'fills' | 'setUps'>} what they change of imports */
	fillsOf(repeated) {
		const found = [...repeated]
			.filter((node) => /Statement$/.test(node.type))
			.map((node) => this.inside(asHost([node])));
		return {
			fills: found.flatMap(({ touches }) => touches),
			setUps: found.flatMap(({ mentions }) => mentions.filter(({ isDropped }) => isDropped)),
		};
	}

	/**
	 * What the module reads and mentions while it loads, whatever that is for.
	 *
	 * @param {ReadonlySet<Node> | null} kept the statements and declarators that count; null for all
	 * @returns {Pick<CodeFact, 'reads' | 'mentions'>}
	 */
	initially(kept) {
		/** @type {Node[]} */
		const roots = [];
		for (const statement of this.view.program.body) {
			const inner = /^Export/.test(statement.type) ? statement.declaration : statement;
			if (!inner || /^Import|^TS/.test(inner.type) || isFunction(inner)) continue;
			const parts = inner.declarations ?? [inner];
			for (const part of parts) {
				if (kept && !kept.has(part)) continue;
				const value = unwrap(part.init ?? part.expression ?? part);
				if (value && !isFunction(value) && !this.known.units.has(value)) roots.push(value);
			}
		}
		const { reads, mentions } = this.inside(
			roots.map((node) => ({ node, isWorker: kept !== null })),
		);
		return { reads, mentions };
	}

	/** @param {Part[]} parts @returns {Inside} there, and in all that they use of the module */
	inside(parts) {
		const all = [...parts];
		/** @type {Map<Node, ReadonlySet<string>>} what was set before each of them, whoever calls it */
		const seen = new Map();
		let defers = false;
		/** @type {Map<string, SiteFact>} */
		const reads = new Map();
		/** @type {Map<string, SiteFact>} */
		const changes = new Map();
		/** @type {Map<string, MentionFact>} */
		const mentions = new Map();
		/** @type {Map<string, MentionFact>} */
		const results = new Map();
		/** @type {Map<string, ChangeFact>} */
		const touches = new Map();
		/** @type {Map<string, ActFact>} */
		const acts = new Map();
		/** @type {Map<string, GlobalFact>} */
		const globals = new Map();
		/** @type {Map<string, AskOfThreadFact>} */
		const asks = new Map();
		// grows while it is walked
		for (const part of all) {
			const direct = this.directly(part);
			const resets = union(part.resets ?? NOTHING, direct.resets);
			seen.set(part.node, part.resets ?? NOTHING);
			defers ||= direct.defers;
			for (const fact of direct.reads)
				if (!isCovered(resets, fact))
					keep(reads, [fact.state, ...(fact.path ?? []), fact.isMaking].join('\0'), fact);
			for (const fact of direct.changes) keep(changes, `${fact.state} ${positionOf(fact)}`, fact);
			for (const fact of direct.touches) keep(touches, touchKey(fact), fact);
			for (const fact of direct.acts) keep(acts, positionOf(fact), fact);
			for (const fact of direct.globals) keep(globals, `${fact.path} ${positionOf(fact)}`, fact);
			for (const fact of direct.asks ?? []) keep(asks, positionOf(fact), fact);
			for (const fact of direct.results ?? [])
				keep(results, [fact.import, ...fact.path].join('\0'), fact);
			for (const fact of direct.mentions) keep(mentions, mentionKey(fact), fact);
			for (const node of direct.bodies) {
				const before = seen.get(node);
				const common = before ? intersection(before, resets) : resets;
				if (before?.size === common.size) continue;
				seen.set(node, common);
				all.push({ node, isWorker: part.isWorker, resets: common });
			}
		}
		return {
			reads: [...reads.values()],
			changes: [...changes.values()],
			mentions: [...mentions.values()],
			...(results.size > 0 ? { results: [...results.values()] } : {}),
			touches: [...touches.values()],
			acts: [...acts.values()],
			globals: [...globals.values()],
			...(asks.size > 0 ? { asks: [...asks.values()] } : {}),
			...(defers ? { defers } : {}),
		};
	}

	/** @param {Part} part @returns {Direct} */
	directly(part) {
		const { node, isWorker } = part;
		const known = isWorker ? this.direct.worker : this.direct.host;
		let found = known.get(node);
		if (!found) {
			const variables = new Set(this.within(this.names, part));
			const resets = this.resetsIn(node);
			const bodies = [
				...[...variables].flatMap((variable) => this.bodiesOf(variable)),
				...this.within(this.ownMethods, part),
				...(isWorker ? this.movedWith(part) : []),
			];
			found = {
				reads: this.within(this.placed.reads, part),
				changes: this.within(this.placed.changes, part),
				mentions: this.within(this.placed.mentions, part),
				results: this.within(this.placed.results, part),
				touches: this.within(this.placed.touches, part),
				acts: this.within(this.placed.acts, part),
				globals: this.within(this.placed.globals, part),
				asks: this.within(this.placed.asks, part),
				bodies: bodies.filter((one) => isWorker || !this.known.units.has(one)),
				resets,
				defers: DEFERRING.test(this.view.discovered.source.slice(node.start, node.end)),
			};
			known.set(node, found);
		}
		return found;
	}

	/** What a unit uses of the functions around it moves into the worker module. @param {Part} part @returns {Node[]} functions and classes */
	movedWith(part) {
		const { start, end } = part.node;
		const isBeside = (/** @type {Node} */ one) => one.end <= start || end <= one.start;
		const variables = new Set(this.within(this.inner, part));
		return [...variables].flatMap((variable) => this.bodiesOf(variable).filter(isBeside));
	}

	/** @param {Node} node @returns {ReadonlySet<string>} what a function sets before anything reads it */
	resetsIn(node) {
		if (this.states.size === 0) return NOTHING;
		return findResets(node, {
			stateOf: (variable) => this.states.get(variable),
			holdsCode: (variable) => this.bodiesOf(variable).length > 0,
			within: (inner) => this.within(this.names, { node: inner, isWorker: true }),
			variableOf: (inner) => this.view.variableOf.get(inner),
		});
	}

	/**
	 * @template T
	 * @param {Placed<T>[]} list sorted
	 * @param {Part} part
	 * @returns {T[]} without what stands in units, which the host does not run
	 */
	within(list, { node, isWorker }) {
		/** @type {T[]} */
		const found = [];
		const units = isWorker ? [] : [...this.known.units.keys()];
		for (let at = firstFrom(list, node.start); at < list.length; at++) {
			const { start, fact } = /** @type {Placed<T>} */ (list[at]);
			if (start >= node.end) break;
			if (!units.some((unit) => unit.start <= start && start < unit.end)) found.push(fact);
		}
		return found;
	}

	/** @param {Variable} variable of the top level @returns {Node[]} the functions and classes that it may hold */
	bodiesOf(variable) {
		const { declarations } = variable;
		const found = [...(this.prototypes.get(variable) ?? [])];
		for (const { node } of declarations) {
			if (isFunction(node) || isClass(node)) found.push(node);
			else if (node.type === 'VariableDeclarator' && node.init) collectBodies(node.init, found);
		}
		return found;
	}
}

/** @param {Variable} variable @returns {boolean} a function or class of an enclosing function, or what holds one */
const holdsInner = ({ isTopLevel, kind, declarations }) =>
	!isTopLevel &&
	kind !== 'param' &&
	declarations.some(
		({ node }) => node.type === 'VariableDeclarator' || isFunction(node) || isClass(node),
	);

/** @type {ReadonlySet<string>} */
const NOTHING = new Set();

/** @param {ReadonlySet<string>} one @param {ReadonlySet<string>} other @returns {ReadonlySet<string>} */
const union = (one, other) =>
	one.size === 0 ? other : other.size === 0 ? one : new Set([...one, ...other]);

/** @param {ReadonlySet<string>} one @param {ReadonlySet<string>} other @returns {ReadonlySet<string>} */
const intersection = (one, other) =>
	one.size === 0 || other.size === 0 ? NOTHING : new Set([...one].filter((key) => other.has(key)));

/** @param {Node | Variable} key @param {Giver | null} giver @returns {Pick<CodeFact, 'gives' | 'parts' | 'alters' | 'hands'>} */
function givenBy(key, giver) {
	if (!giver || !('type' in key) || !isFunction(key)) return {};
	const gives = giver.whole(key);
	const whole = gives?.kind === 'other' ? gives.local : null;
	const parts = giver.parts(key).filter((one) => one !== whole);
	const alters = giver.alters(key);
	const hands = giver.hands(key);
	return {
		...(gives ? { gives } : {}),
		...(parts.length > 0 ? { parts } : {}),
		...(alters.length > 0 ? { alters } : {}),
		...(hands.length > 0 ? { hands } : {}),
	};
}

/** @param {Node[]} nodes @returns {Part[]} */
const asHost = (nodes) => nodes.map((node) => ({ node, isWorker: false }));

/** @param {Node} node @param {Node[]} found gains the outermost functions and classes */
function collectBodies(node, found) {
	if (isFunction(node) || isClass(node)) found.push(node);
	else for (const child of childrenOf(node)) collectBodies(child, found);
}

/** @param {Span} span @returns {string} */
const positionOf = ({ start }) => `${start.line}:${start.column}`;

/** @param {ChangeFact} touch @returns {string} a call that is given functions is a touch beside that of the call itself */
const touchKey = (touch) =>
	[
		...[touch.import, touch.kind, positionOf(touch), ...touch.path],
		...(touch.alters ? ['alters', touch.by?.import, ...(touch.by?.path ?? [])] : []),
	].join('\0');

/** @param {MentionFact} fact @returns {string} where it stands matters as far as a change may come before or after it */
const mentionKey = ({ within, import: index, path, ...how }) => {
	const marks = [how.isOpen, how.isDropped, how.isAwaited, how.isMaking].map(Boolean);
	return [...marks, within, index, ...path].join('\0');
};

/** @template T @param {Map<string, T>} map @param {string} key @param {T} value */
function keep(map, key, value) {
	if (!map.has(key)) map.set(key, value);
}

/** @template T @param {Placed<T>[]} list @returns {Placed<T>[]} */
const sorted = (list) => [...list].sort((left, right) => left.start - right.start);

/** @template T @param {Placed<T>[]} list sorted @param {number} offset @returns {number} the first index at or behind it */
function firstFrom(list, offset) {
	let low = 0;
	let high = list.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (/** @type {Placed<T>} */ (list[middle]).start < offset) low = middle + 1;
		else high = middle;
	}
	return low;
}
