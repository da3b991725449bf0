/** @import { Inbox } from '../protocol/registry.js' */
import { notInWorker } from '../errors/codes.js';
import { Object } from '../primordials.js';
import { registry } from '../protocol/registry.js';

/**
 * The thread that this code runs in, as a member of the `Workers` that started it. [GEM16 Fig. 1, 2, 5]
 *
 * @example
 * import { worker } from '@lapidary/runtime/workers';
 * worker.on('message', (rows) => {
 * 	worker.reply(rows.length);
 * });
 */
export const worker = Object.freeze({
	/**
	 * Listen. A message waits until the listeners of those before it have ended (returned, or settled their promises); messages that
	 * nothing listens to yet wait, too. When a listener throws or rejects, the `gather` that the message belongs to rejects.
	 *
	 * @param {'multicast' | 'scatter' | 'message'} event what is listened to: the method of `Workers`; `message` is `send`
	 * @param {(...values: any[]) => unknown} listener gets copies of what was sent
	 * @returns {typeof worker}
	 * @throws {Error} LP8024 in other threads
	 */
	on(event, listener) {
		inboxFor('on').listen(event, listener);
		return worker;
	},

	/**
	 * Reply to the message whose listener has led here, and what was sent along with it; where no listener has, to the latest one.
	 *
	 * @param {unknown} value
	 * @returns {typeof worker}
	 * @throws {Error} LP8021 for what cannot cross, LP8024 in other threads and before the first message
	 */
	reply(value) {
		const inbox = inboxFor('reply');
		if (inbox.round === undefined) {
			throw notInWorker({
				method: 'reply',
				reason: 'nothing has been delivered that it could reply to',
			});
		}
		inbox.reply(value);
		return worker;
	},
});

/**
 * @param {string} method
 * @returns {Inbox}
 */
function inboxFor(method) {
	const { inbox } = registry;
	if (inbox) return inbox;
	throw notInWorker({ method, reason: 'this thread was not started by `Workers`' });
}
