/** @import { CompileOptions, Node } from '../../types.js' */
/** @import { Imported } from '../../ir/effect-analysis.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Analysed, CallSite, Discovered, Fragment, Receiver, Sites, Unit, UnitUse } from '../../ir/module.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Asking, Changed, MarkedCall } from './in-out.js' */
/** @import { Reference } from '../../ast/scope.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
import { extended } from '../../ast/records.js';
import { referencesWithin } from '../../ast/references.js';
import { findCallSites } from './call-sites.js';
import { analyseEffects } from '../../ir/initialisations.js';
import { readMakers } from '../../ir/import-makers.js';
import { readPackages } from '../../knowledge/package-facts.js';
import { readSetUps } from '../../ir/import-set-ups.js';
import { usesOfThis } from '../../ir/receiver.js';
import { cutFragments, fragmentAt } from './fragments.js';
import { assignedLater, indexSites } from './sites.js';
import { findReceiver } from './receiver.js';
import { isInOut } from '../../ir/in-out.js';
import { callsHere, changedArguments, handedOnAt, inOutOf } from './in-out.js';
import { runAtOnce } from './at-once.js';
import { RunningHere } from './running-here.js';
import { checkUnit, reportChanged, withoutConstants } from './unit-rules.js';

/**
 * Find what each unit takes from its surroundings, what every top-level statement does, and who
 * calls the units.
 *
 * @param {Discovered} discovered
 * @param {{ options: CompileOptions, reporter: Reporter }} context
 * @returns {Analysed}
 */
export function analyse(discovered, { options, reporter }) {
	const fragments = cutFragments(discovered);
	const imported = {
		makers: readMakers(options.linked?.makers ?? []),
		packages: readPackages(options.linked?.packages ?? []),
		setUps: readSetUps(options.linked?.setUps ?? []),
	};
	const { effects, sites } = analyseSites(discovered, fragments, imported);
	const running = new RunningHere(discovered.units, { effects, isHostLive: sites.isHostLive });
	/** @type {Map<Unit, UnitUse>} */
	const uses = new Map();
	const changes = new Map(discovered.units.map((unit) => [unit, changedArguments(unit, effects)]));
	for (const unit of discovered.units) {
		const references = outerReferences(unit, discovered);
		const local = reporter.forUnit({ optional: unit.isOptional });
		const checked = withoutConstants(references, discovered.resolution.parents, options.constants);
		checkUnit(unit, { discovered, effects, references: checked }, local);
		const receiver = findReceiver(unit, { discovered, effects, running }, local);
		const classes = receiver && receiver.kind !== 'data' ? [classReference(unit, receiver)] : [];
		const changed = /** @type {Changed[]} */ (changes.get(unit));
		const inOut = inOutOf(unit, changed, {
			effects,
			running,
			withThis: receiver?.isInOut === true,
		});
		const all = [...references, ...classes];
		uses.set(unit, {
			references: all,
			receiver,
			reporter: local,
			inOut,
			...hereOf(unit, { running, inOut }, options),
		});
	}
	const found = findCallSites(discovered, sites, (unit) =>
		isInOut(/** @type {UnitUse} */ (uses.get(unit))),
	);
	const { sites: callSites, here: atOnce } = runAtOnce(found, { discovered, effects, running });
	const asking = askingOf(changes, uses, { effects, sites, options });
	const { marked, waits } = callsHere(asking, { sites: callSites, effects, running, atOnce });
	for (const { unit, handedOn, isOutside } of asking)
		if (handedOn || isOutside)
			Object.assign(/** @type {UnitUse} */ (uses.get(unit)), { runsHere: true, isHandedOn: true });
	const here = runHere(marked, uses, running);
	const globals = globalsByFragment(discovered, fragments);
	return extended(discovered, {
		fragments,
		globals,
		effects,
		sites,
		uses,
		callSites: withoutWaits(callSites, here),
		here,
		waits,
	});
}

/**
 * @param {ReadonlyMap<Unit, Changed[]>} changes
 * @param {ReadonlyMap<Unit, UnitUse>} uses
 * @param {{ effects: EffectAnalysis, sites: Sites, options: CompileOptions }} context LP3001, LP3002 for changes that cannot come back
 * @returns {Asking[]} the units whose changes do
 */
function askingOf(changes, uses, { effects, sites, options }) {
	/** @type {Asking[]} */
	const asking = [];
	for (const [unit, changed] of changes) {
		const { inOut, receiver, reporter } = /** @type {UnitUse} */ (uses.get(unit));
		if (!inOut) reportChanged(unit, { changed, effects }, reporter);
		else {
			const isOutside = options.linked?.handedOn?.includes(unit.id) === true;
			const handedOn = handedOnAt(unit, { effects, isHostLive: sites.isHostLive });
			const withThis = receiver?.isInOut === true;
			asking.push({ unit, inOut, withThis, handedOn, isOutside, reporter });
		}
	}
	return asking;
}

