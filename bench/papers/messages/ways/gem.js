/** @import { Policy, Way } from './index.js' */
import { Owned, ReadOnly, receive, send, snapshot } from '@lapidary/runtime/gem';

/** @type {Record<Policy, { create(content: any): any }>} */
const TYPES = { Owned, ReadOnly };

/** A reference to memory that all threads share. @type {Way} */
export const gem = {
	name: 'GEM',
	prepare: (content, policy) => TYPES[policy].create(content),
	post: (target, message) => send(target, message),
	listen: (source, listener) => receive(source, listener),
	view: (body) => body,
	plain: (body) => snapshot(body),
};
