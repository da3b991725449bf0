/** @import { LinkReporter } from './link-reporter.js' */
/** @import { FlowSpan } from '../ir/flow.js' */
/** @import { ModuleSummary, Span } from '../ir/summary.js' */
/** @import { RelatedPlace, Reporter } from '../diagnostics/reporter.js' */
/** @import { Access, Context } from './heap/context.js' */
/** @import { Cell } from './cells.js' */
/** @import { HostChanges } from './host-changes.js' */
/** @import { Needs } from './needs.js' */
/** @import { Program } from './program.js' */
/** @import { PlacedCode, Reached } from './reach.js' */
import { importedState } from '../diagnostics/codes.js';
import { GLOBAL_ROOT } from '../knowledge/globals.js';
import { cellsOf, overlaps } from './cells.js';
import { closedOverBelow, compareStates } from './compare-states.js';
import { globalKey } from './effect-imports.js';
import { Heap } from './heap/heap.js';
import { MentionedFunctions } from './heap/mentioned-functions.js';
import { Mentions } from './heap/mentions.js';
import { NOTHING } from './heap/values.js';
import { changesOf, readsIn } from './host-changes.js';
import { hostRoots, withLaterImports } from './host-roots.js';
import { keyOf, unitsOf } from './imported-states.js';
import { placeOf, titleOf } from './places.js';
import { reach } from './reach.js';

/** Of an access: the root whose object it is, and the path to the part. @typedef {Access & { label: import('./heap/values.js').Label, path: string[] }} Placed */

/** `own`: the worker module, which stands for its file (`workerModules`). @typedef {{ module: ModuleSummary, own: ModuleSummary, unit: ModuleSummary['units'][number], reads: Placed[], writes: Placed[] }} Judged */

/** `remembered`: keys of roots that workers fill with what they can compute again; `madeOnce`: that get their value at its first use. @typedef {{ all: Judged[], remembered: Set<string>, madeOnce: Set<string> }} Units */

/** What other rules know of places. @typedef {Map<string, Cell[]>} Cells */

/** What a context of the host does, and the module that starts it when it loads; null for what only code outside calls. @typedef {{ load: ModuleSummary | null, reads: Placed[], writes: Placed[] }} HostAccesses */

/**
 * Judge state that no name of a module leads to: private members of its instances, variables that closures share, and what its
 * functions give out. Where a unit reads a part of such an object that lives as long as its module, and the host changes the part in
 * its own instance of the module, the unit would not see that; and what a unit changes, the host and other threads would not see.
 *
 * Objects that a unit makes itself are no state of a module. What the compiler and the other rules of a link have told of, or have
 * found to make no difference, is left to them.
 *
 * @param {Program} program
 * @param {{ reporter: LinkReporter, needs: Needs, changes: HostChanges, told: ReadonlySet<string>, globals: ReadonlySet<string> }} context reports LP2022; `told`: keys of
 *   what was reported before; `globals`: the same of globals that modules of the host change while they load
 */
export function judgeHiddenStates(program, { reporter, needs, changes, told, globals }) {
	if (program.modules.size < 2) return;
	const lowered = unitsOf(program).filter(
		({ module, code }) => module.units[Number(code.unit)]?.isLowered,
	);
	const workers = workerModules(lowered, changes);
	const run = { lowered, workers, changes };
	const { all, remembered, madeOnce } = unitsIn(program, run, { isCautious: false });
	const insideOf = closedOverBelow(program);
	lookInside(program, all, { needs, insideOf });
	const units = all.filter(({ reads, writes }) => reads.length + writes.length > 0);
	const cautious = unitsIn(program, run, { isCautious: true });
	if (units.length === 0 && cautious.all.every(({ reads }) => reads.length === 0)) return;
	const only = new Set(
		units.flatMap((one) => [...one.reads, ...one.writes].map(({ label }) => label.key)),
	);
	const host = units.length > 0 ? hostAccesses(program, only) : [];
	const changed = new Set(units.flatMap((one) => one.writes.map(({ label }) => label.key)));
	for (const key of cautious.remembered) remembered.add(key);
	for (const key of cautious.madeOnce) madeOnce.add(key);
	const readers = all.map((one, index) => {
		const isTold = judgeUnit(program, one, { host, units, reporter, changes, told, globals });
		const reads = [...one.reads, ...(cautious.all[index]?.reads ?? [])];
		const left = reads.filter(
			({ label }) => !isTold(label) && !changed.has(label.key) && !remembered.has(label.key),
		);
		return { module: one.module, own: one.own, unit: one.unit.id, reads: left };
	});
	compareStates(program, readers, { needs, insideOf, isLate: ({ key }) => madeOnce.has(key) });
}

