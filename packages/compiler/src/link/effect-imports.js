/** @import { GlobalFact, ModuleSummary } from '../ir/summary.js' */
/** @import { RelatedPlace, Reporter } from '../diagnostics/reporter.js' */
/** @import { HostChanges } from './host-changes.js' */
/** @import { Needs } from './needs.js' */
/** @import { Program } from './program.js' */
import { effectsOfImport, importForEffects } from '../diagnostics/codes.js';
import { classifyGlobal, isOfModule } from '../knowledge/globals.js';
import { isPackage, packageOf } from '../knowledge/packages.js';
import { cellsOf } from './cells.js';
import { changesOf } from './host-changes.js';
import { importsOfWorkers, withImports } from './host-roots.js';
import { placeOf, titleOf } from './places.js';
import { reach } from './reach.js';

/**
 * Judge imports for their effects. A worker repeats one when it could see what that does, and when the modules that it brings do
 * nothing else: they define, compute, and change globals and what the worker imports too.
 *
 * @param {Program} program
 * @param {{ reporter: Reporter, needs: Needs, changes: HostChanges }} context reports LP3007 and LP3021
 * @returns {Set<string>} keys of the units' modules and globals of which something was said
 */
export function judgeEffectImports(program, { reporter, needs, changes }) {
	const globals = globalsByModule(program);
	/** @type {Set<string>} */
	const told = new Set();
	for (const module of program.modules.values()) {
		if (!module.units.some(({ isLowered }) => isLowered)) continue;
		const loaded = new Set(changes.loadedBy(module));
		const packages =
			module.effectImports.length > 0 ? packagesOfWorkers(module, loaded) : NO_PACKAGES;
		/** @type {Set<ModuleSummary>} */
		const judged = new Set();
		for (const { import: index, source, isRepeated } of module.effectImports) {
			const fact = /** @type {ModuleSummary['imports'][number]} */ (module.imports[index]);
			const place = placeOf(module, fact);
			const target = program.moduleOf(module, fact);
			if (!target) {
				if (isRepeated) continue;
				const isOfWorker = isPackage(source) && packages.has(packageOf(source));
				// A worker loads the package itself, whatever that does.
				if (isOfWorker) needs.repeat(module, source);
				else if (module.names.length + loaded.size > 0)
					importForEffects(reporter, place, { source });
				continue;
			}
			if (isRepeated || loaded.has(target)) continue;
			const brought = [...withImports(program, new Set([target]))].filter(
				(one) => !loaded.has(one),
			);
			for (const one of brought) judged.add(one);
			const seen = seenByWorkers(program, module, { brought, loaded, packages });
			if (!seen) continue;
			const obstacle = brought.map((one) => obstacleIn(program, one, packages)).find(Boolean);
			if (!obstacle) {
				needs.repeat(module, source);
				changes.willLoad(module, brought);
				for (const one of brought) loaded.add(one);
			} else if (seen.kind === 'global') {
				const shown = { message: 'a worker does not have this', place: seen.place };
				const params = { source, name: seen.name };
				effectsOfImport(reporter, place, params, [shown, obstacle]);
			}
		}
		/** @type {Set<string> | undefined} */
		let names;
		for (const [other, found] of globals) {
			if (other === module || loaded.has(other) || judged.has(other)) continue;
			names ??= new Set([...module.names, ...[...loaded].flatMap((one) => one.live.names)]);
			const alone = found.filter((one) => !(loaded.has(one.module) && isOwnGlobal(one.path)));
			const change = judgeOther(module, { other, globals: alone, names }, reporter);
			if (change) told.add(globalKey(module, change.path));
		}
	}
	return told;
}

/** Most files import nothing for its effects. @type {ReadonlySet<string>} */
const NO_PACKAGES = new Set();

/** @param {ModuleSummary} module annotated @param {ReadonlySet<ModuleSummary>} loaded by its workers @returns {Set<string>} names of the packages that these import */
export function packagesOfWorkers(module, loaded) {
	const own = [...importsOfWorkers(module)].flatMap((index) => module.imports[index] ?? []);
	const all = [...own, ...[...loaded].flatMap(({ imports }) => imports)];
	return new Set(
		all.flatMap(({ specifier }) =>
			specifier !== null && isPackage(specifier) ? packageOf(specifier) : [],
		),
	);
}

/** `import 'moment/locale/de'`: it sets up its package. @param {ModuleSummary} module @param {ReadonlySet<string>} packages @returns {ModuleSummary['imports']} such imports of these packages */
export const effectsOnPackages = ({ imports }, packages) =>
	imports.filter(
		({ isBare, specifier }) =>
			isBare === true &&
			specifier !== null &&
			isPackage(specifier) &&
			packages.has(packageOf(specifier)),
	);

/** What functions of modules that workers load as well do to it is followed as state (hidden-states.js). @param {string} path @returns {boolean} */
const isOwnGlobal = (path) => classifyGlobal(nameOf(path)) === 'unknown';

/** @param {string} path @returns {string} `store` of `globalThis.store.n` */
const nameOf = (path) => String(path.replace(/^global(This)?\./, '').split('.')[0]);

/** @param {ModuleSummary} module of units @param {string} path of a global, or of a part of one @returns {string} */
export const globalKey = ({ filename }, path) => `${nameOf(path)}\0${filename}`;

