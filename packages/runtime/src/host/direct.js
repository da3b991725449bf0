// Running a unit on the calling thread: inside a worker of ours, and in LAPIDARY_MODE=inline and serial.
/** @import { LoadedModule } from '../protocol/units.js' */
/** @import { UnitReference } from '../types.js' */
/** @import { Call } from './call-record.js' */
/** @import { LocalTrip } from './local-trip.js' */
import { unknownUnit, workerModuleFailed } from '../errors/codes.js';
import { reasonOf } from '../errors/record.js';
import { Reflect } from '../primordials.js';
import { registry } from '../protocol/registry.js';
import { likeOriginal } from '../protocol/stand-in.js';
import { findUnit, loadModule } from '../protocol/units.js';
import { callBack } from './callback.js';

/**
 * Run a unit's function here, in a later turn.
 *
 * @param {Call} made
 * @param {LocalTrip} trip of its values
 * @returns {Promise<unknown>} what the function returns or rejects with; LP8001, LP8006, LP8010, LP8015
 */
export async function runHere(made, trip) {
	const { reference, callbackFunction } = made;
	const { unit, args } = await findHere(reference, trip);
	const given = callbackFunction ? [...args, laterTurns(made, trip)] : args;
	let result;
	try {
		result = await run(unit, given, trip);
	} catch (thrown) {
		throw trip.finish({ thrown }).thrown;
	}
	const isDropped = callbackFunction && !reference.options.promise;
	const { result: returned } = trip.finish({ result: isDropped ? undefined : result });
	return returned;
}

/**
 * @param {Function} unit
 * @param {unknown[]} args
 * @param {LocalTrip} trip
 * @returns {Promise<unknown>}
 */
async function run(unit, args, trip) {
	try {
		const result = applyHere(unit, args, trip.sharesInputs);
		trip.started();
		return await result;
	} finally {
		trip.end();
	}
}

/**
 * @param {Function} unit
 * @param {unknown[]} args
 * @param {boolean} sharesInputs whether the arguments are the caller's own
 * @returns {any} what it returns
 */
export function applyHere(unit, args, sharesInputs) {
	registry.sharesInputs = sharesInputs;
	try {
		return Reflect.apply(unit, undefined, args);
	} finally {
		registry.sharesInputs = false;
	}
}

/**
 * @param {UnitReference} reference
 * @param {LocalTrip} trip of the call's values
 * @returns {Promise<{ unit: Function, args: unknown[] }>} the unit's function, and the arguments as they arrive
 * @throws {Error} LP8001, LP8010, LP8015
 */
export async function findHere(reference, trip) {
	const { id, url } = reference;
	const module = await load(reference);
	const { late } = module.classes;
	if (!late.isEmpty) await late.loadAll(); // the host has imported their modules
	const { args, captures } = trip.arrive(module.classes);
	const unit = findUnit(module, id, captures);
	if (!unit) throw unknownUnit({ unit: id, url }, { unit: id });
	trip.takeParts(args);
	return { unit, args };
}

/**
 * @param {UnitReference} reference
 * @returns {Promise<LoadedModule>}
 */
async function load({ id, url }) {
	try {
		return await loadModule(url);
	} catch (cause) {
		const reason = reasonOf(cause);
		throw workerModuleFailed({ unit: id, reason }, { unit: id, cause });
	}
}

/**
 * @param {Call} made
 * @param {LocalTrip} trip
 * @returns {Function} calls it in a later turn, as from a worker
 */
function laterTurns(made, trip) {
	/**
	 * @this {unknown}
	 * @param {unknown[]} args
	 */
	function standIn(...args) {
		const { callback } = trip.back({ callback: args });
		callBack(made, this, callback);
	}
	return likeOriginal(standIn, { own: made.callback?.own ?? [] });
}
