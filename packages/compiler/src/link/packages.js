/** @import { ModuleSummary } from '../ir/summary.js' */
/** @import { PackageFacts } from '../knowledge/package-facts.js' */
/** @import { Needs } from './needs.js' */
/** @import { Program } from './program.js' */
import { writePackage } from '../knowledge/package-facts.js';
import { CAN, MAY_BE_ACTS } from '../knowledge/capabilities.js';
import { isPackage, KNOWN_PACKAGES, isOfRuntime, packageOf } from '../knowledge/packages.js';

/** What packages can do, by `keyOfPackage`. @typedef {ReadonlyMap<string, PackageFacts>} Packages */

/** @param {{ filename: string }} module @param {string} specifier @returns {string} */
export const keyOfPackage = ({ filename }, specifier) => `${specifier}\0${filename}`;

/**
 * The packages that annotated files call while they load, where units wait for the answer to what these calls do.
 *
 * @param {Iterable<ModuleSummary>} modules
 * @param {(module: ModuleSummary, index: number) => boolean} isLinked whether an import leads to a file of the program
 * @returns {{ module: ModuleSummary, specifier: string, how: 'import' | 'require' }[]} each once
 */
export function packagesAsked(modules, isLinked) {
	/** @type {Map<string, { module: ModuleSummary, specifier: string, how: 'import' | 'require' }>} */
	const found = new Map();
	for (const module of modules) {
		for (const { import: index } of module.asked) {
			const fact = module.imports[index];
			if (!fact?.specifier || fact.isPattern || !isPackage(fact.specifier)) continue;
			if (isLinked(module, index) || isOfRuntime(fact.specifier)) continue;
			const { specifier } = fact;
			const how = fact.how === 'import' ? 'import' : 'require';
			found.set(keyOfPackage(module, specifier), { module, specifier, how });
		}
	}
	return [...found.values()];
}

/**
 * Tell files what the packages can do that they call while they load.
 *
 * @param {Program} program
 * @param {{ needs: Needs, packages: Packages, trust: readonly string[] }} context `trust`: names of packages whose calls may be repeated whatever they can do
 */
export function findPackages(program, { needs, packages, trust }) {
	const isLinked = (/** @type {ModuleSummary} */ module, /** @type {number} */ index) =>
		isOfProgram(program, module, index);
	for (const module of program.modules.values())
		for (const line of linesOfPackages(module, { packages, trust, isLinked }))
			needs.package(module, line);
}

/**
 * @param {ModuleSummary} module
 * @param {{ packages: Packages, trust: readonly string[], isLinked: (module: ModuleSummary, index: number) => boolean }} context
 * @returns {string[]} what the module is to be compiled with
 */
export function linesOfPackages(module, { packages, trust, isLinked }) {
	return packagesAsked([module], isLinked).flatMap(({ specifier }) => {
		const facts = packages.get(keyOfPackage(module, specifier));
		return facts ? [lineOf(specifier, facts, { module, packages, trust })] : [];
	});
}

/** @param {string} specifier @param {PackageFacts} facts @param {{ module: ModuleSummary, packages: Packages, trust: readonly string[] }} context @returns {string} */
function lineOf(specifier, facts, { module, packages, trust }) {
	const { name, counter, stepping, capabilities, files } = facts;
	const isNamed = trust.includes(name) || trust.includes(packageOf(specifier));
	const told = isNamed ? [] : capabilities.filter((one) => !one.isAccepted);
	const known = Object.hasOwn(KNOWN_PACKAGES, name) ? KNOWN_PACKAGES[name] : undefined;
	return writePackage({
		...{ specifier, name, files },
		shares: sharedWith(facts, module, { specifier, packages }),
		counts: counter !== null,
		can: told.map(({ kind, place }) => `${CAN[kind]} (${place})`),
		isTrusted: !told.some(({ kind }) => MAY_BE_ACTS.has(kind)),
		differs: capabilities.some(({ kind }) => kind === 'clock' || kind === 'random'),
		isClock: known?.isClock ?? false,
		isKnown: isNamed || known?.remembers === true,
		remembers: isNamed || known?.remembers === true || (stepping ?? counter) === null,
	});
}

/** @param {Program} program @param {ModuleSummary} module @param {number} index @returns {boolean} */
function isOfProgram(program, module, index) {
	const fact = module.imports[index];
	return Boolean(fact && program.moduleOf(module, fact));
}

/**
 * @param {PackageFacts} facts
 * @param {ModuleSummary} module
 * @param {{ specifier: string, packages: Packages }} context
 * @returns {string[]} specifiers of the module that lead to packages with modules of the same
 */
function sharedWith({ name, names }, module, { specifier, packages }) {
	const others = new Set(module.imports.flatMap((one) => one.specifier ?? []));
	return [...others].filter((one) => {
		if (one === specifier || !isPackage(one)) return false;
		const known = packages.get(keyOfPackage(module, one));
		return names.includes(packageOf(one)) || known?.names.includes(name) === true;
	});
}
