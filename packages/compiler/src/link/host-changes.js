/** @import { ChangeFact, ModuleSummary, SiteFact, Span } from '../ir/summary.js' */
/** @import { Cell } from './cells.js' */
/** @import { PlacedCode, Reached } from './reach.js' */
/** @import { Program } from './program.js' */
import { cellsOf, ownCell } from './cells.js';
import { hostRoots, loadedByWorkers } from './host-roots.js';
import { LoadOrder } from './load-order.js';
import { codesOf, mentionsOf, reach, targetsOf } from './reach.js';

/**
 * A place that changes a cell, or may do so.
 *
 * @typedef {object} Change
 * @property {Cell} cell
 * @property {'change' | 'given' | 'asked'} kind
 * @property {boolean} isSure
 * @property {boolean} isReset it takes out what the cell holds, or gives it the value that it began with
 * @property {boolean} putsCode
 * @property {boolean} [isKept] it remembers what any thread computes alike
 * @property {string | null} method of an instance
 * @property {string} [setUp] the text of a call that sets up another package
 * @property {boolean} [isHidden] it changes what closures share, so that others of them give something else
 * @property {ModuleSummary} module
 * @property {Span} span
 * @property {Reached['by']} by how the host comes there
 */

/**
 * `repeats`: annotated modules whose workers make the change by a call while they load; `fills`: whose workers make it by an assignment.
 *
 * @typedef {{ change: Change, loads: Set<ModuleSummary>, repeats: Set<ModuleSummary>, fills: Set<ModuleSummary>, isEntry: boolean }} Entry
 */

/** A place that uses what a cell holds. @typedef {{ cell: Cell, module: ModuleSummary, span: Span, by: Reached['by'] }} Seen */

/** What the host changes of the state of modules, and which of that workers do as well. */
export class HostChanges {
	/** @param {Program} program */
	constructor(program) {
		this.program = program;
		/** @type {Map<string, Entry[]>} by the module that has the cell */
		this.byHome = new Map();
		/** The same by that module and by what the change is. @type {Map<string, Entry>} */
		this.entries = new Map();
		/** @type {Map<Reached['code'], Entry[]>} */
		this.entriesByCode = new Map();
		/** @type {Map<string, { seen: Seen, loads: Set<ModuleSummary>, isEntry: boolean }[]>} what it reads, in the same way */
		this.readsByHome = new Map();
		/** @type {Map<Reached['code'], { seen: Seen, loads: Set<ModuleSummary>, isEntry: boolean }[]>} */
		this.readsOf = new Map();
		/** @type {Map<ModuleSummary, Set<ModuleSummary>>} */
		this.loaded = new Map();
		const { loads, entries } = hostRoots(program);
		for (const load of loads) this.add([load], load.module);
		this.add(entries, null);
		for (const module of program.modules.values()) this.addSetUps(module);
		this.ofWorkers = this.findOfWorkers();
		this.order = new LoadOrder(program);
	}

	/** @param {PlacedCode[]} roots @param {ModuleSummary | null} load the module that starts them when it loads */
	add(roots, load) {
		for (const reached of reach(this.program, roots)) {
			for (const entry of this.entriesOf(reached)) {
				if (load) entry.loads.add(load);
				else entry.isEntry = true;
			}
			this.addReads(reached, load);
		}
	}

	/** @param {Reached} reached @returns {Entry[]} of the changes that a piece of code makes */
	entriesOf(reached) {
		let entries = this.entriesByCode.get(reached.code);
		if (!entries) {
			entries = changesOf(this.program, reached).map((change) => this.entryOf(change));
			this.entriesByCode.set(reached.code, entries);
		}
		return entries;
	}

	/** @param {Change} change @returns {Entry} */
	entryOf(change) {
		const { home } = change.cell;
		const key = `${home}\0${changeKey(change)}`;
		let entry = this.entries.get(key);
		if (entry) return entry;
		entry = {
			...{ change, loads: new Set(), repeats: new Set(), fills: new Set() },
			isEntry: false,
		};
		this.entries.set(key, entry);
		const known = this.byHome.get(home);
		if (known) known.push(entry);
		else this.byHome.set(home, [entry]);
		return entry;
	}

