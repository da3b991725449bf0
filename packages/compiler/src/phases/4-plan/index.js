/** @import { Analysed, Capture, ExportedState, Fragment, Local, Planned, Receiver, SharedClass, SliceEntry, Unit, UnitPlan, UnitUse } from '../../ir/module.js' */
/** @import { CompileOptions, Linked, Node } from '../../types.js' */
/** @import { Reference, Variable } from '../../ast/scope.js' */
/** @import { Report, Reporter, UnitReporter } from '../../diagnostics/reporter.js' */
/** @import { ObjectsFor } from './argument-objects.js' */
/** @import { Origin } from './closure.js' */
/** @import { LocalPlan } from './locals.js' */
import { allGeneral, findGemAccess, NO_ACCESS } from '../../ir/gem-access/index.js';
import { hostCode } from '../../ir/host-code.js';
import { codeOfWorker } from '../../ir/worker-code.js';
import { shadowedCapture } from '../../diagnostics/codes.js';
import { accessFromStub } from '../../ir/shadowing.js';
import { reportBeforeRun } from './before-run.js';
import { addChecks } from './checks.js';
import { Channels } from './channels.js';
import { Closure } from './closure.js';
import { seesExports } from './exports.js';
import { createReporter } from '../../diagnostics/reporter.js';
import { findArgumentClasses } from './argument-classes.js';
import { findClasses } from './classes.js';
import { findIdentities, identitiesOfOthers } from './identities.js';
import { findGlobalChanges, isTouched, pathUsed } from './global-changes.js';
import { checkComparedArguments, findArgumentObjects } from './argument-objects.js';
import { checkComparedResults } from './compared-results.js';
import { checkResults } from './results.js';
import { checkGemTypes } from './gem-types.js';
import { reportEffectImports } from './effect-imports.js';
import { checkLocals, planLocals, reportIncomplete, workerRegions } from './locals.js';
import { isSent } from '../../ir/sent.js';
import { pragmaOf } from './pragmas.js';
import { staysOnHost } from './stays-on-host.js';
import { checkTiming } from './timing.js';
import { readsWhileRunning } from './travels.js';
import { WorkerCode } from './worker-code.js';

/**
 * Choose a channel for every capture, and the least set of top-level statements that the units need.
 *
 * A `try_` unit that cannot be lowered is left out, and the rest is planned again: its code then
 * runs on the host, which may change what the others see.
 *
 * @param {Analysed} analysed
 * @param {{ reporter: Reporter, options: CompileOptions }} context reports LP2xxx to LP6xxx about what units need
 * @returns {Planned}
 */
export function plan(analysed, { reporter, options }) {
	const linked = { ...NOT_LINKED, ...options.linked };
	let units = analysed.units.filter(
		(unit) =>
			!analysed.uses.get(unit)?.reporter.refused() &&
			!(unit.isOptional && staysOnHost(unit, analysed, { reporter, options })),
	);
	const begun = units;
	for (;;) {
		const { closures, locals } = closeWithExtras(units, analysed, linked);
		const lowerable = units.filter((unit) => !closures.get(unit)?.reporter.refused());
		if (lowerable.length === units.length) {
			for (const site of analysed.callSites) {
				if (units.includes(site.unit)) site.diagnose?.(reporter);
			}
			const assembled = assemble(analysed, { units, linked }, closures, locals);
			const planned = reporter.hasErrors()
				? assembled
				: { ...assembled, plans: addChecks(assembled, closures, linked) };
			if (units.length > 0) {
				reportEffectImports(planned, reporter);
				checkGemTypes(planned, reporter);
				checkResults(planned, reporter);
				checkComparedResults(planned, reporter, closures);
				checkComparedArguments(planned, reporter);
				reportBeforeRun(planned, reporter);
			}
			reportTheRest({ units, begun }, analysed, { reporter, linked });
			return { ...planned, gemAccess: gemAccessOf(planned, options) };
		}
		units = lowerable;
	}
}

/**
 * What else is wrong with units that are refused already: whoever corrects them learns of all of it at once.
 *
 * @param {{ units: Unit[], begun: Unit[] }} plan `units`: those that are not refused; `begun`: with those that planning has refused
 * @param {Analysed} analysed
 * @param {{ reporter: Reporter, linked: Linked }} context
 */
