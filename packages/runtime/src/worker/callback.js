/** @import { LoadedModule } from '../protocol/units.js' */
/** @import { CallbackRequest } from '../types.js' */
/** @import { CallBorrower } from './bridge.js' */
/** @import { Invocation } from './invoke.js' */
import { reasonOf } from '../errors/record.js';
import { Math } from '../primordials.js';
import {
	CALLBACK_GONE,
	CALLBACK_REFUSED,
	CALLED_BACK,
	RETURNED,
	UNCLONEABLE,
	UNKNOWN_CLASS,
} from '../protocol/messages.js';
import { onlyOrigins } from '../protocol/origins.js';
import { Refusal } from '../protocol/refusal.js';
import { registry } from '../protocol/registry.js';
import { canCross } from '../protocol/scan.js';
import { likeOriginal } from '../protocol/stand-in.js';
import { findUncloneable } from '../protocol/uncloneable.js';
import { invoke } from './invoke.js';
import { beginWork, countActive, endWork, isQuiet, nextTurn } from './left-behind.js';
import { flushOutput } from '../protocol/output.js';
import { packForHost, post } from './result.js';

// How long a thread is kept for a unit that has called back and still has timers or handles, in case it calls again.
const LINGER_MS = 1000;
const LONGEST_PAUSE_MS = 50;

// Tells the host when no code here can call a stand-in any more, so that it can let go of the function.
const standIns = new FinalizationRegistry((/** @type {number} */ id) => {
	registry.results?.postMessage([CALLBACK_GONE, id]);
});

/**
 * Run a unit in callback form [CB §IV.D, Listing 2]: its last argument is a stand-in for the host's function.
 *
 * The task stays open until the body has settled and nothing is left in this thread that could call the stand-in,
 * so that a callback which is never called neither keeps the process alive nor holds the thread.
 *
 * @param {LoadedModule} module
 * @param {Invocation} call without the callback
 * @param {CallbackRequest} request
 * @param {CallBorrower} borrower of the call
 * @returns {Promise<undefined>}
 */
export async function runWithCallback(module, { id, args, captures }, request, borrower) {
	const standIn = createStandIn(module, request, borrower);
	const baseline = countActive();
	const startMs = performance.now();
	const invocation = { id, args: [...args, standIn.call], captures };
	const running = invoke(module, invocation, startMs);
	borrower.started();
	const outcome = await borrower.finish(await running);
	beginWork();
	await untilQuiet(baseline, standIn.wasCalled);
	endWork();
	await flushOutput();
	// What the body returns mostly goes nowhere, so it need not be cloneable.
	const isDropped = outcome[0] === RETURNED && !request.promise;
	await post(isDropped ? [RETURNED, 0, outcome[2]] : outcome, module.classes);
	return undefined;
}

/**
 * @param {LoadedModule} module
 * @param {CallbackRequest} request
 * @param {CallBorrower} borrower of the call
 * @returns {{ call: Function, wasCalled: () => boolean }}
 */
function createStandIn({ classes }, { id, own }, borrower) {
	let called = false;
	/**
	 * @this {unknown}
	 * @param {unknown[]} args
	 */
	function call(...args) {
		called = true;
		const receiver = this === globalThis || !canCross(this, classes) ? undefined : this;
		let root = { receiver, callback: args };
		try {
			borrower.compareList();
			const packed = packForHost(root, classes, onlyOrigins(borrower));
			root = packed.root;
			registry.results?.postMessage(
				[CALLED_BACK, id, root, packed.notes],
				/** @type {any} */ (packed.transferList),
			);
		} catch (refusal) {
			// The host turns it into an error for the caller: a call back is never lost.
			const isRefusal = refusal instanceof Refusal;
			const path = isRefusal ? refusal.path : (findUncloneable(root) ?? 'callback');
			const reason = isRefusal ? refusal.reason : reasonOf(refusal);
			const kind = isRefusal ? UNKNOWN_CLASS : UNCLONEABLE;
			registry.results?.postMessage([CALLBACK_REFUSED, id, { path, reason }, kind]);
		}
	}
	likeOriginal(call, { own });
	standIns.register(call, id);
	return { call, wasCalled: () => called };
}

/**
 * @param {Map<string, number>} baseline what was active before the unit ran
 * @param {() => boolean} wasCalled
 */
async function untilQuiet(baseline, wasCalled) {
	let pauseMs = 0;
	let quietTurns = 0;
	let calledSinceMs = Infinity;
	// Two turns: what one turn starts shows up as active in the next.
	while (quietTurns < 2) {
		await nextTurn(pauseMs);
		if (isQuiet(baseline)) {
			quietTurns++;
			pauseMs = 0;
			continue;
		}
		quietTurns = 0;
		pauseMs = Math.min(2 * pauseMs + 1, LONGEST_PAUSE_MS);
		if (!wasCalled()) continue;
		const nowMs = performance.now();
		calledSinceMs = Math.min(calledSinceMs, nowMs);
		if (nowMs - calledSinceMs > LINGER_MS) return;
	}
}
