/** @import { KnownClasses } from '../protocol/classes.js' */
/** @import { Side } from '../protocol/pack.js' */
/** @import { Lender } from '../protocol/search.js' */
/** @import { Borrower, LentFunction } from '../protocol/unpack.js' */
/** @import { CallValues, Mode } from '../types.js' */
/** @import { OpenLook } from '../protocol/registry.js' */
/** @import { Call } from './call-record.js' */
/** @import { LentHere } from './lend.js' */
import { notRestored, uncloneableArgument, uncloneableResult } from '../errors/codes.js';
import { Object, OwnMap, pop, push, Reflect, slice, structuredClone } from '../primordials.js';
import { NO_CLASSES, WatchedClasses } from '../protocol/classes.js';
import { HostResult } from '../protocol/host-result.js';
import { tellChange } from '../protocol/check-report.js';
import { OF_WORKER, onlyOrigins, Origins } from '../protocol/origins.js';
import { cloneLikeATrip, pack } from '../protocol/pack.js';
import { Refusal } from '../protocol/refusal.js';
import { registry } from '../protocol/registry.js';
import { findUncloneable } from '../protocol/uncloneable.js';
import { likeOriginal } from '../protocol/stand-in.js';
import { unpack } from '../protocol/unpack.js';
import { CHANGES } from '../protocol/messages.js';
import { Unrestorable } from '../protocol/in-out/changes.js';
import { applyChanges as applyParts, ReceivedParts } from '../protocol/in-out/index.js';
import { ReceivedList } from '../protocol/in-out/watched.js';
import { HeldSignal } from './held-signal.js';
import { openInOut } from './in-out.js';
import { applyChanges, receiverHere } from './local-receiver.js';
import { functionsOf, lendFunctions, lendThrown, numberOf } from './lend.js';
import { lookAtLent, noteInputs } from './lent-look.js';
import { withFrames } from './settle.js';
import {
	closeListed,
	describeRefusal,
	describeUnknownClass,
	isCloneRefusal,
	openListed,
} from './values.js';

/**
 * The way of a call's values to a unit that runs on this thread, and back.
 *
 * The worker module has classes of its own even here, which its `instanceof` tests for.
 *
 */
export class LocalTrip {
	#made;
	#mode;
	/** @type {KnownClasses} */
	#classes = NO_CLASSES;
	/** those of the caller that the unit may call, by number @type {Map<number, LentHere>} */
	#functions = new OwnMap();
	/** what the unit gets as it is, by number @type {Map<number, any>} */
	#lent = new OwnMap();
	/** @type {(() => CallValues) | undefined} */
	#sent;
	/** @type {{ result: HostResult<never>, error: unknown }[]} */
	#thrown = [];
	/** @type {HeldSignal[]} */
	#signals = [];
	/** the caller's, which the unit may pass on the reason of @type {AbortSignal[]} */
	#given = [];
	/** @type {ReceivedParts | undefined} */
	#parts;
	/** what the unit may give back @type {ReceivedList | undefined} */
	#list;
	/** @type {Origins | undefined} what the unit has of the caller's errors */
	origins = undefined;
	/** @type {OpenLook | undefined} at what the unit changes */
	look = undefined;

	/**
	 * @param {Call} made whose values leave now
	 * @param {Mode} mode `inline` clones what would cross, now; `serial` clones nothing but what has a class of which the worker module
	 *   has its own
	 * @throws {Error} LP8005, LP8015
	 */
	constructor(made, mode) {
		this.#made = made;
		this.#mode = mode;
		if (made.reference.options.inOut) openInOut(made);
		if (mode !== 'inline') return;
		const { args, captures, reference } = made;
		let root = { args, captures };
		try {
			const lent = this.#lend();
			openListed(made, undefined);
			const lender = { ...lent, listed: made.listed };
			const { notes, transferList, ...packed } = pack(root, reference.classes, lender);
			closeListed(made);
			root = packed.root;
			const copy = structuredClone(root, /** @type {any} */ ({ transfer: transferList }));
			this.#sent = () => (notes ? unpack(copy, notes, this.#classes, this) : copy);
		} catch (refusal) {
			throw describeRefusal({ reference, ...root }, refusal);
		}
	}

	/** @returns {Origins} */
	openOrigins() {
		return (this.origins ??= new Origins(OF_WORKER));
	}

	/** @type {NonNullable<Borrower['takeList']>} */
	takeList(sent) {
		this.#list = new ReceivedList(sent, this);
	}

	/** Whether the unit gets the caller's own objects. */
	get sharesInputs() {
		return this.#mode !== 'inline';
	}