/** @typedef {GlobalFact & { module: ModuleSummary }} PlacedGlobal */

/** @param {Program} program @returns {Map<ModuleSummary, PlacedGlobal[]>} what modules change of globals while they load, and in functions that they call then */
function globalsByModule(program) {
	/** @type {Map<ModuleSummary, PlacedGlobal[]>} */
	const found = new Map();
	for (const module of program.modules.values()) {
		const ofCode = reach(program, [{ module, code: module.live.loading }]).flatMap((one) =>
			one.code.globals.map((fact) => ({ ...fact, module: one.module })),
		);
		const placed = [...module.live.globals.map((fact) => ({ ...fact, module })), ...ofCode];
		// Those are told of where the file is loaded by workers (module-objects.js).
		const all = placed.filter(({ path }) => !isOfModule(path));
		if (all.length > 0) found.set(module, all);
	}
	return found;
}

/**
 * What a module that the file of the units does not import puts into globals, for the host alone.
 *
 * @param {ModuleSummary} module of the units
 * @param {{ other: ModuleSummary, globals: PlacedGlobal[], names: ReadonlySet<string> }} changed `names`: that code of its workers uses
 * @param {Reporter} reporter LP3021
 * @returns {PlacedGlobal | undefined} the change of which it tells
 */
function judgeOther(module, { other, globals, names }, reporter) {
	const change = globals.find(({ path }) => isUsed(path, names, false));
	const unit = module.units.find(({ isLowered }) => isLowered);
	if (!change || !unit) return undefined;
	const params = { source: String(other.filename.split(/[\\/]/).pop()), name: change.path };
	const related = [
		{ message: `\`${unit.name}\` is annotated here`, place: placeOf(module, unit.place) },
	];
	effectsOfImport(reporter, placeOf(change.module, change), params, related);
	return change;
}

/**
 * What worker code could see of the effects of modules.
 *
 * @param {Program} program
 * @param {ModuleSummary} annotated
 * @param {{ brought: ModuleSummary[], loaded: ReadonlySet<ModuleSummary>, packages: ReadonlySet<string> }} modules
 * @returns {{ kind: 'global' | 'state' | 'package', name: string, place: RelatedPlace['place'] } | null}
 */
function seenByWorkers(program, annotated, { brought, loaded, packages }) {
	const names = new Set(annotated.names);
	for (const module of brought) {
		const fact = effectsOnPackages(module, packages)[0];
		if (fact)
			return { kind: 'package', name: String(fact.specifier), place: placeOf(module, fact) };
	}
	for (const module of brought) {
		for (const change of module.live.globals) {
			if (!isUsed(change.path, names, loaded.size > 0)) continue;
			return { kind: 'global', name: change.path, place: placeOf(module, change) };
		}
	}
	for (const module of brought) {
		for (const reached of reach(program, [{ module, code: module.live.loading }])) {
			for (const { cell, module: where, span } of changesOf(program, reached)) {
				if (cell.module && loaded.has(cell.module))
					return { kind: 'state', name: cell.name, place: placeOf(where, span) };
			}
		}
	}
	return null;
}

/** What reads a property of a built-in object without naming it, by what that is called. @type {Record<string, string>} */
const READ_BY = {
	toJSON: '.stringify',
	stackTraceLimit: '.stack',
	prepareStackTrace: '.stack',
};

/**
 * @param {string} path of a global that is changed
 * @param {ReadonlySet<string>} names that worker code uses
 * @param {boolean} hasOthers whether its workers load other modules, whose code is not looked at
 * @returns {boolean}
 */
function isUsed(path, names, hasOthers) {
	const parts = path.split('.').filter((one, at) => at > 0 || !/^global(This)?$/.test(one));
	const last = String(parts.at(-1));
	// Which of its properties is changed is not known.
	if (hasOthers || last === 'prototype') return true;
	if (parts.length > 1) return names.has(`.${last}`) || names.has(READ_BY[last] ?? '');
	const isNamed = names.has('globalThis') || names.has('global') || names.has('self');
	return names.has(last) || (isNamed && names.has(`.${last}`));
}

/** @param {Program} program @param {ModuleSummary} module @param {ReadonlySet<string>} packages that workers load @returns {RelatedPlace | null} what a worker must not do again */
function obstacleIn(program, module, packages) {
	for (const { module: where, code } of reach(program, [{ module, code: module.live.loading }])) {
		const [act] = code.acts;
		if (act) return { message: 'a worker must not repeat this', place: placeOf(where, act) };
		for (const mention of code.mentions) {
			const isUnknown = cellsOf(program, where, mention.import, mention.path).some(
				(cell) => !cell.module,
			);
			if (isUnknown)
				return { message: 'what this does is not known', place: placeOf(where, mention) };
		}
	}
	const unknown = module.imports.find(
		(one) =>
			!one.isLazy &&
			one.specifier !== null &&
			!program.moduleOf(module, one) &&
			!(isPackage(one.specifier) && packages.has(packageOf(one.specifier))),
	);
	if (module.problem || unknown)
		return {
			message: `${titleOf(module)} imports what is not known`,
			place: placeOf(
				module,
				unknown ?? { start: { line: 1, column: 0 }, end: { line: 1, column: 0 } },
			),
		};
	return null;
}
