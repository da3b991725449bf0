/** @import { SentBuiltIns } from '../protocol/built-ins.js' */
/** @import { Notes } from '../protocol/notes.js' */
/** @import { CallbackRequest, Priority, Trace, UnitReference } from '../types.js' */
/** @import { FunctionPlaces } from '../protocol/search.js' */
/** @import { Dispatcher } from './dispatch.js' */
/** @import { Batch } from './batch.js' */
/** @import { Lane } from './lane.js' */
/** @import { Loan } from './lend.js' */
/** @import { OpenGenerator } from './open-generator.js' */
/** @import { Replay } from './verify/replay.js' */
/** @import { AbortWatch } from './watch.js' */

import { OF_HOST, Origins } from '../protocol/origins.js';
import { lendSignal } from './lend.js';

const nobodyListens = () => undefined;

/** One call, from the stub to its result. */
export class Call {
	/** whether the caller has been given a result or an error */
	isSettled = false;
	/** makes the error of a call that has been given up @type {((call: Call) => Error) | undefined} */
	toError = undefined;
	/** where it waits, if it does @type {Lane | undefined} */
	lane = undefined;
	/** order of arrival in its pool, from 0 */
	sequence = -1;
	/** what has to be made again of its values, once they have been looked through @type {Notes | undefined} */
	notes = undefined;
	/** GEMs among its values, kept until it is settled @type {object[] | undefined} */
	gems = undefined;
	/** @type {object[] | undefined} */
	transferList = undefined;
	/** whether memory that threads share is among its values, GEMs apart: what runs may wait there for what others do */
	isShared = false;
	/** objects and array elements in its values; 0 when bytes could not bring them */
	weight = 0;
	/** the values of a call that waits, where that is better than a clone @type {Uint8Array | undefined} */
	bytes = undefined;
	/** what the worker module may use of the platform, as the host has it at the call @type {SentBuiltIns | undefined} */
	builtIns = undefined;
	/** whether its values are not the caller's objects any more */
	isDetached = false;
	/** @type {Batch | undefined} what it travels in; undefined while it waits */
	batch = undefined;
	/** its place in `batch` */
	index = 0;
	/** milliseconds from the call on; undefined = no limit @type {number | undefined} */
	timeoutMs = undefined;
	/** @type {AbortSignal | undefined} */
	signal = undefined;
	/** ends it when its time is over @type {NodeJS.Timeout | undefined} */
	timer = undefined;
	/** ends it when its signal fires @type {AbortWatch | undefined} */
	watch = undefined;
	/** whether a timer or a signal may end it */
	isWatched = false;
	/** @type {Priority} */
	priority = 'normal';
	/** what has crossed of its errors, and may come back @type {Origins | undefined} */
	origins = undefined;
	/** while its values are looked through @type {import('../protocol/search.js').Listed | undefined} */
	listed = undefined;
	/** the caller's objects among its in-out arguments, by number @type {object[] | undefined} */
	parts = undefined;
	/** those of them that are in the state of a module as well, with what that is @type {Map<number, string> | undefined} */
	inState = undefined;
	/** its place among calls that get the same objects, where some of them change these @type {import('./in-out.js').Turn | undefined} */
	turn = undefined;
	/** what it lends to its thread @type {Loan | undefined} */
	loan = undefined;
	/** where what it lends among its arguments is @type {FunctionPlaces | undefined} */
	functions = undefined;
	/** @type {CallbackRequest | undefined} */
	callback = undefined;
	/** the generator that it opens, by its first step @type {OpenGenerator | undefined} */
	generator = undefined;
	/** the host's function in callback form @type {Function | undefined} */
	callbackFunction = undefined;
	/** @type {Dispatcher | undefined} */
	dispatcher = undefined;
	/** `performance.now()` of the call; 0 when nobody asked for it */
	startMs = 0;

	/** @type {unknown[] | undefined} */
	captures = undefined;
	/** gives the captures as they are now @type {(() => unknown[]) | undefined} */
	readCaptures = undefined;
	/** the caller's objects among the arguments, where functions of the host run while the unit does @type {(WeakRef<object> | undefined)[] | undefined} */
	inputs = undefined;
	/** @type {Trace | undefined} */
	trace = undefined;
	/** the unit's own function, where the program was built to be verified @type {Function | undefined} */
	original = undefined;
	/** of an optional unit: runs the source's own function, and settles the call by that, where its values cannot be sent @type {(() => void) | undefined} */
	here = undefined;
	/** of an optional unit: runs that function once the call has failed by what could not be sent back, if it may @type {((error: unknown) => Promise<unknown> | undefined) | undefined} */
	again = undefined;
	/** of such a unit: its values as they were at the call; undefined where these cannot change, null where they cannot be compared @type {Uint8Array | null | undefined} */
	before = undefined;
	/** what its plain run gets in the place of functions that it lends @type {Replay | undefined} */
	replay = undefined;
	/** gives the caller the result @type {(value: unknown) => void} */
	resolve = nobodyListens;
	/** gives the caller an error @type {(error: unknown) => void} */
	reject = nobodyListens;

	/**
	 * @param {UnitReference} reference
	 * @param {unknown[]} args
	 */
	constructor(reference, args) {
		this.reference = reference;
		this.args = args;
	}

	/** @param {unknown[] | (() => unknown[]) | undefined} captures as the stub gives them */
	takeCaptures(captures) {
		if (typeof captures === 'function') this.readCaptures = captures;
		this.captures = typeof captures === 'function' ? captures() : captures;
	}

	/** @returns {Origins} */
	openOrigins() {
		return (this.origins ??= new Origins(OF_HOST));
	}

	/** @param {AbortSignal} signal among its values @returns {object} what crosses in its place */
	lendSignal(signal) {
		return lendSignal(this, signal);
	}

	/**
	 * whether it must not share a batch: what it moves is gone once sent, tasks with functions of the host's stay open, and a generator
	 * begins by a task of its own kind
	 */
	get isAlone() {
		const { transferList, callback, generator, loan } = this;
		if (transferList !== undefined || callback !== undefined || generator !== undefined)
			return true;
		return (loan?.functions.size ?? 0) > 0;
	}
}
