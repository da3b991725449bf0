/** @import { Way } from './index.js' */

/** Node's own messages: a structured clone for each receiver. @type {Way} */
export const clone = {
	name: 'worker_threads, clone',
	prepare: (content) => content,
	post: (target, message) => target.postMessage(message),
	listen: (source, listener) => source.on('message', listener),
	view: (body) => body,
	plain: (body) => body,
};