	/** Workers of one file repeat its set-ups, and those of another file do not. @param {ModuleSummary} module */
	addSetUps(module) {
		for (const fill of module.live.fills) {
			// What a set-up changes is known better than that it changes what the file imports.
			const isSetUp = module.live.setUps.some(({ start }) => isSamePlace(start, fill.start));
			for (const change of isSetUp ? [] : changesOfTouch(this.program, module, fill, null))
				this.entryOf(change).fills.add(module);
		}
		for (const mention of module.live.setUps) {
			const by = { module, span: mention };
			const called = targetsOf(this.program, module, mention).codes.map((one) => ({ ...one, by }));
			for (const reached of reach(this.program, called))
				for (const entry of this.entriesOf(reached)) entry.repeats.add(module);
		}
	}

	/** @param {Reached} reached @param {ModuleSummary | null} load */
	addReads(reached, load) {
		let entries = this.readsOf.get(reached.code);
		if (!entries) {
			entries = readsIn(this.program, reached).map((seen) => ({
				...{ seen, loads: new Set(), isEntry: false },
			}));
			this.readsOf.set(reached.code, entries);
			for (const one of entries) {
				const { home } = one.seen.cell;
				const known = this.readsByHome.get(home);
				if (known) known.push(one);
				else this.readsByHome.set(home, [one]);
			}
		}
		for (const one of entries) {
			if (load) one.loads.add(load);
			else one.isEntry = true;
		}
	}

	/**
	 * What the host reads and changes of a module, beside what it does while it loads modules that workers load as well.
	 *
	 * @param {string} home the module's name
	 * @param {ModuleSummary} annotated whose workers are asked for
	 * @returns {{ reads: Seen[], changes: Change[] }}
	 */
	ofHost(home, annotated) {
		const loaded = this.loadedBy(annotated);
		const isOfHost = (/** @type {{ isEntry: boolean, loads: Set<ModuleSummary> }} */ one) =>
			one.isEntry ||
			[...one.loads].some((load) => !loaded.has(load) && !this.isOfHome(load, home, annotated));
		return {
			reads: (this.readsByHome.get(home) ?? []).filter(isOfHost).map(({ seen }) => seen),
			changes: (this.byHome.get(home) ?? []).filter(isOfHost).map(({ change }) => change),
		};
	}

	/** @returns {Map<string, Change>} changes that code of units makes, by their keys */
	findOfWorkers() {
		const units = [...this.program.modules.values()].flatMap((module) =>
			module.live.codes
				.filter(({ unit }) => unit !== null && module.units[unit]?.isLowered === true)
				.map((code) => ({ module, code })),
		);
		return new Map(
			reach(this.program, units).flatMap((one) =>
				changesOf(this.program, one).map((change) => [changeKey(change), change]),
			),
		);
	}

	/** @param {string} home the module's name @returns {Change[]} of it, by code that units run */
	byUnits(home) {
		return [...this.ofWorkers.values()].filter(({ cell }) => cell.home === home);
	}

	/** A worker that reads the state of a module has loaded it, late perhaps, and has done what its top level does. @param {ModuleSummary} load @param {string} home @param {ModuleSummary} annotated @returns {boolean} */
	isOfHome({ filename }, home, annotated) {
		return filename === home && home !== annotated.filename;
	}

	/** @param {ModuleSummary} annotated @returns {Set<ModuleSummary>} what its workers load */
	loadedBy(annotated) {
		const known = this.loaded.get(annotated) ?? loadedByWorkers(this.program, annotated);
		this.loaded.set(annotated, known);
		return known;
	}

	/** Workers will load these, once the file is compiled again: what they do is no news to them. @param {ModuleSummary} annotated @param {readonly ModuleSummary[]} modules */
	willLoad(annotated, modules) {
		this.loaded.set(annotated, new Set([...this.loadedBy(annotated), ...modules]));
	}

