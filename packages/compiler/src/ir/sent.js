/** @import { Channel } from './module.js' */

/** @param {Channel} channel @returns {boolean} the value of such a capture is read at each call, and crosses with the arguments */
export const isSent = (channel) => channel === 'snapshot' || channel === 'gem';

/** Why a GEM has its channel. */
export const BY_REFERENCE =
	'a GEM: a reference to it crosses at each call, and all threads share it';
