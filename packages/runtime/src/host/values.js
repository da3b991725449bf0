// A call's values on their way out: as they are at the call.
/** @import { Call } from './call-record.js' */
import { types } from 'node:util';
import { uncloneableArgument } from '../errors/codes.js';
import { addTransfer, scanValues } from '../protocol/scan.js';
import { findUncloneable } from '../protocol/uncloneable.js';

/**
 * Note where a call's Buffers are and what it moves, before its values are cloned.
 *
 * @param {Call} call
 * @param {object[] | undefined} transfer what `withOptions` names, in addition to what `transfer()` has marked
 */
export function inspectValues(call, transfer) {
	const { args, captures } = call;
	if (captures !== undefined || args.some(isObject)) {
		const { buffers, transferList } = scanValues({ args, captures });
		call.buffers = buffers;
		call.transferList = transferList;
	}
	if (transfer) {
		/** @type {import('../types.js').ValueScan} */
		const scan = { buffers: undefined, transferList: call.transferList };
		for (const value of transfer) addTransfer(scan, value);
		call.transferList = scan.transferList;
	}
}

/**
 * Detach a call that has to wait from the caller's objects.
 *
 * Measured on small objects, cloning here and sending the clone later costs a third of a microsecond more than
 * serialising once into a port that is handed over with the batch. But what waits in such a port dies with the thread it
 * was handed to, and a call that had not begun could not run elsewhere. So: a clone that the host keeps.
 *
 * @param {Call} call its `args`, `captures` and `transferList` are replaced
 * @throws {unknown} the refusal of structured clone
 */
export function snapshotValues(call) {
	const { args, captures, transferList } = call;
	if (captures === undefined && transferList === undefined && !args.some(isNotPrimitive)) return;
	/** @type {any} */
	const options = { transfer: transferList };
	// What is moved goes along by name: the moved objects are new ones on the other side.
	const copy = structuredClone({ args, captures, transferList }, options);
	call.args = copy.args;
	call.captures = copy.captures;
	call.transferList = copy.transferList;
}

/**
 * @param {Call} call
 * @param {unknown} refusal what structured clone threw
 * @returns {Error} LP8005, or what a getter threw
 */
export function describeRefusal({ reference, args, captures }, refusal) {
	if (!isDataCloneError(refusal)) return /** @type {Error} */ (refusal);
	const path = findUncloneable({ args, ...(captures ? { captures } : {}) }) ?? 'args';
	const reason = refusal.message;
	return uncloneableArgument(
		{ unit: reference.id, path, reason },
		{ cause: refusal, unit: reference.id, path },
	);
}

/**
 * @param {unknown} value
 * @returns {value is Error}
 */
export function isDataCloneError(value) {
	return (
		typeof value === 'object' && value !== null && Reflect.get(value, 'name') === 'DataCloneError'
	);
}

/** @param {unknown} value */
const isObject = (value) => typeof value === 'object' && value !== null;

/** @param {unknown} value functions and symbols too: the clone is to refuse them now */
const isNotPrimitive = (value) =>
	isObject(value) || typeof value === 'function' || typeof value === 'symbol';

/**
 * @param {unknown} value
 * @returns {boolean} whether it is an `arguments` object or an array
 */
export function isArgumentList(value) {
	return Array.isArray(value) || types.isArgumentsObject(value);
}
