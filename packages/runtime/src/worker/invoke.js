/** @import { LoadedModule } from '../protocol/units.js' */
/** @import { OriginsHolder } from '../protocol/origins.js' */
import { Reflect } from '../primordials.js';
import { RETURNED, THREW, UNKNOWN_UNIT } from '../protocol/messages.js';
import { findUnit } from '../protocol/units.js';
import { enter, forget, leave, suspend, taskRun } from './running.js';

/** @typedef {{ id: string, args: unknown[], captures: unknown[] | undefined }} Invocation */

/**
 * How a call has ended, before its value is made ready to cross: otherwise as a ResultMessage.
 *
 * @typedef {[kind: number, number: number, runUs: number, value?: unknown, holder?: OriginsHolder, changes?: unknown[]]} Outcome
 *   `changes`: of in-out arguments
 */

/**
 * Call a unit's function and describe how it ended.
 *
 * @param {LoadedModule} module
 * @param {Invocation} call
 * @param {number} startMs when the thread began with it, as of `performance.now()`
 * @returns {Outcome | Promise<Outcome>} a promise when the function returned one
 */
export function invoke(module, { id, args, captures }, startMs) {
	taskRun.unit = id;
	enter(taskRun);
	try {
		const unit = findUnit(module, id, captures);
		if (!unit) return [UNKNOWN_UNIT, 0, 0];
		const value = Reflect.apply(unit, undefined, args);
		if (typeof value === 'object' && value !== null && typeof value.then === 'function') {
			return settle(value, startMs);
		}
		return [RETURNED, 0, microsecondsSince(startMs), value];
	} catch (thrown) {
		return [THREW, 0, microsecondsSince(startMs), thrown];
	} finally {
		leave();
	}
}

/**
 * @param {PromiseLike<unknown>} promise
 * @param {number} startMs
 * @returns {Promise<Outcome>}
 */
async function settle(promise, startMs) {
	suspend(taskRun);
	try {
		const value = await promise;
		return [RETURNED, 0, microsecondsSince(startMs), value];
	} catch (thrown) {
		return [THREW, 0, microsecondsSince(startMs), thrown];
	} finally {
		forget(taskRun);
	}
}

/** @param {number} startMs */
const microsecondsSince = (startMs) => (performance.now() - startMs) * 1000;
