/** @import { Node } from '../../../types.js' */
/** @import { CallSite, Discovered, Effect, Use } from '../../../ir/module.js' */
/** @import { FunctionFact, HolderFact, LiveFacts, Outline, UseFact, ValueFact } from '../../../ir/summary.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { Variable } from '../../../ast/scope.js' */
/** @import { Giver } from './codes.js' */
/** @import { HandedOn } from './handed.js' */
/** @import { Root } from './imports.js' */
/** @import { Target } from './tracker.js' */
/** @import { View } from './view.js' */
import { dottedName, isCall, isMember } from '../../../ast/shapes.js';
import { NO_FLOW } from '../../../ir/flow.js';
import { hasPrivateState } from '../../../ir/private-entries.js';
import { hasWeakState } from '../../../ir/weak-collections.js';
import { importOf } from '../../../ir/values.js';
import { functionAround } from '../call-context.js';
import { nameOf } from '../callers.js';
import { findActs } from './acts.js';
import { findAsks } from './asks.js';
import { findChanges } from './changes.js';
import { Codes } from './codes.js';
import { findFlow } from './flow/index.js';
import { waitsAtTop } from './loading.js';
import { findExportObjects } from './common-js-exports.js';
import { findExports } from './exports.js';
import { describeFunction, isExportedInPlace } from './functions.js';
import { findGlobals, namesIn, placeGlobals } from './globals.js';
import { altersOf, factsOfHanded, findHanded } from './handed.js';
import { findIdentities } from './identities.js';
import { methodsOfInstances } from './instances.js';
import { findImports, findPlatformImports, mayChange } from './imports.js';
import { findMentions, findResultMentions } from './mentions.js';
import { findOwnStates, localOfExport } from './own-states.js';
import { statesGivenBy } from './results.js';
import { spanOf } from './spans.js';
import { Tracker } from './tracker.js';
import { describeUse } from './uses.js';
import { Values } from './values.js';
import { createView } from './view.js';

/**
 * @typedef {object} OutlineOptions
 * @property {readonly string[]} [specifiers] of the modules that may matter; default: all
 * @property {boolean} [changes] whether changes of imported objects are looked for; default: true
 * @property {boolean} [states] the same for changes that the module makes to its own state; default: true
 * @property {boolean} [makers] whether it matters what functions make that other files call; default: true
 * @property {ReadonlySet<Node>} [repeated] statements and declarators of the top level that the worker module repeats
 * @property {'module' | 'commonjs'} [sourceType]
 * @property {(of: Variable | Node, effects: EffectAnalysis) => string | null} obstacleTo why a value stays in its thread
 */

/**
 * Find what a module imports and exports, and what it does with what it imports.
 *
 * Which of the imports are units is not known here, so every use of one is judged as if it were; functions
 * that cannot wait are taken for callees in turn, since their callers are the next to be asked.
 *
 * @param {Discovered & { callSites: CallSite[], effects: EffectAnalysis }} analysed
 * @param {OutlineOptions} options
 * @returns {Outline}
 */