	/**
	 * What the host changes in a module, and workers do not: neither by code that both run, such as a cache, nor while they
	 * load modules.
	 *
	 * @param {string} home the module's name
	 * @param {ModuleSummary} annotated whose workers are asked for
	 * @param {ModuleSummary | null} [before] only what may happen before this module is loaded: on the host, or, of what workers repeat, in one of them
	 * @returns {Change[]}
	 */
	in(home, annotated, before = null) {
		const all = this.byHome.get(home) ?? [];
		if (all.length === 0) return [];
		const loaded = this.loadedBy(annotated);
		/** @param {Entry} entry @returns {boolean} a file that workers do not load makes the change */
		const isByOthers = ({ change, loads, repeats }) =>
			[...loads, ...without(repeats, annotated)].some(
				(one) =>
					!loaded.has(one) &&
					!this.isOfHome(one, home, annotated) &&
					(!before || (one !== before && this.order.mayPrecede(one, change, before))),
			);
		// The host may have loaded such a module before the change, which a worker makes first.
		const mayBeLoadedBefore =
			before !== null &&
			before !== annotated &&
			before.filename !== home &&
			!this.order.isImportedBy(annotated, before);
		/** @param {Entry} entry @returns {boolean} workers make the change, too */
		const isRepeated = ({ repeats, fills }) => repeats.has(annotated) || fills.has(annotated);
		return all
			.filter(
				(entry) =>
					(entry.isEntry && !before) ||
					isByOthers(entry) ||
					(mayBeLoadedBefore && isRepeated(entry)),
			)
			.map(({ change }) => change)
			.filter((change) => !this.ofWorkers.has(changeKey(change)));
	}
}

/** @param {Span['start']} one @param {Span['start']} other @returns {boolean} */
const isSamePlace = (one, other) => one.line === other.line && one.column === other.column;

/** @template T @param {Iterable<T>} all @param {T} one @returns {T[]} */
const without = (all, one) => [...all].filter((other) => other !== one);

/** @param {Program} program @param {Reached} reached @returns {Seen[]} what a piece of code reads of states, of its own module and of imports */
export function readsIn(program, { module, code, by }) {
	const own = code.reads.map((span) => {
		const { local } = /** @type {ModuleSummary['live']['states'][number]} */ (
			module.live.states[span.state]
		);
		return { cell: ownCell(module, local, span.path ?? []), module, span, by };
	});
	const imported = mentionsOf(program, { module, code })
		.filter(({ isDropped }) => !isDropped)
		.flatMap((span) =>
			cellsOf(program, module, span.import, span.path).map((cell) => ({
				...{ cell, module, span, by },
			})),
		);
	return [...own, ...imported];
}

/** @param {Program} program @param {Reached} reached @returns {Change[]} */
export function changesOf(program, { module, code, by }) {
	return [
		...code.changes.map((site) => ofOwn(module, site, by)),
		...code.touches.flatMap((touch) => changesOfTouch(program, module, touch, by)),
	];
}

/** @param {ModuleSummary} module @param {SiteFact} site @param {Reached['by']} by @returns {Change} */
function ofOwn(module, site, by) {
	const state = /** @type {ModuleSummary['live']['states'][number]} */ (
		module.live.states[site.state]
	);
	const cell = ownCell(module, state.local, []);
	const isReset = site.isReset === true;
	const isKept = site.isKept === true;
	return {
		...{ cell, kind: 'change', isSure: true, isReset, isKept, putsCode: false, method: null },
		...{ module, span: site, by },
	};
}

/** @param {Program} program @param {ModuleSummary} module @param {ChangeFact} touch @param {Reached['by']} by @returns {Change[]} */
export function changesOfTouch(program, module, touch, by) {
	const { import: index, path, member, kind, isSure, putsCode, isKept } = touch;
	if (touch.alters) return changesOfHanded(program, module, touch, by);
	if (isGivenToUnits(program, module, touch)) return [];
	const taken = alteredBy(program, module, touch);
	if (taken) return changesOfTouch(program, module, { ...touch, ...taken }, by);
	const isValue = kind === 'change' && member !== null;
	const cells = isValue
		? placesOf(cellsOf(program, module, index, [...path, member]), member)
		: cellsOf(program, module, index, path);
	// `lib.set(9)` of a module calls an export that is called like a method of a Map.
	if (touch.method !== undefined && cells.some(({ isWhole }) => isWhole)) {
		const { method, ...rest } = touch;
		return changesOfTouch(
			program,
			module,
			{ ...rest, kind: 'asked', member: method, isSure: false },
			by,
		);
	}
	const changes = cells.map((cell) => ({
		...{ cell, kind, isSure, isReset: false, putsCode, isKept, method: member },
		...{ module, span: touch, by, ...(touch.setUp ? { setUp: touch.setUp } : {}) },
	}));
	if (kind === 'change' && !touch.isCall) return changes;
	const parts =
		kind === 'asked' && member !== null ? cellsOf(program, module, index, [...path, member]) : [];
	const hidden = [...cells, ...parts].flatMap((cell) => changedWith(cell, touch));
	return [
		...changes,
		...hidden.map((cell) => ({
			...{
				cell,
				kind: /** @type {const} */ ('change'),
				isSure: true,
				isHidden: true,
				isReset: false,
			},
			...{ putsCode: false, method: member, module, span: touch, by },
		})),
	];
}