function reportTheRest({ units, begun }, analysed, { reporter, linked }) {
	const refused = analysed.units.filter((unit) => !unit.isOptional && !units.includes(unit));
	const unplanned = refused.filter((unit) => !begun.includes(unit) && analysed.uses.has(unit));
	if (unplanned.length > 0) closeWithExtras(unplanned, analysed, linked);
	for (const site of analysed.callSites) if (refused.includes(site.unit)) site.diagnose?.(reporter);
}

/** What a file that is compiled alone knows of the others. @type {Linked} */
const NOT_LINKED = Object.freeze({
	...{ snapshots: [], repeats: [], inline: [], makers: [], setUps: [], packages: [] },
	...{ shown: [], inside: [], compared: [], host: [], typed: [] },
	...{ privates: [], asked: [], identities: [] },
});

/** @param {Planned} planned @param {CompileOptions} options @returns {Planned['gemAccess']} */
function gemAccessOf(planned, { gems }) {
	const { effects: analysis, source } = planned;
	const host = hostCode(planned);
	const found = {
		worker: findGemAccess(codeOfWorker(planned), { analysis, source }),
		host: findGemAccess(host.code, { analysis, source, ...host }),
	};
	if (gems !== 'general') return found;
	return { worker: allGeneral(found.worker), host: allGeneral(found.host) };
}

/** @typedef {Map<Unit, LocalPlan>} LocalPlans */

/**
 * Plan units, with the classes that they can make use of and do without: those that bring no diagnostic of their own.
 *
 * @param {Unit[]} units
 * @param {Analysed} analysed
 * @param {Linked} linked
 * @returns {ReturnType<typeof closeUnits>}
 */
function closeWithExtras(units, analysed, linked) {
	const locals = new Map(units.map((unit) => [unit, planLocals(unit, analysed)]));
	const objects = findArgumentObjects(analysed);
	const classes = findArgumentClasses(analysed, reachableCode(locals, analysed), linked.host);
	const found = [...classes, ...objects.keys()];
	const close = (/** @type {Reference[]} */ extras, /** @type {ReporterOf} */ reporterOf) =>
		closeUnits(units, analysed, { extras, objects, linked, reporterOf });
	const ofUnit = (/** @type {Unit} */ unit) =>
		/** @type {UnitUse} */ (analysed.uses.get(unit)).reporter;
	if (found.length === 0) return close([], ofUnit);
	const tryWith = oncePerList((extras) => {
		// What a trial tells is told again when it is accepted: until then, no line and column is looked up.
		const scratch = createReporter({ filename: analysed.filename, source: '' });
		/** @type {Told[]} */
		const reports = [];
		const closed = close(extras, (unit) => recording(scratch, unit, reports));
		return { ...closed, reports };
	});
	/** @typedef {ReturnType<typeof tryWith>} Trial */
	/** Each trial plans all units: one that is accepted is the plan. @param {Trial} trial */
	const accept = ({ closures, locals, reports }) => {
		for (const [unit, closure] of closures)
			closure.reporter = ofUnit(unit).forUnit({ optional: unit.isOptional });
		for (const { unit, report } of reports) closures.get(unit)?.reporter.report(report);
		return { closures, locals };
	};
	const all = tryWith(found);
	if (all.reports.length === 0) return accept(all);
	/** Of most files nothing is told without the classes: then all reports are of these, and no plan without any is needed. @param {Reference[]} extras @param {Trial} trial of them @returns {Trial | null} a trial of those that no report names, of which nothing is told */
	const quietOf = (extras, trial) => {
		if (trial.reports.length === 0) return trial;
		const unnamed = unnamedBy(
			trial.reports.map(({ report }) => report),
			extras,
		);
		const isLess = unnamed.length > 0 && unnamed.length < extras.length;
		return isLess ? quietOf(unnamed, tryWith(unnamed)) : null;
	};
	const quiet = quietOf(found, all);
	if (quiet) return accept(quiet);
	const none = tryWith([]);
	/** @param {Trial} trial @returns {Report[]} */
	const addedBy = ({ reports }) =>
		reports.flatMap(({ report }) =>
			none.reports.some((one) => isSame(one.report, report)) ? [] : report,
		);
	/** Those that a report names lead to it: each trial costs as much as the plan. @param {Reference[]} extras @param {Trial} trial of them @returns {Trial} of those without which nothing more is told */
	const harmlessOf = (extras, trial) => {
		const added = addedBy(trial);
		if (added.length === 0) return trial;
		const unnamed = unnamedBy(added, extras);
		if (unnamed.length < extras.length) return harmlessOf(unnamed, tryWith(unnamed));
		const harmless = halvesOf(extras);
		return harmless.length === 0 ? none : tryWith(harmless);
	};
	/** Halves: few classes of a file are not harmless. @param {Reference[]} extras @returns {Reference[]} */
	const halvesOf = (extras) => {
		if (extras.length < 2) return [];
		const half = extras.length >> 1;
		return [extras.slice(0, half), extras.slice(half)].flatMap((part) =>
			addedBy(tryWith(part)).length === 0 ? part : halvesOf(part),
		);
	};
	return accept(harmlessOf(found, all));
}

