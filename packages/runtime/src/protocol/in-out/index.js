// In-out arguments: a unit changes what it was given, and the caller's own objects follow before the call is settled; both sides.
/** @import { KnownClasses } from '../classes.js' */
/** @import { OriginsHolder } from '../origins.js' */
import { filter, Number, OwnSet, push } from '../../primordials.js';
import { addChanges, contentOf, Unrestorable } from './changes.js';
import { partsOf } from './parts.js';
import { ARRIVE, takeStep } from './steps.js';
import { WatchedParts } from './watched.js';

/**
 * What crosses behind the arguments of such a call: all objects that the changed arguments lead to, so that both sides number them alike, the
 * numbers of those that cross by their name, which are the thread's own, and the errors among them, which have numbers of their own. What
 * the unit does not change, and may put into these or return, comes after them: what captures lead to (`beside`), and memory that threads share.
 *
 * @typedef {[parts: object[], named: number[], errors: object[], beside?: object[], shared?: object[]]} Sent
 */

/**
 * @param {{ args: unknown[], captures: unknown[] | undefined }} values of a call
 * @param {{ inOut?: readonly number[], inOutThis?: boolean }} options of its unit
 * @returns {unknown[]} those that the unit changes
 */
export function rootsOf({ args, captures }, { inOut = [], inOutThis }) {
	/** @type {unknown[]} */
	const roots = inOutThis ? [captures?.[0]] : [];
	for (let at = 0; at < inOut.length; at++) {
		const index = inOut[at];
		if (index >= 0) push(roots, args[index]);
		else for (let from = -1 - index; from < args.length; from++) push(roots, args[from]);
	}
	return roots;
}

/**
 * The caller's side of a call: what may come back changed.
 *
 * @typedef {object} Side
 * @property {KnownClasses} classes
 * @property {OriginsHolder} holder
 * @property {(part: object) => boolean} isMoved it is not the caller's any more
 * @property {(part: object) => object} ownerOf what it stands for
 *
 * @param {unknown[]} roots
 * @param {readonly unknown[]} others that come along
 * @param {Side} side
 * @returns {Sent | undefined} undefined when none of them is an object
 */
export function openParts(roots, others, { classes, holder, isMoved, ownerOf }) {
	/** @type {Set<object>} */
	const errors = new OwnSet();
	/** @type {Set<object>} */
	const shared = new OwnSet();
	const parts = filter(partsOf(roots, { errors, shared }), (part) => !isMoved(part));
	const { identities } = classes;
	const isNamed = (/** @type {object} */ part) => Boolean(identities?.refer(part));
	const hasNames = identities !== undefined && !identities.isEmpty;
	const found = partsOf(others, { shared });
	const known = found.length > 0 ? new OwnSet(parts) : undefined;
	const beside = filter(
		found,
		(part) => !known?.has(part) && !isMoved(part) && !(hasNames && isNamed(part)),
	);
	if (parts.length + beside.length + errors.size + shared.size === 0) return undefined;
	/** @type {number[]} */
	const named = [];
	if (hasNames) for (let at = 0; at < parts.length; at++) if (isNamed(parts[at])) push(named, at);
	const isAll = beside.length + shared.size === 0;
	const listed = isAll ? parts : [...parts, ...beside, ...shared];
	holder.openOrigins().sendParts(listed, ownerOf);
	return isAll ? [parts, named, [...errors]] : [parts, named, [...errors], beside, [...shared]];
}

/** The thread's side of a call, from the moment at which its arguments have arrived. */
export class ReceivedParts {
	#parts;
	#named;
	#errors;
	#origins;
	/** @type {import('./changes.js').Content[]} */
	#contents = [];
	/** @type {WatchedParts | undefined} */
	#beside;

	/**
	 * @param {unknown} sent what stood behind the arguments
	 * @param {OriginsHolder} holder
	 */
	constructor(sent, holder) {
		const [parts, named, errors, beside = [], shared = []] = /** @type {Sent} */ (sent);
		const origins = holder.openOrigins();
		this.#parts = parts;
		this.#named = named;
		this.#errors = errors;
		this.#origins = origins;
		const isAll = beside.length + shared.length === 0;
		origins.adoptParts(isAll ? parts : [...parts, ...beside, ...shared]);
		if (beside.length > 0) this.#beside = new WatchedParts(beside);
		for (let at = 0; at < parts.length; at++) push(this.#contents, contentOf(parts[at]));
	}

	/** @returns {readonly object[]} what the unit may change, and the caller's own objects follow */
	get objects() {
		return this.#parts;
	}

	/**
	 * @returns {unknown[] | undefined} steps (steps.js) by which the caller's objects follow; undefined when nothing has changed
	 * @throws {Unrestorable} they cannot
	 */
	changes() {
		/** @type {unknown[]} */
		const steps = [];
		// What has been changed of the others goes back as a copy, with what it has now.
		if (this.#beside && !this.#beside.areSame()) this.#origins.adoptParts(this.#parts);
		for (let at = 0; at < this.#parts.length; at++) {
			const before = steps.length;
			addChanges(this.#parts[at], this.#contents[at], at, steps);
			if (steps.length > before && this.#named.includes(at))
				throw new Unrestorable('it is an object of the module that each thread has for itself');
		}
		for (let at = 0; at < this.#errors.length; at++) this.#addError(this.#errors[at], steps);
		return steps.length > 0 ? steps : undefined;
	}

	/** @param {object} error @param {unknown[]} steps gains a step where it has changed */
	#addError(error, steps) {
		const described = this.#origins.describe(error);
		if (!described)
			throw new Unrestorable('it is an error, or within one, that has lost what it was');
		if (described.changes ?? described.removed) push(steps, NONE, ARRIVE, error, 0);
	}
}

/** Stands for no part. */
const NONE = -1;

/**
 * @param {object[]} parts the caller's
 * @param {unknown[]} steps from `changes`
 * @throws {Unrestorable}
 */
export function applyChanges(parts, steps) {
	for (let at = 0; at < steps.length; at += 4) {
		const part = parts[Number(steps[at])];
		if (!takeStep(part, Number(steps[at + 1]), steps[at + 2], steps[at + 3]))
			throw new Unrestorable('it does not take the change: it, or a property of it, is read-only');
	}
}
