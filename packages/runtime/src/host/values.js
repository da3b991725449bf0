// A call's values on their way out: as they are at the call.
/** @import { Call } from './call-record.js' */
import { uncloneableArgument, unknownClass } from '../errors/codes.js';
import { Object, Reflect, some, structuredClone } from '../primordials.js';
import { toBytes } from '../protocol/bytes.js';
import { pack } from '../protocol/pack.js';
import { Refusal } from '../protocol/refusal.js';
import { registry } from '../protocol/registry.js';
import { addTransfer } from '../protocol/transfer.js';
import { findUncloneable, isStackOverflow } from '../protocol/uncloneable.js';
import { lendFunctions } from './lend.js';
import { movedBy, openInOut, ownerOf } from './in-out.js';
import { noteInputs } from './lent-look.js';

// From this weight on bytes are cheaper than a clone: about 20 small objects.
const BYTES_WEIGHT = 32;

/**
 * Prepare a call's values for being cloned, and note what it moves.
 *
 * @param {Call} call
 * @param {object[] | undefined} transfer what `withOptions` names, in addition to what `transfer()` has marked
 * @throws {unknown} a Refusal
 */
export function inspectValues(call, transfer) {
	const { reference } = call;
	const places = reference.options.functions;
	if (places) call.functions = lendFunctions(call, places);
	if (reference.options.inOut) openInOut(call, transfer);
	const { captures } = call;
	if (call.functions) noteInputs(call);
	else if (captures === undefined && transfer === undefined && !hasObject(call.args)) return;
	const { args } = call;
	openListed(call, transfer);
	const packed = pack({ args, captures }, reference.classes, call);
	for (const value of transfer ?? []) addTransfer(packed, value);
	closeListed(call);
	call.args = packed.root.args;
	call.captures = packed.root.captures;
	call.notes = packed.notes;
	call.gems = packed.gems;
	call.isShared = packed.isShared;
	call.transferList = packed.transferList;
	// V8's serialiser alone writes a Blob as an empty object.
	call.weight = packed.hasPlatformObjects ? 0 : packed.weight;
}

/**
 * Where results may hold objects that come with a call, a list of these crosses behind its arguments: structured clone keeps them the same
 * objects there, so that both sides number them alike, and what comes back as a number is the caller's own object.
 *
 * They are gathered while the values are looked through: a walk of its own took 1.5 µs for each of them.
 *
 * @param {Call} call whose values leave now
 * @param {object[] | undefined} transfer what it moves, besides what is marked
 */
export function openListed(call, transfer) {
	const { aliased } = call.reference.options;
	// A function of the caller's would have changed other objects than those of the unit.
	if (!aliased || call.loan?.functions.size) return;
	const mayMove = transfer !== undefined || registry.hasMarked;
	const isMoved = mayMove ? movedBy(transfer ?? []) : undefined;
	call.listed = { objects: [], isWatched: aliased === 'watched', isMoved };
}

/** @param {Call} call whose values have been looked through */
export function closeListed(call) {
	const { objects = [] } = call.listed ?? {};
	call.listed = undefined;
	if (objects.length > 0) call.openOrigins().sendParts(objects, ownerOf);
}

/**
 * Detach a call that has to wait from the caller's objects.
 *
 * Measured per call: a clone of a small object takes 0.7 µs and its bytes 1.6, but a clone of 1,000 objects 500 and
 * their bytes 190, and bytes are no work for the collector while they wait. Serialising into a port that is handed over
 * with the batch would take less than either, but what is in such a port dies with the thread it was handed to, and a
 * call that had not begun could not run elsewhere. So: something that the host keeps until the call is settled.
 *
 * @param {Call} call its `args`, `captures` and `transferList` are replaced, or its `bytes` set
 * @throws {unknown} the refusal of structured clone
 */
function snapshotValues(call) {
	const { args, captures, transferList, weight } = call;
	call.isDetached = true;
	if (captures === undefined && transferList === undefined && !some(args, isNotPrimitive)) return;
	if (weight >= BYTES_WEIGHT && transferList === undefined) {
		call.bytes = toBytes({ args, captures });
		if (call.bytes) {
			releaseValues(call);
			return;
		}
	}
	/** @type {any} */
	const options = { transfer: transferList };
	// What is moved goes along by name: the moved objects are new ones on the other side.
	const copy = structuredClone({ args, captures, transferList }, options);
	call.args = copy.args;
	call.captures = copy.captures;
	call.transferList = copy.transferList;
}

