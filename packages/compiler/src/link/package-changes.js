/** @import { ModuleSummary } from '../ir/summary.js' */
/** @import { LinkReporter } from './link-reporter.js' */
/** @import { UnitReporter } from '../diagnostics/reporter.js' */
/** @import { Change, HostChanges } from './host-changes.js' */
/** @import { Program } from './program.js' */
/** @import { PlacedCode, Reached } from './reach.js' */
import { effectsOfImport, setsUpPackage } from '../diagnostics/codes.js';
import { isPackage, packageOf } from '../knowledge/packages.js';
import { effectsOnPackages, packagesOfWorkers } from './effect-imports.js';
import { changesOf } from './host-changes.js';
import { importsOfWorkers } from './host-roots.js';
import { keyOf, unitsOf } from './imported-states.js';
import { placeOf } from './places.js';
import { mentionsOf, reach } from './reach.js';

/**
 * Judge what the host changes of other packages: `axios.defaults.timeout = 5`, `moment.locale('de')`, `dayjs.extend(plugin)`. Each thread
 * has a package for itself. Which functions of it look at what was changed is not known, so that the change is pointed out
 * wherever a unit uses the package. In the file of the unit itself, such a call is refused.
 *
 * @param {Program} program
 * @param {{ reporter: LinkReporter, changes: HostChanges, told: ReadonlySet<string> }} context reports LP2052 and LP3021; `told`: keys of
 *   what was reported before
 */
export function judgePackageChanges(program, { reporter, changes, told }) {
	const homes = [...changes.byHome.keys()].filter((one) => isOutside(program, one));
	const names = new Set(homes.map(packageOf));
	judgeEffectsOnPackages(program, { reporter, changes });
	if (names.size === 0) return;
	/** @type {Set<string>} files and packages of which something was said */
	const judged = new Set();
	for (const placed of unitsOf(program)) {
		const { module } = placed;
		const unit = /** @type {ModuleSummary['units'][number]} */ (
			module.units[Number(placed.code.unit)]
		);
		if (!unit.isLowered) continue;
		for (const name of packagesOf(program, placed, changes)) {
			if (!names.has(name) || judged.has(`${name}\0${module.filename}`)) continue;
			const done = setUpsOfWorkers(program, module, changes);
			const found = homes
				.filter((home) => packageOf(home) === name)
				.flatMap((home) => changes.in(home, module))
				.find(
					(one) =>
						(one.module !== module || isByOtherName(module, one)) &&
						(one.setUp === undefined ? one.isSure : !done.has(one.setUp)) &&
						!told.has(keyOf(unit.id, one.cell)),
				);
			if (!found) continue;
			judged.add(`${name}\0${module.filename}`);
			report(reporter.ofUnit(module, unit), { module, unit, found, name });
		}
	}
}

/**
 * `import 'moment/locale/de'` in a file that workers do not load: what a file of the unit itself imports so, they load as well.
 *
 * @param {Program} program
 * @param {{ reporter: LinkReporter, changes: HostChanges }} context reports LP3021
 */
function judgeEffectsOnPackages(program, { reporter, changes }) {
	const others = [...program.modules.values()].filter(({ imports }) =>
		imports.some(({ isBare, specifier }) => isBare && specifier && isOutside(program, specifier)),
	);
	if (others.length === 0) return;
	for (const module of program.modules.values()) {
		const unit = module.units.find(({ isLowered }) => isLowered);
		if (!unit) continue;
		const loaded = changes.loadedBy(module);
		const packages = packagesOfWorkers(module, loaded);
		/** @type {Set<string | null>} */
		const told = new Set();
		for (const other of others.filter((one) => one !== module && !loaded.has(one))) {
			for (const fact of effectsOnPackages(other, packages)) {
				if (told.has(fact.specifier)) continue;
				told.add(fact.specifier);
				const source = String(other.filename.split(/[\\/]/).pop());
				const related = [
					{ message: `\`${unit.name}\` is annotated here`, place: placeOf(module, unit.place) },
				];
				const params = { source, name: packageOf(String(fact.specifier)) };
				effectsOfImport(reporter.ofUnit(module, unit), placeOf(other, fact), params, related);
			}
		}
	}
}

/** `setAutoFreeze(false)` beside a unit with `produce`: the rules of the file see no change of what the unit uses. @param {ModuleSummary} module @param {Change} change in it @returns {boolean} */
function isByOtherName(module, { cell: { home, rest }, setUp }) {
	if (setUp === undefined) return false;
	const used = importsOfWorkers(module);
	return module.imports.some(
		({ specifier, name }, index) => specifier === home && name === rest[0] && !used.has(index),
	);
}

/** @param {Program} program @param {string} home @returns {boolean} */
const isOutside = ({ modules }, home) => !modules.has(home) && isPackage(home);

/** @param {Program} program @param {PlacedCode} placed a unit @param {HostChanges} changes @returns {Set<string>} the packages whose functions it may call */
function packagesOf(program, placed, changes) {
	/** @type {Set<string>} */
	const found = new Set();
	/** @param {ModuleSummary} module @param {number} index */
	const add = (module, index) => {
		const specifier = module.imports[index]?.specifier ?? '.';
		if (isOutside(program, specifier)) found.add(packageOf(specifier));
	};
	/** @param {Pick<Reached, 'module' | 'code'>} one */
	const visit = (one) => {
		for (const mention of mentionsOf(program, one)) add(one.module, mention.import);
	};
	reach(program, [placed]).forEach(visit);
	for (const module of changes.loadedBy(placed.module))
		for (const mention of module.live.initial.mentions) add(module, mention.import);
	return found;
}

/** @param {Program} program @param {ModuleSummary} module @param {HostChanges} changes @returns {Set<string | undefined>} texts of the calls by which its workers set up packages themselves */
function setUpsOfWorkers(program, module, changes) {
	const loaded = [...changes.loadedBy(module)].map((one) => ({
		...{ module: one, code: one.live.loading, by: null },
	}));
	const repeated = importsOfWorkers(module);
	return new Set([
		...module.live.fills.filter((one) => repeated.has(one.import)).map(({ setUp }) => setUp),
		...loaded.flatMap((one) => changesOf(program, one).map(({ setUp }) => setUp)),
	]);
}

/** @param {UnitReporter} reporter @param {{ module: ModuleSummary, unit: ModuleSummary['units'][number], found: Change, name: string }} of */
function report(reporter, { module, unit, found, name }) {
	const { cell, module: where, span, method, kind, setUp } = found;
	const source = String(where.filename.split(/[\\/]/).pop());
	const member = kind === 'change' || method === null ? [] : [method];
	const path = [cell.home, ...cell.rest, ...member].join('.');
	const related = [
		{ message: `\`${unit.name}\` is annotated here`, place: placeOf(module, unit.place) },
	];
	const place = placeOf(where, span);
	if (setUp === undefined) return effectsOfImport(reporter, place, { source, name: path }, related);
	const callee = kind === 'given' ? setUp.slice(0, setUp.indexOf('(')) : path;
	setsUpPackage(reporter, place, { source, name, callee, unit: unit.name }, related);
}