	/**
	 * @param {KnownClasses} classes of the worker module
	 * @returns {CallValues}
	 * @throws {Error} LP8015
	 */
	arrive(classes) {
		this.#classes = classes;
		const { args, captures } = this.#made;
		if (!this.#sent) return this.#translate({ args, captures }, this.#caller, this.#unit);
		registry.borrower = this;
		try {
			return this.#sent();
		} catch (refusal) {
			throw describeRefusal(this.#made, refusal);
		}
	}

	/**
	 * @template {Record<string, unknown>} T
	 * @param {T} root what comes back from the unit
	 * @returns {T}
	 * @throws {Error} LP8006, LP8015
	 */
	back(root) {
		const { trace } = this.#made;
		if (this.#mode !== 'inline') return this.#translate(root, this.#unit, this.#caller);
		try {
			this.#list?.compare();
			this.#noteReasons();
			return cloneLikeATrip(root, this.#unit, this.#caller, (losses) => this.#warnOf(losses));
		} catch (refusal) {
			throw withFrames(this.#describe(refusal, root, uncloneableResult), trace);
		}
	}

	/**
	 * @template {Record<string, unknown>} T
	 * @param {T} root what goes to the unit later, with one property
	 * @returns {T}
	 * @throws {Error} LP8005, LP8015
	 */
	forth(root) {
		if (this.#mode !== 'inline') return this.#translate(root, this.#caller, this.#unit);
		return /** @type {T} */ (this.#bring(root));
	}

	/** @returns {readonly object[] | undefined} */
	get inOutParts() {
		return this.#parts?.objects;
	}

	/** @param {unknown[]} args as they have arrived; lose what stands behind those of the source */
	takeParts(args) {
		if (!this.#made.reference.options.inOut) return;
		const [sent] = slice(args, args.length - 1);
		const { parts } = this.#made;
		const [first] = parts ?? [];
		const isOwn = first ? /** @type {any} */ (sent)?.[0]?.[0] === first : this.sharesInputs;
		if (!parts || isOwn) pop(args);
		else this.#parts = new ReceivedParts(pop(args), this);
	}

	/**
	 * Bring back how the call has ended, and let the caller's objects follow what the unit has changed of them.
	 *
	 * @template {Record<string, unknown>} T
	 * @param {T} root what the unit has returned or thrown
	 * @returns {T}
	 * @throws {Error} LP8006, LP8015, LP8060
	 */
	finish(root) {
		const { parts = [], reference } = this.#made;
		try {
			const changes = this.#parts?.changes();
			if (!changes) return this.back(root);
			const came = this.back({ ...root, [CHANGES]: changes });
			applyParts(parts, /** @type {unknown[]} */ (came[CHANGES]));
			return came;
		} catch (refusal) {
			if (!(refusal instanceof Unrestorable)) throw refusal;
			throw notRestored({ unit: reference.id, reason: refusal.reason }, { unit: reference.id });
		}
	}

	/** @returns {Side} */
	get #caller() {
		return { classes: this.#made.reference.classes, holder: this.#made };
	}

	/** @returns {Side} */
	get #unit() {
		return { classes: this.#classes, holder: this };
	}

	/** @param {string[] | undefined} losses of errors of the unit */
	#warnOf(losses) {
		for (const what of losses ?? []) tellChange('LP8050', this.#made.reference.id, what);
	}

	/** The unit has the reasons of signals as they are, and they go back as what they are. */
	#noteReasons() {
		for (const { aborted, reason } of this.#given) {
			const number = aborted ? numberOf(this.#made, reason) : undefined;
			if (number !== undefined) this.openOrigins().arrive(number, reason);
		}
	}

	/** @type {NonNullable<Borrower['makeSignal']>} */
	makeSignal({ id }) {
		return this.#lent.get(id);
	}

	/** @type {NonNullable<Borrower['makeFunction']>} */
	makeFunction(lent, own) {
		const { call, holder: theirs, argument = 0 } = this.#functions.get(lent.id) ?? {};
		const trip = this;
		const { place } = lent;
		/**
		 * @this {unknown}
		 * @param {unknown[]} args
		 */
		function standIn(...args) {
			const on = receiverHere(lent, { own, theirs, self: this });
			let called;
			let look;
			try {
				const { given, receiver } = trip.#leave(lent, args, on.sent);
				const objects = { args: given, holder: on.receiver, receiver };
				look = lookAtLent({ caller: trip.#made, place, argument, ...objects });
				called = Reflect.apply(/** @type {Function} */ (call), on.receiver ?? receiver, given);
			} catch (thrown) {
				look?.end(thrown);
				return trip.#rejected(trip.#bringThrown(thrown));
			}
			return Promise.resolve(called).then(
				(result) => {
					look?.end();
					return trip.#take(lent, { result, changes: on.changes() }, own);
				},
				(thrown) => {
					look?.end(thrown);
					return Promise.reject(trip.#bringThrown(thrown));
				},
			);
		}
		return likeOriginal(standIn, lent);
	}

	/**
	 * @param {LentFunction} lent
	 * @param {unknown[]} args
	 * @param {{ value: unknown } | undefined} self that is copied with them
	 * @returns {{ given: unknown[], receiver: unknown }} as the caller's function gets them
	 */
	#leave({ place }, args, self) {
		const [key, keyOfThis] = [`${place}.arguments`, `${place}.this`];
		/** @type {Record<string, any>} */
		const root = self ? { [key]: args, [keyOfThis]: self.value } : { [key]: args };
		const copy = this.back(root);
		return { given: copy[key], receiver: copy[keyOfThis] };
	}

	/**
	 * @param {LentFunction} lent
	 * @param {{ result: unknown, changes: Record<string, unknown> | undefined }} came `changes`: of the object that it was called on
	 * @param {object} own the unit's copy of that
	 * @returns {unknown} the result as the unit gets it
	 */
	#take({ place }, { result, changes }, own) {
		const [key, keyOfThis] = [`${place}()`, `${place}.this`];
		const copy = this.#bring(changes ? { [key]: result, [keyOfThis]: changes } : { [key]: result });
		applyChanges(own, copy[keyOfThis]);
		this.look?.takeResult(copy[key], place);
		return copy[key];
	}

	/**
	 * @param {unknown} error that a function threw at once
	 * @returns {HostResult<never>}
	 */
	#rejected(error) {
		const result = /** @type {HostResult<never>} */ (HostResult.reject(error));
		result.silence();
		this.#thrown.push({ result, error });
		return result;
	}

	/** @param {AbortSignal} signal @returns {AbortSignal} what the unit gets of it */
	#hold(signal) {
		const held = new HeldSignal(signal);
		push(this.#signals, held);
		return held.signal;
	}

	/** The body has run up to its first `await`, or to its end. */
	started() {
		for (const signal of this.#signals) signal.started();
	}

	/**
	 * The body has ended.
	 *
	 * @throws {unknown} what a function threw at once, and nobody waited for: in the plain program it has ended the body
	 */
	end() {
		for (const signal of this.#signals) signal.end();
		for (const { result, error } of this.#thrown) if (!result.isAwaited) throw error;
	}

	/**
	 * @param {Record<string, any>} root of the host's
	 * @returns {Record<string, any>} as the unit gets it
	 * @throws {Error} LP8005, LP8015
	 */
	#bring(root) {
		try {
			return cloneLikeATrip(root, this.#caller, this.#unit);
		} catch (refusal) {
			throw this.#describe(refusal, root, uncloneableArgument);
		}
	}

	/** @param {unknown} thrown by a function of the caller's @returns {unknown} as the unit gets it */
	#bringThrown(thrown) {
		const { value, origin } = lendThrown(this.#made, thrown);
		const { thrown: brought } = this.#bring({ thrown: value });
		return origin === undefined ? brought : this.openOrigins().arrive(origin, brought);
	}

	/** @returns {Lender} */
	#lend() {
		const places = this.#made.reference.options.functions;
		const functions = places && lendFunctions(this.#made, places);
		if (functions && this.#mode === 'inline') noteInputs(this.#made);
		for (const one of functionsOf(this.#made.loan)) this.#functions.set(one.lent.id, one);
		const lendSignal = (/** @type {AbortSignal} */ signal) => {
			push(this.#given, signal);
			const id = -1 - this.#lent.size;
			this.#lent.set(id, signal.aborted ? signal : this.#hold(signal));
			return { id };
		};
		return { functions, lendSignal, openOrigins: () => this.#made.openOrigins() };
	}

	/**
	 * Give instances the classes of the other side, as far as that has others of the same name.
	 *
	 * @template {object} T
	 * @param {T} root
	 * @param {Side} from
	 * @param {Side} to
	 * @returns {T} the same, unless it holds such an instance and can be cloned
	 */
	#translate(root, from, to) {
		if (!from.classes.differsFrom(to.classes)) return root;
		try {
			const watched = new WatchedClasses(from.classes, to.classes);
			const isBack = from.holder === this;
			const lender = { ...this.#lend(), ...onlyOrigins(from.holder) };
			const { notes, losses, ...packed } = pack(root, watched, lender);
			const isMet = watched.hasMet || (isBack && this.origins?.hasCopies);
			if (!notes || !isMet) return root;
			const borrower = { ...this.#raw, ...onlyOrigins(to.holder) };
			const made = unpack(structuredClone(packed.root), notes, to.classes, borrower);
			if (isBack) this.#warnOf(losses);
			return made;
		} catch {
			return root; // as it is: nothing has to cross here
		}
	}

	/** @returns {Borrower} gives the unit the functions themselves */
	get #raw() {
		return {
			makeFunction: ({ id }) => /** @type {Function} */ (this.#functions.get(id)?.call),
			makeSignal: (lent) => this.makeSignal(lent, []),
		};
	}

	/**
	 * @param {unknown} refusal
	 * @param {Record<string, unknown>} root
	 * @param {typeof uncloneableResult} describe
	 * @returns {Error}
	 */
	#describe(refusal, root, describe) {
		const unit = this.#made.reference.id;
		if (refusal instanceof Refusal) return describeUnknownClass(unit, refusal);
		if (!isCloneRefusal(refusal)) return /** @type {Error} */ (refusal);
		const path = findUncloneable(root) ?? Object.keys(root)[0];
		return describe({ unit, path, reason: refusal.message }, { unit, path, cause: refusal });
	}
}
