/** @import { CallOptions, UnitReference } from '../types.js' */
/** @import { Answer, Method } from './open-generator.js' */
import { isLapidaryError } from '../errors/lapidary-error.js';
import { captureStackTrace, Object, Reflect, splice } from '../primordials.js';
import { Call } from './call-record.js';
import { beginOnPool, modeOfCalls, runInside, theVerifier, toArray } from './call.js';
import { publishCall } from './events.js';
import { generateHere } from './generate-here.js';
import { endLoan } from './lend.js';
import { OpenGenerator } from './open-generator.js';
import { areMethodsReplaced, withOwnMethods } from './own-methods.js';
import { host } from './registry.js';
import { runInstead } from './run-instead.js';
import { withFrames } from './settle.js';

/**
 * Run a generator unit in a thread of its pool; its stub, an async generator, delegates to what this returns.
 *
 * Strict pull: the body runs only while the consumer waits for it. It lives in one thread from its first `yield` on, and does not occupy
 * it in between.
 *
 * @param {UnitReference} reference
 * @param {unknown[] | IArguments} args
 * @param {unknown[] | (() => unknown[])} [captures]
 * @param {Function} [original] the source's own function, for LAPIDARY_MODE=verify
 * @returns {AsyncGenerator<unknown, unknown, unknown>} its methods reject with what the body throws, or LP8001 to LP8015
 */
export function generate(reference, args, captures, original) {
	if (original && host.verifier?.isInside) return runInside(original, args);
	const options = host.ambient;
	host.ambient = undefined; // for this generator only
	const mode = modeOfCalls();
	const inline = reference.options.optional ? original : undefined;
	if (mode === 'verify') {
		const made = new Call(reference, toArray(args));
		made.original = original;
		return theVerifier().generate(made, () =>
			generateOnPool({ reference, args, captures, options, inline }),
		);
	}
	if (mode !== 'pool')
		return generateHere(new Call(reference, toArray(args)), captures, { mode, inline });
	return generateOnPool({ reference, args, captures, options, inline });
}

/**
 * @param {Omit<Opening, 'args' | 'trace'> & { args: unknown[] | IArguments }} opening
 * @returns {AsyncGenerator<unknown, unknown, unknown>}
 */
function generateOnPool({ reference, args, captures, options, inline }) {
	/** @type {import('../types.js').Trace} */
	const captured = {};
	captureStackTrace(captured, generate);
	// As text: until somebody reads it, it holds on to the stub's generator, which would never be collected.
	const trace = { stack: captured.stack };
	const pulls = new Pulls({
		...{ reference, args: toArray(args), captures, options, trace, inline },
	});
	const generator = new RemoteGenerator(pulls);
	unreachable.register(generator, pulls);
	return /** @type {any} */ (generator);
}

/** @param {Function} inline a generator function of either kind @param {unknown[]} args @returns {AsyncGenerator<unknown, unknown, unknown>} */
export async function* runBody(inline, args) {
	return yield* Reflect.apply(inline, undefined, args);
}

/** Tells a thread when nobody can ask its generator for more. */
const unreachable = new FinalizationRegistry((/** @type {Pulls} */ pulls) => pulls.drop());

/**
 * @typedef {object} Pull
 * @property {Method} method
 * @property {unknown} value
 * @property {(result: IteratorResult<unknown>) => void} resolve
 * @property {(error: unknown) => void} reject
 *
 * @typedef {object} Opening
 * @property {UnitReference} reference
 * @property {unknown[]} args
 * @property {unknown[] | (() => unknown[]) | undefined} captures
 * @property {CallOptions | undefined} options
 * @property {import('../types.js').Trace} trace
 * @property {Function} [inline] of an optional unit: the source's own function
 */

/** What a consumer asks a generator for, in order. Knows nothing of the consumer's object, so that that can be collected. */
class Pulls {
	/** the first is being answered @type {Pull[]} */
	#queue = [];
	#isWaiting = false;
	#isOver = false;
	/** why it is over @type {{ error: Error, isClosed: boolean } | undefined} */
	#failure;
	/** @type {OpenGenerator | undefined} undefined until it is asked for its first value */
	#open;
	/** until then @type {Opening | undefined} */
	#opening;
	#reference;
	/** the body, where its values could not be sent @type {AsyncGenerator<unknown, unknown, unknown> | undefined} */
	#here;
	/** for those who count and trace: the generator from its beginning to its end, as one call */
	#whole;

	/** @param {Opening} opening */
	constructor(opening) {
		this.#opening = opening;
		this.#reference = opening.reference;
		this.#whole = new Call(opening.reference, []);
	}

