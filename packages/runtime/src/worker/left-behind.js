// What calls have left running in this thread once they are over: timers, requests, promises.
/** @import { SharedWords } from '../protocol/atomics.js' */
import { inspect } from 'node:util';
import { Math, OwnMap } from '../primordials.js';
import { NO_CLASSES } from '../protocol/classes.js';
import { LEFT_ERROR, RESTED } from '../protocol/messages.js';
import { pack } from '../protocol/pack.js';
import { answerRest } from '../protocol/rest.js';
import { registry } from '../protocol/registry.js';
import { canCross } from '../protocol/scan.js';

const LONGEST_PAUSE_MS = 50;

/**
 * Per thread, like the registry.
 *
 * @typedef {Map<string, number>} Active timers, handles and requests that keep an event loop busy: how many of each kind
 */
const thread = {
	/** tasks that do something beside running code of a unit */
	working: 0,
	/** what is active without any call @type {Active} */
	baseline: new OwnMap(),
	isWatched: false,
	/** looks at what the calls have left before the host hears that it is over */
	beforeRest: () => undefined,
};

/** @param {() => undefined} look called before the host is told that nothing runs here any more */
export function beforeRest(look) {
	thread.beforeRest = look;
}

/** Note that a task begins to load modules, or waits for what a unit has left; what fails meanwhile is its. */
export function beginWork() {
	thread.working++;
}

/** Note that it has ended. */
export function endWork() {
	thread.working--;
}

/** Begin, before anything of the program's has run here. */
export function watchLeftBehind() {
	thread.baseline = countActive();
	process.on('uncaughtException', onUncaught);
}

/**
 * While a call runs, an error that nothing catches may be its, and nobody else would tell its caller, who would wait for ever: the thread
 * ends, and the call with it. Otherwise a call that is over has left what failed. The next one, which may be on its way here, has nothing to do
 * with it, and gets a thread that lives; the error goes to the host.
 *
 * @param {unknown} error
 * @param {string} origin
 */
function onUncaught(error, origin) {
	if (registry.running || registry.suspended.size > 0 || thread.working > 0) throw error;
	const value = canCross(error, NO_CLASSES) ? error : new Error(inspect(error, { depth: 1 }));
	const { root, notes } = pack({ value }, NO_CLASSES, { receiver: 'above' });
	registry.results?.postMessage([LEFT_ERROR, origin, root.value, notes]);
}

/**
 * Load a module of the program's. What it opens and keeps (a server that listens, a watched file) the host has opened as well, when it
 * loaded the module: while the host keeps its own, the process lives; what is here must not keep it alive any longer. Timers
 * and requests end by themselves, and would hide those of calls.
 *
 * @template T
 * @param {() => Promise<T>} load
 * @returns {Promise<T>}
 */
export async function loadWatched(load) {
	const before = countActive();
	const loaded = await load();
	for (const [kind, count] of countActive()) {
		const opened = count - (before.get(kind) ?? 0);
		if (HANDLE.test(kind) && opened > 0)
			thread.baseline.set(kind, (thread.baseline.get(kind) ?? 0) + opened);
	}
	return loaded;
}

/** `TCPServerWrap`, `UDPWrap`, `FSEventWrap`; not `TCPConnectWrap`, which is a request. */
const HANDLE = /(?<!Connect|Write|Send|Shutdown|Req)Wrap$/;

/** @returns {Active} */
export function countActive() {
	/** @type {Active} */
	const counts = new OwnMap();
	for (const kind of process.getActiveResourcesInfo())
		counts.set(kind, (counts.get(kind) ?? 0) + 1);
	return counts;
}

/**
 * By kind, because what was active before may end meanwhile: a read of the module loader must not hide a new timer.
 *
 * @param {Active} baseline
 * @returns {boolean} whether nothing is active but what was
 */
export function isQuiet(baseline) {
	return [...countActive()].every(([kind, count]) => count <= (baseline.get(kind) ?? 0));
}

/**
 * @param {number} pauseMs 0 = the next turn of the event loop
 * @returns {Promise<void>}
 */
export function nextTurn(pauseMs) {
	return new Promise((resolve) => {
		if (pauseMs === 0) setImmediate(resolve);
		else setTimeout(resolve, pauseMs).unref(); // referenced, it would count as active itself
	});
}

/** @returns {boolean} whether nothing runs in this thread that calls have left */
export const isAtRest = () => isQuiet(thread.baseline);

/** @param {SharedWords} words in which the host waits for the answer */
export function tellRest(words) {
	const isLive = !isAtRest();
	if (!isLive) thread.beforeRest();
	// In words and as a message: a host that has not waited for the one keeps the process alive until the other.
	if (!isLive) registry.results?.postMessage([RESTED]);
	answerRest(words, isLive);
	if (isLive && !thread.isWatched) void watchUntilQuiet();
}

async function watchUntilQuiet() {
	thread.isWatched = true;
	for (let pauseMs = 0; !isAtRest();) {
		await nextTurn(pauseMs);
		pauseMs = Math.min(2 * pauseMs + 1, LONGEST_PAUSE_MS);
	}
	thread.isWatched = false;
	thread.beforeRest();
	registry.results?.postMessage([RESTED]);
}