export function outlineModule(
	analysed,
	{ changes = true, states = true, makers = true, repeated = new Set(), ...options },
) {
	const { specifiers, sourceType, obstacleTo } = options;
	const { callSites, effects } = analysed;
	const view = createView(analysed, { sourceType });
	const tracker = new Tracker(view);
	const found = findImports(view);
	const roots = [
		...found.roots.filter((one) => mayLead(one, specifiers, analysed.source)),
		...findExportObjects(view).flatMap((node) => (isRead(tracker, node) ? selfRoot(node) : [])),
	];
	tracker.roots = roots;
	roots.forEach((root, index) => trackImport(tracker, root, index));
	const units = new Map(analysed.units.map(({ node }, index) => [node, index]));
	const own = callSites.filter(({ rule }) => rule === 'sync');
	const { functions, facts } = trackFunctions(tracker, own, { units, view });
	const uses = describeUses(tracker, own, { view, units, functions, effects });
	const { indexes, imports, isData } = indexImports(roots);
	const { all, ofItself, placed, handed } = findEffects(
		{ view, effects, tracker },
		{ changes, states, obstacleTo },
	);
	const codes = new Codes(view, { units, functions }, placed, makers ? effects : null);
	const values = new Values(view, { units, functions, imports, isData, codes }, (call) =>
		tracker.isWithOptions(call),
	);
	const exports = findExports(view, {
		ofExpression: (node) => values.of(node),
		ofVariable: (name) => values.ofName(name),
		ofRoot: (node) => ofRoot(imports.get(node)),
	}).map(({ name, value }) => ({ name, value: named(value, localOfExport(name)) }));
	const giver = createGiver({ effects, tracker, values, handed }, { changes, states });
	const live = {
		instances: makers ? methodsOfInstances(view, codes) : {},
		codes: codes.facts(giver),
		...codes.runs(repeated, analysed.units.length > 0),
		early: states ? codes.mentionedAtLoad() : [],
		states: ofItself.states,
		globals: all.some(changesGlobal) ? findGlobals(view, effects) : [],
		...(states ? ofLoaded(view, effects, { tracker, ...ofItself }) : NOT_LOADED),
		handed: factsOfHanded(handed.filter(({ fn }) => !fn || !codes.indexes.has(fn))),
		...ofWhole(view, effects),
	};
	const known = { imports, units, functions, codes: codes.indexes, repeated, tracker };
	const passedOn = new Set(exports.flatMap(({ name, value }) => wholeImports(name, value)));
	return {
		imports: roots.map(({ fact }) => fact),
		exports,
		functions: facts,
		uses: uses.filter((use) => mayMatter(use, passedOn)).sort(byPosition),
		changes: placed.touches.map(({ fact }) => fact),
		live,
		holders: findHolders(tracker, view),
		patterns: found.patterns,
		flow: changes || states ? findFlow(view, effects, known) : NO_FLOW,
		indexes,
	};
}

/**
 * @param {{ effects: EffectAnalysis, tracker: Tracker, values: Values, handed: HandedOn[] }} module
 * @param {{ changes: boolean, states: boolean }} options
 * @returns {Giver}
 */
const createGiver = ({ effects, tracker, values, handed }, { changes, states }) => ({
	whole: (fn) => tracker.passed.givenBy(fn) ?? values.givenBy(fn),
	parts: (fn) =>
		(states ? statesGivenBy(fn, effects) : []).flatMap((one) =>
			tracker.holders.has(one) ? [] : one.name,
		),
	alters: (fn) => (changes ? altersOf(fn, effects, tracker) : []),
	hands: (fn) => factsOfHanded(handed.filter((one) => one.fn === fn)),
});

/** @type {ReturnType<typeof ofLoaded>} */
const NOT_LOADED = { names: [], platform: [], identities: [], required: [] };

/** @param {View} view @param {EffectAnalysis} effects @param {{ tracker: Tracker, states: LiveFacts['states'] }} context @returns {Pick<LiveFacts, 'names' | 'platform' | 'identities' | 'required'>} of a module that workers load */
const ofLoaded = (view, effects, context) => ({
	names: namesIn(view),
	platform: findPlatformImports(view),
	...findIdentities(view, effects, context),
});

/** @param {View} view @param {EffectAnalysis} effects @returns {Pick<LiveFacts, 'waits' | 'hasPrivates' | 'hasWeak'>} */
const ofWhole = (view, effects) => ({
	waits: waitsAtTop(view),
	hasPrivates: effects.classes
		.all()
		.some((one) => hasPrivateState(one, effects.resolution.program)),
	hasWeak: hasWeakState(effects, view.discovered.source),
});

/** Most files do not, and their effects need not be looked for. */
const MAY_CHANGE_GLOBALS =
	/\b(prototype|global(This)?)\b|\b(import\.meta|module|require)\b(\.(?!exports\b)[\w$.]+)?\s*([^\w\s.;()=]{0,3}=(?![=>])|\+\+|--)|\bimport\.meta,/;

/**
 * @param {{ view: View, effects: EffectAnalysis, tracker: Tracker }} module
 * @param {Pick<OutlineOptions, 'obstacleTo'> & { changes: boolean, states: boolean }} options
 */
