// Running a unit on the calling thread: inside a worker of ours, and in LAPIDARY_MODE=inline and serial.
/** @import { UnitReference } from '../types.js' */
import { unknownUnit, workerModuleFailed } from '../errors/codes.js';
import { reasonOf } from '../errors/record.js';
import { scanValues, reviveBuffers } from '../protocol/scan.js';
import { findUnit, loadModule } from '../protocol/units.js';

/**
 * Run a unit's function here, in a later turn.
 *
 * @param {UnitReference} reference
 * @param {unknown[]} args
 * @param {unknown[] | undefined} captures
 * @returns {Promise<unknown>} what the function returns or rejects with; LP8001, LP8010
 */
export async function runHere(reference, args, captures) {
	const { id, url } = reference;
	const unit = findUnit(await load(reference), id, captures);
	if (!unit) throw unknownUnit({ unit: id, url }, { unit: id });
	return Reflect.apply(unit, undefined, args);
}

/**
 * @param {UnitReference} reference
 * @returns {Promise<import('../protocol/units.js').LoadedModule>}
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
 * Clone a value as a trip to a worker would, Buffers kept.
 *
 * @template {object} T
 * @param {T} root
 * @param {object[]} [transferList]
 * @returns {T}
 * @throws {unknown} the refusal of structured clone
 */
export function cloneLikeATrip(root, transferList) {
	const { buffers } = scanValues(root);
	const copy = structuredClone(root, /** @type {any} */ ({ transfer: transferList }));
	if (buffers) reviveBuffers(copy, buffers);
	return copy;
}
