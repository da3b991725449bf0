/** @import { Way } from './index.js' */

/** Processes of node:cluster, with its JSON over pipes: what the paper calls Node.js. @type {Way} */
export const processes = {
	name: 'cluster, JSON',
	prepare: (content) => content,
	post: (target, message) => target.send(message),
	listen: (source, listener) => source.on('message', listener),
	view: (body) => body,
	plain: (body) => body,
};
