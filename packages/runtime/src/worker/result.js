/** @import { KnownClasses } from '../protocol/classes.js' */
/** @import { ResultMessage } from '../protocol/messages.js' */
/** @import { Lender } from '../protocol/search.js' */
/** @import { Outcome } from './invoke.js' */
import { reasonOf } from '../errors/record.js';
import { Object } from '../primordials.js';
import { tellChange } from '../protocol/check-report.js';
import { CHANGES, rootOf, UNCLONEABLE, UNKNOWN_CLASS } from '../protocol/messages.js';
import { PLACED } from '../protocol/notes.js';
import { onlyOrigins } from '../protocol/origins.js';
import { LateClassMet } from '../protocol/late-classes.js';
import { pack } from '../protocol/pack.js';
import { Refusal } from '../protocol/refusal.js';
import { compareBuiltIns } from './built-ins.js';
import { taskRun } from './running.js';
import { allGems } from '../protocol/gem-copies.js';
import { registry } from '../protocol/registry.js';
import { findUncloneable } from '../protocol/uncloneable.js';

/**
 * @param {unknown} value
 * @returns {boolean} whether cloning it cannot fail
 */
function isPrimitive(value) {
	return (
		value === null ||
		(typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol')
	);
}

/**
 * Post a result to the host; one that cannot cross becomes a message that says where and why.
 *
 * Posting is the check: cloning beforehand would cost each large result twice.
 *
 * @param {Outcome} outcome
 * @param {KnownClasses} classes of the worker module
 * @returns {boolean | Promise<boolean>} whether the host gets it as it is; a promise while the class of an error is loaded
 */
export function post(outcome, classes) {
	compareBuiltIns();
	const port = registry.results;
	if (!port) throw new TypeError('a task arrived before the port for its results');
	const [kind, number, runUs, value, holder, changes] = outcome;
	if (isPrimitive(value) && !changes) {
		port.postMessage([kind, number, runUs, value]);
		return true;
	}
	/** @type {Record<string, unknown>} */
	let root = { [rootOf(kind)]: value };
	if (changes) root[CHANGES] = changes;
	/** @type {object[] | undefined} */
	let gems;
	try {
		const packed = packForHost(root, classes, { ...onlyOrigins(holder), mayWait: true });
		gems = packed.gems;
		root = packed.root;
		/** @type {ResultMessage} */
		const message = [kind, number, runUs, root[rootOf(kind)]];
		const placed = root[PLACED];
		if (packed.notes || changes) message.push(packed.notes);
		if (changes || placed) message.push(root[CHANGES]);
		if (placed) message.push(placed);
		port.postMessage(
			message,
			/** @type {import('node:worker_threads').Transferable[]} */ (packed.transferList),
		);
		return true;
	} catch (refusal) {
		if (refusal instanceof LateClassMet) {
			return refusal.load().then(() => post(outcome, classes));
		}
		if (gems) allGems()?.stay(gems, 'above');
		port.postMessage(describeRefusal(root, refusal, outcome));
		return false;
	}
}

/**
 * Prepare a value for the host, and warn of what errors in it lose on the way.
 *
 * @template {object} T
 * @param {T} root
 * @param {KnownClasses} classes of the worker module
 * @param {Lender | undefined} lender
 * @returns {import('../protocol/pack.js').Packed<T>}
 * @throws {unknown} as `pack`
 */
export function packForHost(root, classes, lender) {
	const packed = pack(root, classes, { ...lender, receiver: 'above' });
	for (const what of packed.losses ?? []) tellChange('LP8050', taskRun.unit, what);
	return packed;
}

/**
 * @param {Record<string, unknown>} root of what cannot cross
 * @param {unknown} refusal what `pack` or structured clone threw
 * @param {Outcome} outcome that it was part of
 * @returns {ResultMessage}
 */
function describeRefusal(root, refusal, [, index, runUs]) {
	if (refusal instanceof Refusal) {
		const { path, reason } = refusal;
		return [UNKNOWN_CLASS, index, runUs, { path, reason }];
	}
	const path = findUncloneable(root) ?? Object.keys(root)[0];
	return [UNCLONEABLE, index, runUs, { path, reason: reasonOf(refusal) }];
}