/** @template T @param {(extras: Reference[]) => T} run @returns {(extras: Reference[]) => T} the same, which runs once for each list */
function oncePerList(run) {
	/** @type {Map<string, T>} */
	const known = new Map();
	return (extras) => {
		const key = extras.map(({ node }) => node.start).join();
		const result = known.get(key) ?? run(extras);
		known.set(key, result);
		return result;
	};
}

/** @param {Report[]} reports @param {Reference[]} extras @returns {Reference[]} those that no report names as what leads to it */
function unnamedBy(reports, extras) {
	const places = new Set(reports.flatMap(({ related }) => related.map(({ place }) => place)));
	return extras.filter(({ node }) => !places.has(node));
}

/** @param {Report} one @param {Report} other @returns {boolean} the same fact of the same place */
const isSame = (one, other) =>
	one.code === other.code && one.place === other.place && one.message === other.message;

/** What a trial has told of a unit. @typedef {{ unit: Unit, report: Report }} Told */

/** @typedef {(unit: Unit) => Reporter} ReporterOf */

/** @param {Reporter} scratch @param {Unit} unit @param {Told[]} reports gains what is reported @returns {Reporter} */
const recording = (scratch, unit, reports) => ({
	...scratch,
	forUnit(options) {
		const view = scratch.forUnit(options);
		const report = (/** @type {Report} */ one) => {
			reports.push({ unit, report: one });
			view.report(one);
		};
		return { ...view, report };
	},
});

/**
 * @param {Unit[]} units
 * @param {Analysed} analysed
 * @param {{ extras: Reference[], objects: ObjectsFor, linked: Linked, reporterOf: ReporterOf }} setting
 * @returns {{ closures: Map<Unit, Closure>, locals: LocalPlans }}
 */
function closeUnits(units, analysed, { extras, objects, linked, reporterOf }) {
	const classes = extras.filter((one) => !objects.has(one));
	/** @param {Unit} unit @returns {LocalPlan} */
	const planOf = (unit) => {
		const { references, ...rest } = planLocals(unit, analysed);
		return { ...rest, references: [...references, ...classes] };
	};
	const locals = new Map(units.map((unit) => [unit, planOf(unit)]));
	/** @param {Unit} unit */
	const objectsOf = (unit) => extras.filter((one) => objects.get(one)?.has(unit));
	const withObjects = [...locals].map(([unit, plan]) => {
		const references = [...plan.references, ...objectsOf(unit)];
		return /** @type {const} */ ([unit, { ...plan, references }]);
	});
	const worker = new WorkerCode(reachableCode(new Map(withObjects), analysed), analysed);
	const channels = new Channels(analysed, worker, linked);
	/** @type {Map<Unit, Closure>} */
	const closures = new Map();
	for (const [unit, plan] of locals) {
		const { references } = /** @type {UnitUse} */ (analysed.uses.get(unit));
		const view = reporterOf(unit).forUnit({ optional: unit.isOptional });
		checkLocals(unit, plan, analysed, view);
		const closure = new Closure(unit, analysed, channels, view);
		closure.run(references, plan);
		closure.add(objectsOf(unit));
		checkSentReads(unit, plan, closure, view);
		const variables = snapshotsOf(closure, plan.locals);
		const { unready } = plan;
		const sent = { variables, unready, isWorkerCode: channels.isWorkerCode };
		closure.lateReads = checkTiming(closure, sent, view);
		for (const variable of variables) {
			if (accessFromStub(unit, variable, analysed.resolution).by !== 'nothing') continue;
			const declared = {
				message: `\`${variable.name}\` is declared here`,
				place: variable.declarations[0]?.id,
			};
			shadowedCapture(view, unit.node, { unit: unit.name, name: variable.name }, [declared]);
		}
		closures.set(unit, closure);
	}
	return { closures, locals };
}

