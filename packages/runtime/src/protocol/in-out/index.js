// In-out arguments: a unit changes what it was given, and the caller's own objects follow before the call is settled; both sides.
/** @import { KnownClasses } from '../classes.js' */
/** @import { OriginsHolder } from '../origins.js' */
import { filter, Number, OwnSet, push } from '../../primordials.js';
import { addChanges, contentOf, Unrestorable } from './changes.js';
import { partsOf } from './parts.js';
import { ARRIVE, takeStep } from './steps.js';

/**
 * What crosses behind the arguments of such a call: all objects that the changed arguments lead to, so that both sides number them alike, the
 * numbers of those that cross by their name, which are the thread's own, and the errors among them, which have numbers of their own.
 *
 * @typedef {[parts: object[], named: number[], errors: object[]]} Sent
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
 * @param {Side} side
 * @returns {Sent | undefined} undefined when none of them is an object
 */
export function openParts(roots, { classes, holder, isMoved, ownerOf }) {
	/** @type {Set<object>} */
	const errors = new OwnSet();
	const parts = filter(partsOf(roots, errors), (part) => !isMoved(part));
	if (parts.length === 0 && errors.size === 0) return undefined;
	const { identities } = classes;
	const isNamed = identities && !identities.isEmpty;
	holder.openOrigins().sendParts(parts, ownerOf);
	/** @type {number[]} */
	const named = [];
	for (let at = 0; at < parts.length; at++) {
		if (isNamed && identities.refer(parts[at])) push(named, at);
	}
	return [parts, named, [...errors]];
}

/** The thread's side of a call, from the moment at which its arguments have arrived. */
export class ReceivedParts {
	#parts;
	#named;
	#errors;
	#origins;
	/** @type {import('./changes.js').Content[]} */
	#contents = [];

	/**
	 * @param {unknown} sent what stood behind the arguments
	 * @param {OriginsHolder} holder
	 */
	constructor(sent, holder) {
		const [parts, named, errors] = /** @type {Sent} */ (sent);
		const origins = holder.openOrigins();
		this.#parts = parts;
		this.#named = named;
		this.#errors = errors;
		this.#origins = origins;
		origins.adoptParts(parts);
		for (let at = 0; at < parts.length; at++) push(this.#contents, contentOf(parts[at]));
	}

	/**
	 * @returns {unknown[] | undefined} steps (steps.js) by which the caller's objects follow; undefined when nothing has changed
	 * @throws {Unrestorable} they cannot
	 */
	changes() {
		/** @type {unknown[]} */
		const steps = [];
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