/**
 * @param {ReadonlyMap<Node, MarkedCall>} marked
 * @param {Map<Unit, UnitUse>} uses gain what runs where it is called
 * @param {RunningHere} running
 * @returns {Map<Node, MarkedCall>} with the calls that units make which run where they are called
 */
function runHere(marked, uses, running) {
	const here = new Map(marked);
	/** @param {Unit} unit */
	const add = (unit) => {
		/** @type {UnitUse} */ (uses.get(unit)).runsHere = true;
	};
	for (const { units, isHere } of marked.values()) if (isHere) units.forEach(add);
	const units = [...uses].flatMap(([unit, { runsHere }]) => (runsHere ? unit : []));
	for (const [call, unit] of running.callsIn(units)) {
		add(unit);
		here.set(call, { units: [unit], isHere: true });
	}
	return here;
}

/** @param {Unit} unit @param {{ running: RunningHere, inOut: UnitUse['inOut'] }} found @param {CompileOptions} options @returns {Pick<UnitUse, 'mayRunHere' | 'runsHere' | 'isHandedOn'>} as far as other files need it */
const hereOf = (unit, { running, inOut }, { linked }) => ({
	mayRunHere: running.may(unit),
	// A call with functions that it can do without does.
	runsHere:
		linked?.runHere?.includes(unit.id) === true || (inOut !== null && unit.functions.length > 0),
	isHandedOn: false,
});

/** @param {CallSite[]} sites @param {Analysed['here']} here @returns {CallSite[]} a call that runs here gives its value at once */
const withoutWaits = (sites, here) =>
	sites.map((one) => (here.get(one.node)?.isHere ? { ...one, action: 'leave' } : one));

/** @param {Discovered} discovered @param {Fragment[]} fragments @param {Imported} imported @returns {Pick<Analysed, 'effects' | 'sites'>} */
function analyseSites(discovered, fragments, imported) {
	const units = new Set(discovered.units.map((unit) => unit.node));
	/** @type {Map<EffectAnalysis, Sites>} */
	const found = new Map();
	/** @param {EffectAnalysis} effects */
	const sitesBy = (effects) => {
		const sites = found.get(effects) ?? indexSites(discovered, fragments, effects);
		found.set(effects, sites);
		return sites;
	};
	const searches = [
		// A change that the text shows decides before the module is searched for all others.
		(/** @type {Variable} */ variable, /** @type {EffectAnalysis} */ current) =>
			assignedLater(variable, discovered, current),
		(/** @type {Variable} */ variable, /** @type {EffectAnalysis} */ current) =>
			(sitesBy(current).later.get(variable) ?? []).map(({ node }) => node),
	];
	const effects = analyseEffects(discovered.resolution, units, searches, imported);
	return { effects, sites: sitesBy(effects) };
}

/**
 * `this` needs its class as if the unit named it.
 *
 * @param {Unit} unit
 * @param {Exclude<Receiver, { kind: 'data' }>} receiver
 * @returns {Reference}
 */
const classReference = ({ node }, { kind, variable }) => ({
	node: usesOfThis(node)[0] ?? node,
	name: variable.name,
	variable,
	role: 'read',
	scope: variable.scope,
	implicit: true,
	why: kind === 'class' ? 'the class that `this` is' : 'the class of `this`',
});

/**
 * @param {Unit} unit
 * @param {Discovered} discovered
 * @returns {Reference[]} in the unit, to anything outside it
 */
function outerReferences({ node }, { resolution }) {
	const scope = /** @type {import('../../ast/scope.js').Scope} */ (resolution.scopes.get(node));
	// The stub keeps the decorators of parameters.
	const decorators = node.params.flatMap((/** @type {Node} */ one) => one.decorators ?? []);
	return referencesWithin(resolution.references, node).filter(
		(one) =>
			!decorators.some(
				(/** @type {Node} */ decorator) =>
					decorator.start <= one.node.start && one.node.end <= decorator.end,
			) &&
			one.scope.isWithin(scope) &&
			!one.variable?.scope.isWithin(scope) &&
			!(one.variable?.kind === 'function-name' && one.variable.declarations[0]?.node === node),
	);
}

/**
 * @param {Discovered} discovered
 * @param {Fragment[]} fragments
 * @returns {Map<Fragment, Reference[]>} the references of each fragment that no declaration answers
 */
function globalsByFragment({ resolution }, fragments) {
	/** @type {Map<Fragment, Reference[]>} */
	const found = new Map();
	for (const reference of resolution.references) {
		const fragment = reference.variable ? undefined : fragmentAt(fragments, reference.node.start);
		if (fragment) found.set(fragment, [...(found.get(fragment) ?? []), reference]);
	}
	return found;
}