/** What a statement reads of the module while it completes something may be another at the call, if it is sent then. @param {Unit} unit @param {LocalPlan} plan @param {Closure} closure @param {UnitReporter} reporter */
function checkSentReads(unit, { locals, statements }, { analysed, channels }, reporter) {
	const made = locals.flatMap(({ channel, node }) => (channel === 'move' && node ? [node] : []));
	const filled = statements.flatMap(({ node, property }) => (property ? [] : [node]));
	for (const node of [...made, ...filled]) {
		for (const { node: place, variable } of readsWhileRunning(node, analysed.effects)) {
			if (!variable.isTopLevel || !isSent(channels.of(variable).channel)) continue;
			const reason = `it reads \`${variable.name}\`, which may have changed when \`${unit.name}\` is called`;
			const remedy = `put what it reads of \`${variable.name}\` into a constant in front of it`;
			reportIncomplete(unit, { variable, node: place, reason, remedy }, reporter);
			break;
		}
	}
}

/**
 * All code that may run in a worker, before any capture is taken as a snapshot: the units, and the
 * functions and classes that they reach by name. The functions that the file puts into globals are reached by the names of these.
 *
 * @param {LocalPlans} locals
 * @param {Analysed} analysed
 * @returns {Node[]}
 */
function reachableCode(locals, analysed) {
	const { fragments, globals, resolution, uses } = analysed;
	const changes = findGlobalChanges(analysed);
	/** @type {Map<Variable, Fragment[]>} */
	const definitions = new Map();
	for (const fragment of fragments) {
		for (const one of fragment.defines) {
			definitions.set(one, [...(definitions.get(one) ?? []), fragment]);
		}
	}
	/** @type {Set<Fragment>} */
	const reached = new Set();
	/** @param {Reference[]} references */
	const reach = (references) => {
		for (const { variable } of references) {
			for (const fragment of (variable && definitions.get(variable)) ?? []) reached.add(fragment);
		}
		if (changes.length === 0) return;
		for (const { variable, node } of references) {
			const used = variable ? undefined : pathUsed(node, resolution.parents);
			for (const change of changes)
				if (used !== undefined && isTouched(change, used)) reached.add(change.fragment);
		}
	};
	for (const change of changes) if (isTouched(change, null)) reached.add(change.fragment);
	for (const [unit, plan] of locals)
		reach([...(uses.get(unit)?.references ?? []), ...plan.references]);
	// A Set grows while it is walked.
	for (const fragment of reached) reach([...fragment.references, ...(globals.get(fragment) ?? [])]);
	const moved = [...locals].flatMap(([unit, plan]) => workerRegions(unit, plan));
	return [...moved, ...[...reached].map((fragment) => fragment.node)];
}

/**
 * @param {Analysed} analysed
 * @param {{ units: Unit[], linked: Linked }} asked
 * @param {Map<Unit, Closure>} closures
 * @param {LocalPlans} locals
 * @returns {Planned}
 */
function assemble(analysed, { units, linked }, closures, locals) {
	/** @type {Map<Fragment, Origin>} */
	const kept = new Map();
	/** @type {Set<Variable>} */
	const imports = new Set();
	/** @type {Set<Variable>} */
	const moduleSnapshots = new Set();
	/** @type {UnitPlan[]} */
	const plans = [];
	/** @type {ExportedState[]} */
	const exportedStates = [];
	for (const [unit, closure] of closures) {
		for (const [fragment, origin] of closure.kept)
			if (!kept.has(fragment)) kept.set(fragment, origin);
		const moved = /** @type {LocalPlan} */ (locals.get(unit));
		const snapshots = snapshotsOf(closure, moved.locals);
		for (const variable of snapshots) if (variable.isTopLevel) moduleSnapshots.add(variable);
		for (const variable of closure.needed.keys()) {
			if (closure.channels.of(variable).channel === 'import') imports.add(variable);
		}
		exportedStates.push(...findExportedStates(unit, closure));
		const receiver = analysed.uses.get(unit)?.receiver ?? null;
		plans.push({
			unit,
			captures: [...receiverCapture(receiver), ...moved.captures, ...closure.captures],
			receiver,
			slice: [...closure.kept.keys()]
				.sort((one, other) => one.index - other.index)
				.map((fragment) => ({ fragment, uses: closure.usesOf(fragment) })),
			locals: moved.locals,
			statements: moved.statements,
			unready: moved.unready,
			snapshots,
			lateReads: closure.lateReads,
		});
	}
	const slice = analysed.fragments.map((fragment) =>
		describe(fragment, kept.get(fragment), units.length > 0),
	);
	const [closure] = closures.values();
	const snapshotParts = new Map(
		[...moduleSnapshots].map((one) => [one, closure?.channels.partsSent(one) ?? []]),
	);
	const sent = { imports, moduleSnapshots: [...moduleSnapshots], snapshotParts, exportedStates };
	const areExportsSeen = seesExports([...kept.keys()], analysed);
	const others = identitiesOfOthers(linked.identities, plans, analysed.effects);
	const planned = { ...analysed, plans, slice, ...sent, areExportsSeen, others };
	const gemAccess = { worker: NO_ACCESS, host: NO_ACCESS };
	const classes = findClasses({ ...planned, gemAccess }, linked);
	const own = identitiesOf(planned, closures, classes);
	return {
		...planned,
		gemAccess,
		classes: [...classes, ...own.classes],
		others: [...others, ...own.exports],
	};
}

