/** @import { LoadedModule } from '../protocol/units.js' */
/** @import { ResultMessage } from '../protocol/messages.js' */
import { recordThrown } from '../errors/record.js';
import { RETURNED, THREW_ERROR, THREW_VALUE, UNKNOWN_UNIT } from '../protocol/messages.js';
import { findUnit } from '../protocol/units.js';

/** @typedef {{ id: string, args: unknown[], captures: unknown[] | undefined }} Invocation */

/**
 * Call a unit's function and describe how it ended.
 *
 * @param {LoadedModule} module
 * @param {Invocation} call
 * @param {number} startMs when the thread began with it, as of `performance.now()`
 * @returns {ResultMessage | Promise<ResultMessage>} a promise when the function returned one
 */
export function invoke(module, { id, args, captures }, startMs) {
	try {
		const unit = findUnit(module, id, captures);
		if (!unit) return [UNKNOWN_UNIT, 0, 0];
		const value = Reflect.apply(unit, undefined, args);
		if (typeof value === 'object' && value !== null && typeof value.then === 'function') {
			return settle(value, module, startMs);
		}
		return [RETURNED, 0, microsecondsSince(startMs), value];
	} catch (thrown) {
		return describeThrown(thrown, module, startMs);
	}
}

/**
 * @param {PromiseLike<unknown>} promise
 * @param {LoadedModule} module
 * @param {number} startMs
 * @returns {Promise<ResultMessage>}
 */
async function settle(promise, module, startMs) {
	try {
		const value = await promise;
		return [RETURNED, 0, microsecondsSince(startMs), value];
	} catch (thrown) {
		return describeThrown(thrown, module, startMs);
	}
}

/**
 * @param {unknown} thrown
 * @param {LoadedModule} module
 * @param {number} startMs
 * @returns {ResultMessage}
 */
function describeThrown(thrown, { classes }, startMs) {
	const recorded = recordThrown(thrown, classes);
	const kind = 'error' in recorded ? THREW_ERROR : THREW_VALUE;
	return [kind, 0, microsecondsSince(startMs), recorded];
}

/** @param {number} startMs */
const microsecondsSince = (startMs) => (performance.now() - startMs) * 1000;
