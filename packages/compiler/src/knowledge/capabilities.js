/**
 * What code can do that reaches out of what it computes.
 *
 * `acts`: on the world or its thread, in another way than the others; `globals`: it changes globals or built-in objects, or hands the global object
 * on; `text`: it evaluates text as code; `unread`: what it does cannot be read from its sources.
 *
 * @typedef {'files' | 'network' | 'processes' | 'clock' | 'random' | 'timers' | 'environment' | 'prints' | 'text' | 'globals' | 'acts' | 'unread'} Kind
 */

/** What a package can do, in words that follow `can`. @type {Record<Kind, string>} */
export const CAN = {
	files: 'use files',
	network: 'use the network',
	processes: 'start or end processes and threads',
	clock: 'read the clock',
	random: 'draw random numbers',
	timers: 'set timers',
	environment: 'read the environment',
	prints: 'print',
	text: 'evaluate text as code',
	globals: 'change globals',
	acts: 'act on the world',
	unread: 'do what its sources do not show',
};

/**
 * Kinds of which a call that makes a value may be the act itself: `new Redis()` connects, `new Worker(…)` starts a thread, and what native code does
 * is not to be read.
 *
 * @type {ReadonlySet<Kind>}
 */
export const MAY_BE_ACTS = new Set(/** @type {Kind[]} */ (['network', 'processes', 'unread']));