/** @param {Pick<Planned, 'effects' | 'resolution' | 'plans'>} planned @param {Map<Unit, Closure>} closures @param {SharedClass[]} classes @returns {ReturnType<typeof findIdentities>} */
function identitiesOf(planned, closures, classes) {
	const [first] = closures.values();
	if (!first) return { classes: [], exports: [] };
	const all = [...closures.values()];
	const needed = new Set(all.flatMap((one) => [...one.needed.keys()]));
	const exported = new Set(all.flatMap((one) => one.exports.madeBy([...one.kept.keys()])));
	return findIdentities(planned, { channels: first.channels, needed, exported, classes });
}

/** What LP2015 was reported of, and classes, which other modules rarely change. @param {Unit} unit @param {Closure} closure @returns {ExportedState[]} */
function findExportedStates(unit, closure) {
	return [...closure.needed].flatMap(([variable, origin]) =>
		closure.channels.exportedAs(variable).map((node) => {
			const used = { message: `\`${variable.name}\` is used here`, place: origin.node };
			return { variable, unit, node, related: [...closure.trace(origin), used] };
		}),
	);
}

/** @param {Receiver | null} receiver @returns {Capture[]} */
function receiverCapture(receiver) {
	if (!receiver) return [];
	return [{ variable: null, name: 'this', channel: 'receiver', reason: howItCrosses(receiver) }];
}

/** @param {Receiver} receiver @returns {string} */
function howItCrosses(receiver) {
	if (receiver.kind === 'data') {
		const names = receiver.keys.map((key) => `\`${key}\``).join(', ');
		return `its ${names} cross${receiver.keys.length > 1 ? '' : 'es'} with the arguments`;
	}
	const { name } = receiver.variable;
	return receiver.kind === 'class'
		? `\`${name}\` of the worker module, or the subclass of it that the host calls it on`
		: `its own data crosses with the arguments, and is an instance of \`${name}\` again`;
}

/** What the host sends at each call: of enclosing functions, then of the module. @param {Closure} closure @param {Local[]} locals @returns {Variable[]} */
const snapshotsOf = (closure, locals) => [
	...locals.flatMap(({ channel, variable, guard }) =>
		isSent(channel) ? [variable] : guard ? [guard] : [],
	),
	...[...closure.needed.keys()].filter((one) => isSent(closure.channels.of(one).channel)),
];

/** @param {Fragment} fragment @param {Origin | undefined} origin @param {boolean} hasUnits @returns {SliceEntry} */
function describe(fragment, origin, hasUnits) {
	if (pragmaOf(fragment) === 'keep' && hasUnits)
		return { fragment, kept: true, reason: 'asked for by a comment' };
	if (origin) {
		const isUnit =
			origin.by === null &&
			fragment.node.start <= origin.node.start &&
			origin.node.end <= fragment.node.end;
		return { fragment, kept: true, reason: isUnit ? 'annotated' : `needed for \`${origin.name}\`` };
	}
	return { fragment, kept: false, reason: whyDropped(fragment) };
}

/** @param {Fragment} fragment @returns {string} */
function whyDropped({ kind, statement }) {
	if (kind === 'type') return 'a type: nothing at run time';
	if (kind === 'export-list') return 'exports stay with the host module';
	if (kind === 'import' && statement.specifiers?.length === 0)
		return 'imported for its effects, which the host has had';
	return kind === 'statement' ? 'nothing that the units need depends on it' : 'no unit needs it';
}
