/** @import { UnitReference } from '../types.js' */
import { isLapidaryError } from '../errors/lapidary-error.js';
import { indexOf, Reflect, structuredClone } from '../primordials.js';
import { toBytes } from '../protocol/bytes.js';
import { Call } from './call-record.js';
import { endLoan } from './lend.js';
import { inspectValues } from './values.js';
import { unwatchCall } from './watch.js';

/** What a call of an optional unit asks for in vain, too: pools and options that there are not. */
const OF_OPTIONS = ['LP8009', 'LP8012'];

/**
 * Run the source's own function in place of a call of an optional unit that has not begun: its values cannot cross, or no thread may be
 * had. At once, so that it gets its values as they are at the call.
 *
 * @param {Call} call that no thread has
 * @param {unknown} [error] why it has not begun
 * @returns {boolean} false where the call is to fail: of a unit that has to be lowered, and where the options of the call are wrong
 */
export function runInstead(call, error) {
	const { here, signal } = call;
	if (!here || signal?.aborted || (isLapidaryError(error) && indexOf(OF_OPTIONS, error.code) >= 0))
		return false;
	call.here = undefined;
	call.isSettled = true;
	if (call.isWatched) unwatchCall(call);
	endLoan(call);
	here();
	return true;
}

/** Of values that cannot cross: a result, or an instance of a class that the other side does not know. */
const REFUSED = ['LP8006', 'LP8015'];

/**
 * Whether a call of an optional unit may run again on this thread, because what came of it could not be sent back: the compiler has seen
 * that the unit does nothing that could be seen outside of its thread, and what it was given is as it was at the call. From then on
 * calls of the unit run here at once.
 *
 * @param {Call} call that has failed
 * @param {unknown} error
 * @param {unknown[]} args as its caller has them
 * @returns {boolean}
 */
export function mayRunAgain({ reference, before, readCaptures }, error, args) {
	const isRefused = isLapidaryError(error) && indexOf(REFUSED, error.code) >= 0;
	if (!isRefused || Reflect.get(error, 'unit') !== reference.id) return false;
	reference.staysHere = true;
	return reference.options.again === true && isUnchanged(reference, { before, args, readCaptures });
}

/**
 * @param {UnitReference} reference
 * @param {{ before: Call['before'], args: unknown[], readCaptures: Call['readCaptures'] }} call
 * @returns {boolean}
 */
function isUnchanged(reference, { before, args, readCaptures }) {
	if (before === undefined) return true;
	if (before === null) return false;
	const now = new Call(reference, args);
	try {
		now.takeCaptures(readCaptures);
		inspectValues(now, undefined);
		const values = { args: now.args, captures: now.captures };
		// The bytes of a clone differ from those of what it is a clone of.
		return isSame(before, values) || isSame(before, structuredClone(values));
	} catch {
		return false; // it could be sent before
	} finally {
		endLoan(now);
	}
}

/** @param {Uint8Array} before @param {unknown} values @returns {boolean} */
function isSame(before, values) {
	const bytes = toBytes(values);
	return bytes !== undefined && Buffer.compare(before, bytes) === 0;
}