/** What a unit's file imports is compared, and closures in it. @param {Program} program @param {Judged[]} units @param {{ needs: Needs, insideOf: ReturnType<typeof closedOverBelow> }} context */
function lookInside(program, units, { needs, insideOf }) {
	for (const { module } of units) {
		const targets = module.imports.flatMap((one) => program.moduleOf(module, one) ?? []);
		for (const target of targets) needs.lookInside(module, insideOf(target));
	}
}

/**
 * @param {Program} program
 * @param {{ lowered: PlacedCode[], workers: ReturnType<typeof workerModules>, changes: HostChanges }} run `lowered`: units
 * @param {{ isCautious: boolean }} how
 * @returns {Units}
 */
function unitsIn(program, { lowered, workers, changes }, { isCautious }) {
	const annotated = new Set(lowered.map(({ module }) => module));
	const loaded = new Set([...annotated].flatMap((module) => [module, ...changes.loadedBy(module)]));
	if (loaded.size < 2) return { all: [], remembered: new Set(), madeOnce: new Set() };
	const eager = new Set([...loaded, ...workers.values()]);
	const modules = isCautious ? withLaterImports(program, eager) : eager;
	const heap = new Heap(program, modules, { runsUnits: true, isCautious });
	const mentions = isCautious ? new Mentions(heap) : null;
	const ownOf = (/** @type {ModuleSummary} */ module) => workers.get(module) ?? module;
	const contexts = heap.solve(() =>
		lowered.map(({ module, code }) => {
			const fn = module.flow.fns.findIndex((one) => one.unit === code.unit);
			const context = fn < 0 ? null : heap.context(ownOf(module), { fn });
			if (context && mentions && heap.isSettled) {
				context.readResult();
				runMentioned(context, mentions);
			}
			return context;
		}),
	);
	const keysOf = (/** @type {Iterable<number>} */ labels) =>
		new Set([...labels].map((one) => heap.elements.labels[one]?.key ?? ''));
	const all = lowered.flatMap(({ module, code }, index) => {
		const context = contexts[index];
		const unit = /** @type {Judged['unit']} */ (module.units[Number(code.unit)]);
		return context ? [{ module, own: ownOf(module), unit, ...placed(heap, context) }] : [];
	});
	const late = heap.elements.labels.filter((one) => !eager.has(one.module)).map(({ key }) => key);
	const madeOnce = new Set([...keysOf(heap.madeOnce), ...late]);
	const running = [...contexts, ...[...modules].map((one) => heap.initial(one))];
	const remembered = keysOf(running.flatMap((one) => [...(one?.kept ?? [])]));
	return { all, remembered, madeOnce };
}

/** What a unit may come to by its text may run, too. @param {Context} context @param {Mentions} mentions */
function runMentioned(context, mentions) {
	for (const isAny of [false, true]) {
		if (isAny && !context.isLost) break;
		const found = new MentionedFunctions(mentions, { isAny }).from(context.module, context.fn);
		context.runAll(found, { self: NOTHING, span: [0, 0, 0, 0] });
	}
}

/**
 * Of a file in a cycle of imports a worker has two instances: the worker module, and the file, which other modules of the cycle import. What
 * the units use themselves is that of the worker module, and what they come to by way of an import is that of the file.
 *
 * @param {PlacedCode[]} lowered units
 * @param {HostChanges} changes
 * @returns {Map<ModuleSummary, ModuleSummary>} by file; none where workers do not load it
 */
function workerModules(lowered, changes) {
	const annotated = new Set(lowered.map(({ module }) => module));
	const twice = [...annotated].filter((module) => changes.loadedBy(module).has(module));
	return new Map(twice.map((module) => [module, { ...module }]));
}

/** @param {Program} program @param {ReadonlySet<string>} only keys of the roots that units use @returns {HostAccesses[]} */
function hostAccesses(program, only) {
	const heap = new Heap(program, program.modules.values(), { runsUnits: false, only });
	const { entries } = hostRoots(program);
	return heap.solve(() => [
		...[...program.modules.values()].map((load) => {
			const context = heap.loading(load);
			return { load, ...placed(heap, context) };
		}),
		...entries.map(({ module, code }) => {
			const index = module.live.codes.indexOf(code);
			const fn = module.flow.fns.findIndex((one) => one.code === index && index >= 0);
			return { load: null, ...placed(heap, fn < 0 ? null : heap.context(module, { fn })) };
		}),
	]);
}