function findEffects({ view, effects, tracker }, { changes, states, obstacleTo }) {
	const isWalked = changes || states || MAY_CHANGE_GLOBALS.test(view.discovered.source);
	const all = isWalked ? effects.anywhere(view.program) : [];
	const handed = states ? findHanded(view, effects) : [];
	const ofItself = states
		? findOwnStates(view, effects, {
				...{ tracker, all, given: handed.flatMap(({ variables }) => variables) },
				obstacleTo: (of) => obstacleTo(of, effects),
			})
		: { states: [], reads: [], changes: [] };
	const placed = {
		...ofItself,
		mentions: findMentions(view, tracker),
		results: findResultMentions(tracker),
		touches: changes ? findChanges(view, effects, { tracker, all }) : [],
		acts: states ? findActs(all, view, tracker) : [],
		globals: placeGlobals(all),
		asks: states ? findAsks(view) : [],
	};
	return { all, ofItself, placed, handed };
}

/** @param {Tracker} tracker @param {CallSite[]} own uses of the module's own units @param {{ view: View, units: Map<Node, number>, functions: Map<Node, number>, effects: EffectAnalysis }} context @returns {UseFact[]} */
function describeUses(tracker, own, { view, units, functions, effects }) {
	/** @param {Use<any>} use @param {UseFact['of']} of */
	const describe = (use, of) => describeUse(use, of, { view, functions, effects });
	return [
		...own.map((site) => {
			const unit = /** @type {number} */ (units.get(site.unit.node));
			return describe(site, { kind: 'unit', unit });
		}),
		...tracker.uses.map((use) => describe(use, use.callee.origin)),
	].filter(
		(use) => use.rule !== 'promise' || use.arguments === 'callback' || use.goesOn || use.awaitedBy,
	);
}

/** @param {readonly Root[]} roots @returns {{ indexes: Map<Variable, number>, imports: Map<Node | Variable, number>, isData: (index: number) => boolean }} `imports`: by the expression, too; `isData`: it is one of a JSON module */
function indexImports(roots) {
	/** @type {Map<Variable, number>} */
	const indexes = new Map();
	/** @type {Map<Node | Variable, number>} */
	const imports = new Map();
	for (const [index, { variable, node }] of roots.entries()) {
		if (variable) indexes.set(variable, index);
		imports.set(variable ?? node, index);
	}
	const isData = (/** @type {number} */ index) =>
		/\.json$/.test(roots[index]?.fact.specifier ?? '');
	return { indexes, imports, isData };
}

/** @param {Effect} effect @returns {boolean} */
const changesGlobal = (effect) => 'changes' in effect && effect.changes !== undefined;

/** @param {Tracker} tracker @param {View} view @returns {HolderFact[]} variables that a worker imports again, or gets of what it requires */
function findHolders({ holders }, { parents }) {
	return [...holders].flatMap(([variable, targets]) => {
		if (!variable.isTopLevel || !importOf(variable, parents)) return [];
		return targets.flatMap(({ origin }) =>
			origin.kind === 'import'
				? [{ name: variable.name, import: origin.import, path: origin.path }]
				: [],
		);
	});
}

/** @param {number | undefined} index of an import; none when it is no module that may matter @returns {ValueFact} */
const ofRoot = (index) =>
	index === undefined
		? { kind: 'other', local: null }
		: { kind: 'import', import: index, path: [] };

/** What waits for a promise is right whatever it is of, and whole modules that are exported again are followed. @param {UseFact} use @param {Set<number>} passedOn @returns {boolean} */
const mayMatter = ({ rule, of, goesOn, awaitedBy }, passedOn) => {
	if (rule !== 'escape' || of.kind !== 'import' || of.path.length > 0)
		return rule !== 'promise' || (goesOn ?? awaitedBy) !== undefined;
	return !passedOn.has(of.import);
};

/** @param {string} name @param {ValueFact} value @returns {number[]} imports that are exported as a whole: `export *`, `{ ...lib }` */
function wholeImports(name, value) {
	if (value.kind === 'import') return name === '*' && value.path.length === 0 ? [value.import] : [];
	if (value.kind !== 'object') return [];
	return [
		// What a class inherits from is not exported with it.
		...(value.code === undefined ? value.spreads : []).flatMap((one) => wholeImports('*', one)),
		...Object.values(value.properties).flatMap((one) => wholeImports('', one)),
	];
}

/** What an expression that is exported holds goes by the name of the export. @param {ValueFact} value @param {string} local @returns {ValueFact} */
const named = (value, local) =>
	(value.kind === 'other' || value.kind === 'object') && value.local === null
		? { ...value, local }
		: value;

