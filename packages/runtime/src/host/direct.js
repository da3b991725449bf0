// Running a unit on the calling thread: inside a worker of ours, and in LAPIDARY_MODE=inline and serial.
/** @import { KnownClasses } from '../protocol/classes.js' */
/** @import { LoadedModule } from '../protocol/units.js' */
/** @import { Mode, UnitReference } from '../types.js' */
/** @import { Call } from './call-record.js' */
import { uncloneableResult, unknownUnit, workerModuleFailed } from '../errors/codes.js';
import { reasonOf } from '../errors/record.js';
import { cloneLikeATrip, pack } from '../protocol/pack.js';
import { Refusal } from '../protocol/refusal.js';
import { findUncloneable } from '../protocol/uncloneable.js';
import { findUnit, loadModule } from '../protocol/units.js';
import { unpack } from '../protocol/unpack.js';
import { withFrames } from './settle.js';
import { describeRefusal, describeUnknownClass, isCloneRefusal } from './values.js';

/**
 * Run a unit's function here, in a later turn.
 *
 * @param {Call} made
 * @param {Mode} mode `inline` clones what would cross, now; `serial` clones nothing but what has a class of which the worker module
 *   has its own
 * @returns {Promise<unknown>} what the function returns or rejects with; LP8001, LP8005, LP8006, LP8010, LP8015
 */
export async function runHere(made, mode) {
	const { reference, callbackFunction } = made;
	const { id, url, classes } = reference;
	const sent = mode === 'inline' ? send(made) : undefined;
	const module = await load(reference);
	const values = sent
		? sent(module.classes)
		: translate({ args: made.args, captures: made.captures }, classes, module.classes);
	const unit = findUnit(module, id, values.captures);
	if (!unit) throw unknownUnit({ unit: id, url }, { unit: id });
	const bring = mode === 'inline' ? bringBack : translate;
	const back = (/** @type {Record<string, unknown>} */ root) =>
		bring(root, module.classes, classes, made);
	const { args } = values;
	if (callbackFunction) args.push(laterTurns(callbackFunction, back));
	let result;
	try {
		result = await Reflect.apply(unit, undefined, args);
	} catch (thrown) {
		throw back({ thrown }).thrown;
	}
	const isDropped = callbackFunction && !reference.options.promise;
	return isDropped ? undefined : back({ result }).result;
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

/** @typedef {{ args: unknown[], captures: unknown[] | undefined }} Values */

/**
 * @param {Call} made
 * @returns {(classes: KnownClasses) => Values} what arrives where the given classes are known
 * @throws {Error} LP8005, LP8015
 */
function send(made) {
	try {
		const packed = pack({ args: made.args, captures: made.captures }, made.reference.classes);
		const copy = structuredClone(
			packed.root,
			/** @type {any} */ ({ transfer: packed.transferList }),
		);
		return (classes) => (packed.notes ? unpack(copy, packed.notes, classes) : copy);
	} catch (refusal) {
		throw describeRefusal(made, refusal);
	}
}

/**
 * Clone what comes back from a unit, as a trip from a worker would.
 *
 * @param {Record<string, unknown>} root
 * @param {KnownClasses} from
 * @param {KnownClasses} to
 * @param {Call} made
 * @returns {Record<string, unknown>}
 * @throws {Error} LP8006, LP8015
 */
function bringBack(root, from, to, { reference, trace }) {
	try {
		return cloneLikeATrip(root, from, to);
	} catch (refusal) {
		const unit = reference.id;
		if (refusal instanceof Refusal) throw withFrames(describeUnknownClass(unit, refusal), trace);
		if (!isCloneRefusal(refusal)) throw refusal;
		const path = findUncloneable(root) ?? Object.keys(root)[0];
		const params = { unit, path, reason: refusal.message };
		throw withFrames(uncloneableResult(params, { unit, path, cause: refusal }), trace);
	}
}

/**
 * Give instances the classes of the other side, where both are in this thread: the worker module has classes of its own, which its
 * `instanceof` tests for.
 *
 * @template {object} T
 * @param {T} root
 * @param {KnownClasses} from
 * @param {KnownClasses} to
 * @returns {T} the same, unless it holds such an instance and can be cloned
 */
function translate(root, from, to) {
	if (!from.differsFrom(to)) return root;
	try {
		const { notes } = pack(root, from);
		const isMet = notes?.[0].some((name) => from.prototypeOf(name) !== to.prototypeOf(name));
		return isMet ? cloneLikeATrip(root, from, to) : root;
	} catch {
		return root; // as it is: nothing has to cross here
	}
}

/**
 * @param {Function} callbackFunction
 * @param {(root: Record<string, unknown>) => Record<string, unknown>} back
 * @returns {Function} calls it in a later turn, as from a worker
 */
function laterTurns(callbackFunction, back) {
	/**
	 * @this {unknown}
	 * @param {unknown[]} args
	 */
	return function (...args) {
		const sent = /** @type {unknown[]} */ (back({ callback: args }).callback);
		setImmediate(() => Reflect.apply(callbackFunction, this, sent));
	};
}