/** `limits.low = 3`, where that is `{ low }`, changes the property and not the variable that it began with. @param {Cell[]} cells @param {string} name of the property @returns {Cell[]} */
function placesOf(cells, name) {
	const places = cells.filter(({ rest }) => rest.at(-1) === name);
	return places.length > 0 ? places : cells;
}

/**
 * `plugin(hooks)`, `wrap(Mailer)`: what a function of another file does with its argument is done to what it is given.
 *
 * @param {Program} program
 * @param {ModuleSummary} module
 * @param {ChangeFact} touch
 * @returns {Partial<ChangeFact> | null} null where nothing shows that it changes it
 */
export function alteredBy(program, module, { to }) {
	if (!to) return null;
	const alters = program
		.ofImport(module, to.import, to.path)
		.flatMap((one) => codesOf(program, one))
		.flatMap(({ code }) => code.alters ?? [])
		.filter(({ argument, member }) => argument === to.argument && member === null);
	if (alters.length === 0) return null;
	const putsCode = alters.some((one) => one.putsCode);
	return { to: undefined, kind: 'change', member: null, isSure: true, isCall: false, putsCode };
}

/** What units get is a copy, and what changes an argument is no unit. @param {Program} program @param {ModuleSummary} module @param {ChangeFact} touch @returns {boolean} */
function isGivenToUnits(program, module, { kind, to }) {
	const found = kind === 'given' && to ? program.ofImport(module, to.import, to.path) : [];
	return (
		found.length > 0 &&
		found.every((one) => one.kind === 'unit' && one.module.units[one.index]?.isLowered === true)
	);
}

/** What a function that a module is given does with what that hands to such functions. @param {Program} program @param {ModuleSummary} module @param {ChangeFact} touch @param {Reached['by']} by @returns {Change[]} */
function changesOfHanded(program, module, touch, by) {
	const { import: index, path, by: imported } = touch;
	const found = imported ? program.ofImport(module, imported.import, imported.path) : [];
	const alters = [
		...(touch.alters ?? []),
		...found.flatMap((one) => codesOf(program, one)).flatMap(({ code }) => code.alters ?? []),
	];
	if (alters.length === 0) return [];
	const called = program.ofImport(module, index, path).flatMap((one) => codesOf(program, one));
	const own = called.flatMap(({ module: home, code }) =>
		(code.hands ?? []).map((handed) => ({ home, handed })),
	);
	// What a function keeps, any other of its module may call.
	const homes = new Set(cellsOf(program, module, index, path).map((cell) => cell.module));
	const kept = [...homes].flatMap((home) =>
		home ? home.live.handed.map((handed) => ({ home, handed })) : [],
	);
	return (own.length > 0 ? own : kept).flatMap(({ home, handed: { argument, locals } }) =>
		alters
			.filter((one) => one.argument === argument)
			.flatMap(({ member, putsCode }) =>
				locals.map((local) => ({
					cell: ownCell(home, local, []),
					kind: /** @type {Change['kind']} */ (member === null ? 'change' : 'asked'),
					...{ isSure: member === null, isReset: false, putsCode, method: member },
					...{ module, span: touch, by },
				})),
			),
	);
}

/** @param {Cell} cell that a module calls, or hands on @param {ChangeFact} touch @returns {Cell[]} what the closures in it change */
function changedWith({ module, state, rest }, { kind, member }) {
	if (!module || !state) return [];
	const { closures } = state;
	const name = rest[0] ?? (kind === 'asked' ? (member ?? '') : null);
	const known = name === null ? Object.values(closures).flat() : [];
	const locals = name !== null && Object.hasOwn(closures, name) ? closures[name] : known;
	return [...new Set(locals)].map((local) => ownCell(module, local, []));
}

/** @param {Change} change @returns {string} */
export const changeKey = ({ cell, module, span: { start }, isHidden }) => {
	const path = [cell.key, ...cell.rest].join('.');
	return `${start.line}:${start.column} ${module.filename} ${isHidden ? 'hidden ' : ''}${path}`;
};