/** @param {Heap} heap @param {Context | null} context @returns {{ reads: Placed[], writes: Placed[] }} */
function placed({ elements }, context) {
	/** @param {Access} access @returns {Placed[]} */
	const place = (access) => {
		const element = elements.get(access.part);
		if (element.kind !== 'part') return [];
		const label = /** @type {Placed['label']} */ (elements.labels[element.label]);
		return [{ ...access, label, path: element.path }];
	};
	return {
		reads: [...(context?.reads.values() ?? [])].flatMap(place),
		writes: [...(context?.writes.values() ?? [])].flatMap(place),
	};
}

/**
 * @param {Program} program
 * @param {Judged} judged
 * @param {{ host: HostAccesses[], units: Judged[], reporter: LinkReporter, changes: HostChanges, told: ReadonlySet<string>, globals: ReadonlySet<string> }} context
 * @returns {(label: Placed['label']) => boolean} whether something was said of a root, or its value crosses
 */
function judgeUnit(
	program,
	{ module, own, unit, reads, writes },
	{ host, units, reporter, changes, told, globals },
) {
	const loaded = changes.loadedBy(module);
	const ofHost = host.filter(({ load }) => !load || !loaded.has(load));
	const hostReads = ofHost.flatMap((one) => one.reads);
	const hostWrites = ofHost.flatMap((one) => one.writes);
	const known = knownPlaces(program, { module, unit, loaded });
	const others = units.flatMap((one) => one.reads);
	const view = reporter.ofUnit(module, unit);
	const done = new Set(told);
	const isSent = (/** @type {Placed['label']} */ label) =>
		known.sent.has(label.key) || (label.module === own && unit.sent.includes(label.local));
	/** @param {Placed} access @param {ModuleSummary} file */
	const isWithin = (access, file) => access.module === file && access.label.module === file;
	for (const { label } of [...reads, ...writes])
		if (label.local.startsWith(GLOBAL_ROOT) && globals.has(globalKey(module, label.local)))
			done.add(keyOf(unit.id, label));
	/** @param {Placed} read @param {Placed} write @param {Cells} reads that other rules judge */
	const concerns = (read, write, reads) =>
		sees(read, write) &&
		!done.has(keyOf(unit.id, read.label)) &&
		!isJudged(reads.get(placeKey(read)), known.changes.get(placeKey(write)));
	const isOfBoth = (/** @type {Placed} */ write) =>
		writes.some((one) => placeKey(one) === placeKey(write));
	for (const read of reads) {
		if (isSent(read.label)) continue;
		const isOwn = isWithin(read, own);
		const write = hostWrites.find(
			(one) =>
				concerns(read, one, known.ofUnit) && !isOfBoth(one) && !(isOwn && one.module === module),
		);
		if (!write) continue;
		done.add(keyOf(unit.id, read.label));
		report(
			view,
			{ module, unit, read, write },
			'the unit would not see what the host changes in it',
		);
	}
	for (const write of writes) {
		if (isSent(write.label)) continue;
		const isOwn = isWithin(write, own);
		/** @param {Placed[]} all @param {ModuleSummary} file */
		const find = (all, file) =>
			all.find((one) => concerns(one, write, known.reads) && !(isOwn && isWithin(one, file)));
		const byHost = find(hostReads, module);
		const read = byHost ?? find(others, own);
		if (!read) continue;
		done.add(keyOf(unit.id, read.label));
		const isOfHost = byHost && hostWrites.some((one) => sees(byHost, one));
		const what = isOfHost
			? 'neither the unit nor the host would see what the other changes in it'
			: byHost
				? 'the host would not see what the unit changes in it'
				: 'a call would not see what calls in other threads change in it';
		report(view, { module, unit, read, write }, what);
	}
	return (label) => done.has(keyOf(unit.id, label)) || isSent(label);
}

/** @param {Placed} read @param {Placed} write @returns {boolean} whether the one may see what the other changes */
function sees(read, write) {
	if (read.label.key !== write.label.key) return false;
	// Who only gets hold of a part sees that another one is there, and not what changes within it.
	if (!read.isDeep && write.path.length > read.path.length) return false;
	const length = Math.min(read.path.length, write.path.length);
	for (let at = 0; at < length; at++) {
		const [left, right] = [read.path[at], write.path[at]];
		if (left !== right && !(isComputed(left) || isComputed(right))) return false;
	}
	return true;
}

