/** @import { Handle } from './handle.js' */
import { spanUsage } from '../memory/spans.js';

// What a thread has found out about a GEM (access/kept.js) ends with its handle, which nobody in a pool's thread has between two
// calls: the next one would decode all texts again. So those that have come with calls are held for a while longer. It delays the end of
// a GEM's memory by that while; so they are few, and small beside what there is.

/** How many. */
const MOST = 16;
/** Of all memory that GEMs may take. */
const SHARE = 1 / 64;
/** Milliseconds without a call that brings one. */
const WHILE = 250;

/** The one that came last is the last. Per-thread state. @type {Handle[]} */
const recent = [];

/** Whether one has come since the timer looked, and the timer. Per-thread state. @type {{ isTouched: boolean, timer: NodeJS.Timeout | undefined }} */
const state = { isTouched: false, timer: undefined };

/**
 * Hold a GEM that has come with a call.
 *
 * Threads: one. Blocks: never.
 *
 * @param {Handle} handle
 */
export function holdForAWhile(handle) {
	state.isTouched = true;
	if (recent[recent.length - 1] === handle) return;
	const at = recent.indexOf(handle);
	if (at >= 0) recent.splice(at, 1);
	recent.push(handle);
	if (at < 0) shrink();
	state.timer ??= setTimeout(look, WHILE).unref();
}

/** Let go of those that came first, until the rest is few and small. */
function shrink() {
	const limit = spanUsage().limitBytes * SHARE;
	let bytes = 0;
	let first = recent.length;
	while (first > 0 && recent.length - first < MOST) {
		const { region, isUsable } = recent[first - 1];
		// Another thread is not asked whether the memory of an abandoned one is in order.
		bytes += isUsable ? region.usage().bytes : 0;
		if (bytes > limit) break;
		first--;
	}
	recent.splice(0, first);
}

function look() {
	state.timer = undefined;
	if (state.isTouched) state.timer = setTimeout(look, WHILE).unref();
	else recent.length = 0;
	state.isTouched = false;
}
