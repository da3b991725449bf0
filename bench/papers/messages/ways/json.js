/** @import { Way } from './index.js' */

/** Messages as JSON, between threads. @type {Way} */
export const json = {
	name: 'worker_threads, JSON',
	prepare: (content) => content,
	post: (target, message) => target.postMessage(JSON.stringify(message)),
	listen: (source, listener) =>
		source.on('message', (/** @type {string} */ text) => listener(JSON.parse(text))),
	view: (body) => body,
	plain: (body) => body,
};
