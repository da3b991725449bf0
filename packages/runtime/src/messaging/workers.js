/** @import { ResourceLimits } from '../types.js' */
import { availableParallelism } from 'node:os';
import { workersClosed } from '../errors/codes.js';
import { Object } from '../primordials.js';
import { Member } from './member.js';
import { readOptions, readUrl } from './options.js';
import { cutIntoParts } from './partition.js';
import { Round } from './round.js';

/**
 * @typedef {object} WorkersOptions
 * @property {number} [size] threads, 1 to 1024; default `os.availableParallelism()`
 * @property {string} [name] of the threads, for debuggers
 * @property {ResourceLimits} [resourceLimits] of each thread
 */

/**
 * The replies of a round: a promise of all of them, and an iteration over each as it comes.
 *
 * @template T
 * @typedef {Promise<T> & AsyncIterable<any>} Gathering
 */

/**
 * Threads that each run a module of the program, and live as long as that is of use.
 *
 * They are told apart by their index, get messages in the order in which they are sent, handle them one at a time, and reply.
 * A thread that has ended is not replaced. The process ends by itself when all messages are handled and nothing is gathered. [GEM16 Fig. 1, 2]
 *
 * @example
 * import { Workers } from '@lapidary/runtime/workers';
 * const workers = new Workers(new URL('./count.js', import.meta.url));
 * const counts = await workers.multicast(['some', 'words']).scatter(registry).gather();
 */
export class Workers {
	#members;
	#lastId = 0;
	#round = new Round(0);
	/** @type {Promise<void> | undefined} */
	#closed;

	/**
	 * @param {URL | string} url of the module: a URL (relative ones by `new URL('./count.js', import.meta.url)`), or the path of a file
	 * @param {WorkersOptions} [options]
	 * @throws {Error} LP8009 for what is no URL, and for options that are not accepted
	 */
	constructor(url, options = {}) {
		const href = readUrl(url);
		const { size = availableParallelism(), ...others } = readOptions(options);
		this.#members = Array.from({ length: size }, (_, index) => new Member(href, index, others));
	}

	/** @returns {number} of threads, those that have ended included */
	get size() {
		return this.#members.length;
	}

	/**
	 * Send the same to all threads: `worker.on('multicast', (…values) => …)`.
	 *
	 * What `transfer()` has marked is moved to the last of them; the others get copies.
	 *
	 * @param {...unknown} values
	 * @returns {this}
	 * @throws {Error} LP8021 for what cannot cross, LP8023 after `close`
	 */
	multicast(...values) {
		return this.#send('multicast', () => values);
	}

	/**
	 * Send each thread a part: `worker.on('scatter', (part) => …)`.
	 *
	 * @param {unknown} value array, typed array, Map, Set, plain object; see `cutIntoParts`
	 * @returns {this}
	 * @throws {Error} LP8022 for other values, LP8021 for what cannot cross, LP8023 after `close`
	 */
	scatter(value) {
		const parts = cutIntoParts(value, this.size);
		return this.#send('scatter', (index) => [parts[index]]);
	}

	/**
	 * Send something to one thread: `worker.on('message', (…values) => …)`.
	 *
	 * @param {number} index of the thread, 0 to `size - 1`
	 * @param {...unknown} values
	 * @returns {this}
	 * @throws {Error} RangeError for another index, LP8021 for what cannot cross, LP8023 after `close`
	 */
	send(index, ...values) {
		const member = this.#members[index];
		if (!member) throw new RangeError(`there is no worker ${index} among ${this.size}`);
		return this.#send('message', () => values, [member]);
	}

	/**
	 * Get the replies to what has been sent since the previous call: one of each thread that was sent something, the last that it made.
	 *
	 * Waits until each of these threads has handled all of that, and has replied or failed. Rejects then with what a listener threw,
	 * with LP8017 to LP8020, or with LP8025 when several threads failed in different ways. The replies themselves can be
	 * taken as they come: `for await (const reply of workers.gather())`.
	 *
	 * @template [T=any[]]
	 * @param {(results: any[]) => T} [callback] called with the replies, in the order of threads; what it returns, the promise gives
	 * @returns {Gathering<Awaited<T>>}
	 */
	gather(callback) {
		const round = this.#round;
		this.#round = new Round(++this.#lastId);
		const gathered = round.gather();
		for (const member of this.#members) member.onGathered();
		const promise = /** @type {Promise<any>} */ (callback ? gathered.then(callback) : gathered);
		const iterate = async function* () {
			promise.catch(() => undefined); // thrown below
			yield* round.replies();
			await promise;
		};
		return Object.assign(promise, { [Symbol.asyncIterator]: iterate });
	}

	/**
	 * End the threads, once they have handled what they were sent and what is gathered has come.
	 *
	 * @param {{ force?: boolean }} [options] `force` ends them at once: gathers that wait reject with LP8023
	 * @returns {Promise<void>} resolves when they have ended
	 */
	close({ force = false } = {}) {
		const members = this.#members;
		const end = () => Promise.all(members.map((member) => member.end(this.#describeClosed())));
		if (force) this.#closed = end().then(() => undefined);
		else {
			this.#closed ??= Promise.all(members.map((member) => member.whenDone()))
				.then(end)
				.then(() => undefined);
		}
		return this.#closed;
	}

	/**
	 * @param {string} event
	 * @param {(index: number) => unknown[]} valuesFor
	 * @param {Member[]} [members]
	 * @returns {this}
	 */
	#send(event, valuesFor, members = this.#members) {
		if (this.#closed) throw this.#describeClosed();
		const round = this.#round;
		const last = members[members.length - 1];
		try {
			for (const member of members) {
				const mayMove = event === 'scatter' || member === last;
				member.send(round, event, { values: valuesFor(member.index), mayMove });
			}
		} catch (error) {
			// Some threads may have got theirs: what becomes of it, nobody can make sense of.
			this.#round = new Round(++this.#lastId);
			for (const member of this.#members) member.onShareSettled(round);
			throw error;
		}
		return this;
	}

	#describeClosed() {
		return workersClosed({ module: this.#members[0].module });
	}
}
