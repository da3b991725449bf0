// Finding the function of a unit; runs on both sides (on the host in LAPIDARY_MODE=inline and serial).
/** @import { ChecksOfUnit } from './checks.js' */
import { CHECKS_EXPORT, CLASSES_EXPORT, IN_OUT_EXPORT, UNITS_EXPORT } from '../abi.js';
import { isArray, Object, OwnMap, OwnSet, symbolOfKey } from '../primordials.js';
import { CheckedUnit } from './checks.js';
import { KnownClasses } from './classes.js';
import { registry } from './registry.js';
import { fingerprintsAsLoaded } from './state-prints.js';

/**
 * @typedef {(captures: unknown[] | undefined, roots?: (() => unknown)[]) => Function} UnitFactory `roots` gets readers of what the
 *   unit has of enclosing functions and is checked
 *
 * @typedef {object} LoadedModule a worker module that has been evaluated in this thread
 * @property {Record<string, UnitFactory>} units
 * @property {KnownClasses} classes that it has in common with the host module
 * @property {Set<string>} inOut ids of units behind whose arguments stands what they lead to (in-out/index.js)
 * @property {Map<string, Function>} functions of units without captures, made once
 * @property {Record<string, ChecksOfUnit>} checks of units of which something is not proven
 * @property {Map<string, string>} asLoaded fingerprints of what its units fill, from before they have
 * @property {Map<string, CheckedUnit>} checked those that have been called
 */

/**
 * @param {string} url
 * @returns {LoadedModule | undefined} undefined when it has not been evaluated here yet
 */
export function loadedModule(url) {
	return registry.modules.get(url);
}

/**
 * Evaluate a worker module in this thread.
 *
 * @param {string} url of an ES module, or of a CommonJS module, whose exports are its `default`
 * @returns {Promise<LoadedModule>} rejects with what the module threw, or Node's loader
 */
export async function loadModule(url) {
	const loaded = registry.modules.get(url);
	if (loaded) return loaded;
	const namespace = await import(url);
	const exported = exportsOf(namespace);
	const classes = new KnownClasses(() => exported(CLASSES_EXPORT));
	const checks = exported(CHECKS_EXPORT);
	const inOut = exported(IN_OUT_EXPORT);
	/** @type {LoadedModule} */
	const module = {
		units: exported(UNITS_EXPORT),
		classes,
		inOut: new OwnSet(isArray(inOut) ? inOut : []),
		functions: new OwnMap(),
		checks,
		asLoaded: fingerprintsAsLoaded(checks),
		checked: new OwnMap(),
	};
	registry.modules.set(url, module);
	return module;
}

/**
 * A CommonJS module that exports such names itself, `exports.$lp_units = …`, has what lowering adds under symbols of these names.
 *
 * @param {Record<string, any>} namespace of a worker module
 * @returns {(name: string) => Record<string, any>} what it exports for the runtime; empty where there is nothing
 */
export function exportsOf(namespace) {
	const whole = namespace.default;
	const isObject = (typeof whole === 'object' && whole !== null) || typeof whole === 'function';
	if (isObject && Object.hasOwn(whole, symbolOfKey(UNITS_EXPORT)))
		return (name) => whole[symbolOfKey(name)] ?? {};
	const exported = namespace[UNITS_EXPORT] ? namespace : (whole ?? {});
	return (name) => exported[name] ?? {};
}

/**
 * @param {LoadedModule} module
 * @param {string} id
 * @param {unknown[] | undefined} captures undefined for a unit that has none
 * @returns {Function | undefined} undefined when the module has no such unit
 */
export function findUnit(module, id, captures) {
	const known = captures === undefined ? module.functions.get(id) : undefined;
	if (known) return known;
	// An own property: `toString` is no unit.
	if (!Object.hasOwn(module.units, id)) return undefined;
	const made = module.checks[id] ? makeChecked(module, id, captures) : module.units[id](captures);
	if (captures === undefined) module.functions.set(id, made);
	return made;
}

/** @param {LoadedModule} module @param {string} id @param {unknown[] | undefined} captures @returns {Function} */
function makeChecked({ checks, asLoaded, checked, inOut, units }, id, captures) {
	let unit = checked.get(id);
	if (!unit) {
		const own = { ...checks[id], isInOut: inOut.has(id) };
		unit = new CheckedUnit(id, own, units[id], asLoaded);
		checked.set(id, unit);
	}
	return unit.make(captures);
}