/** @param {Call} call that may run again, if its values are the same then */
function noteBefore(call) {
	const { args, captures, bytes, reference } = call;
	// Bytes of each call would cost as much as its clone: whether results can be sent back, the first ones show.
	const isFirst = reference.figures.completed === 0;
	if (bytes) call.before = bytes;
	else if (captures !== undefined || some(args, isNotPrimitive))
		call.before = (isFirst ? toBytes({ args, captures }) : undefined) ?? null;
}

/** @param {Call} call that gets values of its own, unless it has them @returns {{ error: unknown } | undefined} why it cannot: LP8005, LP8015, or what a getter threw */
export function detach(call) {
	try {
		if (call.isDetached) return undefined;
		snapshotValues(call);
		if (call.again && call.reference.options.again) noteBefore(call);
		return undefined;
	} catch (refusal) {
		return { error: describeRefusal(call, refusal) };
	}
}

/**
 * @param {Call} call that has been sent, and has not begun
 * @returns {boolean} whether its values are still here as they were at the call: not those that have been moved, nor objects that its caller
 *   has had since
 */
export function hasOwnValues({ args, captures, transferList, isDetached }) {
	if (transferList !== undefined) return false;
	return isDetached || ![...args, ...(captures ?? [])].some(isNotPrimitive);
}

/** @param {Call} call that no longer needs the caller's objects: they must not be kept alive */
export function releaseValues(call) {
	call.args = NONE;
	call.captures = undefined;
	call.functions = undefined;
}

/** @type {unknown[]} */
const NONE = [];

/**
 * @param {Pick<Call, 'reference' | 'args' | 'captures'>} call
 * @param {unknown} refusal what `pack` or structured clone threw
 * @returns {Error} LP8005, LP8015, or what a getter threw
 */
export function describeRefusal({ reference, args, captures }, refusal) {
	const root = { args, ...(captures ? { captures } : {}) };
	return describeRefusedRoot(reference.id, root, refusal);
}

/**
 * @param {string} unit
 * @param {Record<string, unknown>} root what cannot cross; its keys start the path
 * @param {unknown} refusal what `pack` or structured clone threw
 * @returns {Error} LP8005, LP8015, or what a getter threw
 */
export function describeRefusedRoot(unit, root, refusal) {
	if (refusal instanceof Refusal) return describeUnknownClass(unit, refusal);
	if (!isCloneRefusal(refusal)) return /** @type {Error} */ (refusal);
	const path = findUncloneable(root) ?? Object.keys(root)[0];
	const reason = isStackOverflow(refusal) ? 'it is nested too deeply' : refusal.message;
	return uncloneableArgument({ unit, path, reason }, { cause: refusal, unit, path });
}

/**
 * @param {string} unit
 * @param {{ path: string, reason: string }} refusal
 * @returns {Error} LP8015
 */
export function describeUnknownClass(unit, { path, reason }) {
	return unknownClass({ unit, path, reason }, { unit, path });
}

/**
 * @param {unknown} value what a clone threw
 * @returns {value is Error} whether it refused the value; false for what a getter threw
 */
export function isCloneRefusal(value) {
	if (typeof value !== 'object' || value === null) return false;
	if (Reflect.get(value, 'code') === UNTRANSFERRED) return true;
	return Reflect.get(value, 'name') === 'DataCloneError' || isStackOverflow(value);
}

/** What Node up to 21 throws for a port that is not in the list of what is moved. */
const UNTRANSFERRED = 'ERR_MISSING_TRANSFERABLE_IN_TRANSFER_LIST';

/**
 * @param {unknown[]} args
 * @returns {boolean}
 */
function hasObject(args) {
	for (let index = 0; index < args.length; index++) if (isNotPrimitive(args[index])) return true;
	return false;
}

/** @param {unknown} value a function, too: it may be a class */
const isObject = (value) =>
	(typeof value === 'object' && value !== null) || typeof value === 'function';

/** @param {unknown} value symbols, too: they cross by name, or the clone is to refuse them now */
const isNotPrimitive = (value) => isObject(value) || typeof value === 'symbol';