/** @param {Tracker} tracker @param {Node} node `exports` @returns {boolean} its properties are used; it is not given new ones */
function isRead(tracker, node) {
	const { child, parent } = tracker.outermost(node);
	if (isCall(parent)) return !/^Object\.|__exportStar$/.test(dottedName(parent.callee) ?? '');
	const isPart = isMember(parent) && parent.object === child;
	const place = isPart ? tracker.outermost(parent) : { child, parent };
	return place.parent.type !== 'AssignmentExpression' || place.parent.left !== place.child;
}

/** @param {Node} node `exports`, `module.exports` @returns {Root} */
const selfRoot = (node) => ({
	fact: { ...spanOf(node), specifier: null, name: '*', how: 'require', isLazy: true },
	node,
	variable: null,
	gives: 'expression',
});

/** @param {Root} root @param {readonly string[] | undefined} specifiers of the modules that may matter @param {string} source @returns {boolean} */
const mayLead = ({ fact, variable }, specifiers, source) =>
	fact.isPattern ||
	(specifiers?.includes(String(fact.specifier)) ?? true) ||
	(variable !== null && mayChange(variable.name, source));

/** @param {Tracker} tracker @param {Root} root @param {number} index */
function trackImport(tracker, { fact, node, variable, gives }, index) {
	const name = variable?.name ?? fact.specifier ?? 'exports';
	/** @type {Target} */
	const target = {
		name,
		isAsync: false,
		callback: null,
		node: null,
		origin: { kind: 'import', import: index, path: [] },
	};
	if (gives === 'promise') tracker.promise(target, node);
	else if (gives === 'expression') tracker.value(target, node);
	else if (variable) tracker.variable(target, variable);
}

/**
 * Take each function that uses something and cannot wait for it as a callee too, until no new one turns up.
 *
 * @param {Tracker} tracker
 * @param {CallSite[]} own uses of the module's own units
 * @param {{ units: Map<Node, number>, view: View }} context
 * @returns {{ functions: Map<Node, number>, facts: FunctionFact[] }}
 */
function trackFunctions(tracker, own, { units, view }) {
	/** @type {Map<Node, number>} */
	const functions = new Map();
	/** @type {FunctionFact[]} */
	const facts = [];
	/** @param {Use<any>} use */
	const visit = ({ node, rule }) => {
		const { fn } = functionAround(node, tracker.parents);
		const isHeldUp = rule === 'sync' || rule === 'dropped';
		if (!isHeldUp || !fn || fn.async || functions.has(fn)) return;
		functions.set(fn, facts.length);
		const unit = units.get(fn) ?? null;
		const fact = { ...describeFunction(fn, view), unit };
		facts.push(fact);
		const obstacle = trackFunction(tracker, fn, facts.length - 1);
		fact.obstacle ??= obstacle;
	};
	own.forEach(visit);
	for (let at = 0; at < tracker.uses.length; at++)
		visit(/** @type {Use<any>} */ (tracker.uses[at]));
	return { functions, facts };
}

/** @param {Tracker} tracker @param {Node} fn @param {number} index @returns {string | null} why its callers are not all known */
function trackFunction(tracker, fn, index) {
	/** @type {Target} */
	const target = {
		name: nameOf(fn, tracker.parents) ?? 'this function',
		isAsync: false,
		callback: null,
		node: null,
		origin: { kind: 'function', function: index },
	};
	const { child, parent } = tracker.outermost(fn);
	const isDeclarator = parent.type === 'VariableDeclarator' && parent.init === child;
	const ids = [fn.id, isDeclarator ? parent.id : null].filter((id) => id?.type === 'Identifier');
	let isNamed = false;
	for (const id of ids) {
		const variable = tracker.declaredBy(id);
		if (!variable) continue;
		if (variable.isReassigned || variable.declarations.length > 1) return 'it is assigned to';
		if (variable.kind !== 'function-name') isNamed = true;
		tracker.variable(target, variable);
	}
	if (isNamed) return null;
	const holder = tracker.holderOf(fn);
	if (holder) tracker.held(target, holder.variable, holder.name);
	return holder || isExportedInPlace(fn, tracker) ? null : 'it is written where it is used';
}

/** @param {UseFact} left @param {UseFact} right @returns {number} */
const byPosition = (left, right) =>
	left.start.line - right.start.line || left.start.column - right.start.column;
