/** @import { Member } from './member.js' */
import { noReply, workersFailed } from '../errors/codes.js';
import { reasonOf } from '../errors/record.js';
import { Object } from '../primordials.js';

/**
 * What one thread has to do in a round, and has done.
 *
 * @typedef {object} Share
 * @property {Member} member
 * @property {number} unhandled messages that the thread has been sent and has not handled
 * @property {boolean} hasReplied
 * @property {unknown} value the latest reply
 * @property {unknown[]} errors of its listeners, or of the thread
 * @property {boolean} isIdle whether nothing was left to do in the thread once it had handled what it was sent
 * @property {boolean} isSettled
 */

/**
 * The messages from one `gather` to the next, and what became of them.
 *
 * A share is settled once all its messages are handled and there is a reply or an error: a reply does not end it at once, so that
 * what a listener throws after it replied is not lost, and what it printed comes first.
 */
export class Round {
	/** @type {Map<Member, Share>} */
	#shares = new Map();
	/** settled ones, in the order in which that happened @type {Share[]} */
	#settled = [];
	/** @type {(() => void)[]} those who wait for the next one */
	#waiting = [];

	/** whether somebody will hear of its replies and errors */
	isGathered = false;

	/** @param {number} id which its messages and the replies to them carry */
	constructor(id) {
		this.id = id;
	}

	/** @param {Member} member that gets a message of it */
	onSent(member) {
		const share = this.#shares.get(member);
		if (share) {
			share.unhandled++;
			share.isIdle = false;
			return;
		}
		this.#shares.set(member, {
			member,
			unhandled: 1,
			hasReplied: false,
			value: undefined,
			errors: [],
			isIdle: false,
			isSettled: false,
		});
	}

	/** @param {Member} member */
	onHandled(member) {
		const share = this.#shareOf(member);
		share.unhandled--;
		this.#trySettle(share);
	}

	/**
	 * @param {Member} member
	 * @param {unknown} error
	 */
	onFailed(member, error) {
		const { errors } = this.#shareOf(member);
		errors.push(error);
		if (this.isGathered) {
			this.#trySettle(this.#shareOf(member));
			return;
		}
		// It may be gathered by the call that comes next.
		queueMicrotask(() => {
			if (this.isGathered) return;
			errors.splice(errors.indexOf(error), 1);
			reportUnhandled(error);
		});
	}

	/**
	 * @param {Member} member
	 * @param {unknown} value
	 */
	onReplied(member, value) {
		const share = this.#shareOf(member);
		if (share.isSettled) return;
		share.hasReplied = true;
		share.value = value;
		this.#trySettle(share);
	}

	/** @param {Member} member that has nothing left to do */
	onIdle(member) {
		const share = this.#shareOf(member);
		share.isIdle = share.unhandled === 0;
		this.#trySettle(share);
	}

	/**
	 * @param {Member} member that will not handle its messages
	 * @param {unknown} death
	 * @param {boolean} isFailure whether somebody has to hear of it, though nobody gathers
	 */
	onDeath(member, death, isFailure) {
		const share = this.#shareOf(member);
		if (share.isSettled) return;
		const isWaitedFor = this.isGathered
			? share.unhandled > 0 || !share.hasReplied
			: share.unhandled > 0 && isFailure;
		share.unhandled = 0;
		if (isWaitedFor) this.onFailed(member, death);
		else this.#trySettle(share);
	}

	/**
	 * Wait for all shares.
	 *
	 * @returns {Promise<unknown[]>} replies, one of each thread that was sent something, in the order of threads
	 */
	async gather() {
		this.isGathered = true;
		for (const share of this.#shares.values()) this.#trySettle(share);
		for await (const _ of this.replies()) continue;
		const shares = [...this.#shares.values()].sort((a, b) => a.member.index - b.member.index);
		const failed = shares.filter(({ errors }) => errors.length > 0);
		if (failed.length === 0) return shares.map(({ value }) => value);
		throw describeErrors(
			failed.flatMap(({ errors }) => errors),
			failed.length,
			shares.length,
		);
	}

	/** @returns {AsyncGenerator<unknown, void>} replies, as they come; those of threads that failed are left out */
	async *replies() {
		for (let next = 0; next < this.#shares.size; next++) {
			while (next >= this.#settled.length) {
				await new Promise((resolve) => this.#waiting.push(() => resolve(undefined)));
			}
			const { errors, value } = this.#settled[next];
			if (errors.length === 0) yield value;
		}
	}

	/** @param {Member} member */
	#shareOf(member) {
		return /** @type {Share} */ (this.#shares.get(member));
	}

	/** @param {Share} share */
	#trySettle(share) {
		const { unhandled, hasReplied, errors, isIdle, member } = share;
		if (!this.isGathered || share.isSettled || unhandled > 0) return;
		if (!hasReplied && errors.length === 0) {
			if (!isIdle && !member.death) return;
			const { index, module } = member;
			errors.push(member.death ?? noReply({ module }, { worker: index }));
		}
		share.isSettled = true;
		this.#settled.push(share);
		member.onShareSettled(this);
		for (const wake of this.#waiting.splice(0)) wake();
	}
}

/**
 * Let an error that nobody asks for end the program as any other does.
 *
 * @param {unknown} error
 */
export function reportUnhandled(error) {
	void Promise.reject(error);
}

/**
 * @param {unknown[]} errors at least one
 * @param {number} failed threads
 * @param {number} size threads
 * @returns {unknown} the error itself when there is one, or when all say the same
 */
function describeErrors(errors, failed, size) {
	const [first] = errors;
	if (errors.every((error) => textOf(error) === textOf(first))) return first;
	return workersFailed({ failed, size, reason: reasonOf(first) }, { errors, cause: first });
}

/** @param {unknown} error */
const textOf = (error) => `${Object(error).code} ${Object(error).name}: ${reasonOf(error)}`;