/** @param {string | undefined} name @returns {boolean} it may be any property */
const isComputed = (name) => name === '[]';

/**
 * What the other rules judge: places where state with a name is read and changed, and what crosses with each call. What modules do
 * while workers load them as well is no change of the host's to these rules: a method of a class whose instance such a module makes
 * counts as run by then, and what the host calls it for later they do not see.
 *
 * @param {Program} program
 * @param {{ module: ModuleSummary, unit: Judged['unit'], loaded: ReadonlySet<ModuleSummary> }} of `loaded`: by its workers
 */
function knownPlaces(program, { module, unit, loaded }) {
	const index = module.units.indexOf(unit);
	const code = module.live.codes.find((one) => one.unit === index);
	const { loads, entries } = hostRoots(program);
	const ofUnit = code ? reach(program, [{ module, code }]) : [];
	const ofHost = reach(program, [...loads.filter((one) => !loaded.has(one.module)), ...entries]);
	const sent = (code?.sent ?? []).flatMap((one) => cellsOf(program, module, one.import, one.path));
	const readBy = (/** @type {Reached[]} */ reached) =>
		cellsByPlace(reached.flatMap((one) => readsIn(program, one)));
	return {
		ofUnit: readBy(ofUnit),
		reads: readBy([...ofUnit, ...ofHost]),
		changes: cellsByPlace(
			[...ofUnit, ...ofHost]
				.flatMap((one) => changesOf(program, one))
				.filter(({ kind, isSure }) => kind === 'change' && isSure),
		),
		sent: new Set(sent.map((one) => one.key)),
	};
}

/** @param {{ cell: Cell, module: ModuleSummary, span: Span }[]} places @returns {Cells} */
function cellsByPlace(places) {
	/** @type {Cells} */
	const found = new Map();
	for (const { cell, module, span } of places) {
		const key = `${span.start.line}:${span.start.column} ${module.filename}`;
		const cells = found.get(key);
		if (cells) cells.push(cell);
		else found.set(key, [cell]);
	}
	return found;
}

/**
 * Whether other rules see that a change concerns a read. `app.config.level = 3` changes `app` to them, also where an accessor gives
 * what belongs to another variable.
 *
 * @param {Cell[]} [read]
 * @param {Cell[]} [changed]
 * @returns {boolean}
 */
const isJudged = (read = [], changed = []) =>
	read.some((one) => changed.some((other) => overlaps(one, other)));

/** @param {Placed} access @returns {string} */
const placeKey = ({ span: [line, column], module }) => `${line}:${column} ${module.filename}`;

/** @param {FlowSpan} span @returns {Span} */
const spanOf = ([line, column, endLine, endColumn]) => ({
	start: { line, column },
	end: { line: endLine, column: endColumn },
});

/** @param {string} local @returns {string} `globalThis[Symbol.for("x")]` of a global with a symbol */
const titleOfRoot = (local) =>
	local
		.replace(/\.@@(.*)$/, (_, key) => `[Symbol.for(${JSON.stringify(key)})]`)
		.replace(/^globalThis\.process/, 'process');

/**
 * @param {Reporter} reporter
 * @param {{ module: ModuleSummary, unit: Judged['unit'], read: Placed, write: Placed }} of
 * @param {string} what
 */
function report(reporter, { module, unit, read, write }, what) {
	const { label } = read;
	const root = /** @type {ModuleSummary['flow']['roots'][number]} */ (
		label.module.flow.roots[label.index]
	);
	/** @type {Map<string, RelatedPlace>} */
	const related = new Map();
	const add = (
		/** @type {string} */ message,
		/** @type {ModuleSummary} */ at,
		/** @type {FlowSpan} */ span,
	) => {
		const place = placeOf(at, spanOf(span));
		const key = `${place.filename} ${place.start.line}:${place.start.column}`;
		if (!related.has(key)) related.set(key, { message, place });
	};
	const name = label.local.startsWith('*') ? 'exports' : titleOfRoot(label.local);
	add(`\`${name}\` is declared here`, label.module, root.span);
	add('it is read here', read.module, read.span);
	if (read.by) add('which is reached from here', read.by.module, read.by.span);
	add('it is changed here', write.module, write.span);
	if (write.by) add('which is reached from here', write.by.module, write.by.span);
	const params = { name, module: titleOf(label.module), unit: unit.name, what };
	importedState(reporter, placeOf(module, unit.place), params, [...related.values()]);
}