	/**
	 * @param {Method} method
	 * @param {unknown} value
	 * @returns {Promise<IteratorResult<unknown>>}
	 */
	add(method, value) {
		if (areMethodsReplaced()) return withOwnMethods(() => this.add(method, value));
		if (this.#here) return this.#here[method](/** @type {any} */ (value));
		return new Promise((resolve, reject) => {
			this.#queue.push({ method, value, resolve, reject });
			this.#pump();
		});
	}

	/** Run the source's own generator: nothing of the other one has begun. @param {Function} inline @param {unknown[]} args */
	#runHere(inline, args) {
		const body = runBody(inline, args);
		this.#here = body;
		this.#open = undefined;
		this.#isWaiting = false;
		for (const { method, value, resolve, reject } of splice(this.#queue, 0))
			body[method](/** @type {any} */ (value)).then(resolve, reject);
		this.#end({});
	}

	/** The consumer's object is gone. */
	drop() {
		this.#open?.drop();
	}

	#pump() {
		while (!this.#isWaiting && this.#queue.length > 0) {
			const [pull] = this.#queue;
			if (this.#isOver || (!this.#open && pull.method !== 'next')) {
				this.#queue.shift();
				this.#answerHere(pull);
				continue;
			}
			this.#isWaiting = true;
			if (this.#open) this.#open.send(pull.method, pull.value, (answer) => this.#answer(answer));
			else this.#begin();
		}
	}

	/** @param {Pull} pull of a body that is not there, or not any more: what a generator does then */
	#answerHere({ method, value, resolve, reject }) {
		this.#isOver = true;
		const failure = this.#failure;
		if (failure && !(method === 'return' && failure.isClosed)) reject(failure.error);
		else if (method === 'throw') reject(value);
		else if (method === 'next') resolve({ value: undefined, done: true });
		else Promise.resolve(value).then((settled) => resolve({ value: settled, done: true }), reject);
	}

	/** Send the first step, as a call. */
	#begin() {
		const { reference, args, captures, options, trace, inline } = /** @type {Opening} */ (
			this.#opening
		);
		this.#opening = undefined;
		const call = new Call(reference, args);
		if (inline) call.here = () => this.#runHere(inline, args);
		const open = new OpenGenerator(reference, { id: host.nextGeneratorId++, trace }, (...why) =>
			this.#fail(...why),
		);
		this.#open = open;
		call.generator = open;
		call.origins = open.openOrigins();
		call.trace = trace;
		call.resolve = (value) => this.#answer({ ok: true, value, done: open.isGone });
		call.reject = (error) => this.#onFirstFailed(open, error);
		reference.figures.calls++;
		try {
			publishCall(this.#whole);
			call.takeCaptures(captures);
			open.begin();
			beginOnPool(call, options, generate);
			open.dispatcher = call.dispatcher;
			open.timeoutMs = call.timeoutMs;
			open.signal = call.signal;
		} catch (error) {
			if (runInstead(call, error)) return;
			call.isSettled = true;
			endLoan(call);
			call.reject(isLapidaryError(error) ? withFrames(error, trace) : error);
		}
	}

	/**
	 * @param {OpenGenerator} open
	 * @param {any} error of the call
	 */
	#onFirstFailed(open, error) {
		if (open.isGone) {
			this.#answer({ ok: false, error, done: true });
		} else {
			open.onFirstFailed();
			this.#fail(error, true);
		}
	}

	/** @param {Answer} answer */
	#answer(answer) {
		const pull = this.#queue.shift();
		this.#isWaiting = false;
		if (!answer.ok) {
			this.#end({ error: answer.error });
			pull?.reject(answer.error);
		} else {
			if (answer.done) this.#end({});
			pull?.resolve({ value: answer.value, done: answer.done });
		}
		this.#pump();
	}

	/**
	 * @param {Error} error
	 * @param {boolean} isClosed whether the body is closed as by `return()`, so that nothing is left to do for who calls it
	 */
	#fail(error, isClosed) {
		this.#failure = { error, isClosed };
		this.#end({ error });
		const pulls = splice(this.#queue, 0);
		this.#isWaiting = false;
		for (const pull of pulls) pull.reject(error);
	}

	/** @param {{ error?: unknown }} how */
	#end(how) {
		if (this.#isOver) return;
		this.#isOver = true;
		const { figures } = this.#reference;
		if ('error' in how) {
			figures.failed++;
			this.#whole.reject(how.error);
		} else {
			figures.completed++;
			this.#whole.resolve(undefined);
		}
	}
}

/** The consumer's side of a generator that runs elsewhere. */
class RemoteGenerator {
	#pulls;

	/** @param {Pulls} pulls */
	constructor(pulls) {
		this.#pulls = pulls;
	}

	/** @param {unknown} [value] what `yield` evaluates to */
	next(value) {
		return this.#pulls.add('next', value);
	}

	/** @param {unknown} [value] */
	return(value) {
		return this.#pulls.add('return', value);
	}

	/** @param {unknown} [error] thrown where the body is */
	throw(error) {
		return this.#pulls.add('throw', error);
	}

	[Symbol.asyncIterator]() {
		return this;
	}
}

// Not in every version of Node.
const { asyncDispose } = /** @type {{ asyncDispose?: symbol }} */ (/** @type {unknown} */ (Symbol));
if (asyncDispose) {
	Object.defineProperty(RemoteGenerator.prototype, asyncDispose, {
		/** @this {RemoteGenerator} */
		async value() {
			await this.return(undefined);
		},
		writable: true,
		configurable: true,
	});
}
