/** @import { Context } from '../define/context.js' */
import { Sync } from '../define/index.js';
import { endedWith, NOBODY } from './holders.js';
import { refused } from './refused.js';

// Who owns a GEM: `internal.owner`, and what this thread knows of it, `local.isMine`. The owner alone sets it back, so that who
// has once become it need not look again.

/**
 * Become the owner, unless another thread is.
 *
 * @param {Pick<Context, 'internal' | 'local' | 'abandon' | 'revoke'>} context
 * @param {string} access
 * @param {string} key
 * @throws {Error} LP8101, LP8102
 *
 * Threads: any. Blocks: never.
 */
export function own(context, access, key) {
	const { internal, local } = context;
	if (local.isMine) return;
	const me = Sync.currentThread();
	// Pairs with the compareAndSet in giveUp: what the owner before wrote is seen.
	while (!internal.owner.compareAndSet(NOBODY, me)) {
		const owner = internal.owner.get();
		if (owner === me) break;
		if (owner !== NOBODY) throw notOwner(context, access, key);
	}
	local.isMine = true;
	context.revoke();
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {Pick<Context, 'internal' | 'local' | 'revoke'>} context
 */
export function giveUp(context) {
	const { internal, local } = context;
	local.isMine = false;
	context.revoke();
	internal.owner.compareAndSet(Sync.currentThread(), NOBODY); // publishes what was written; pairs with own
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {Pick<Context, 'internal' | 'abandon'>} context
 * @param {string} access
 * @param {string} key
 * @returns {Error} LP8101, LP8102
 */
export function notOwner(context, access, key) {
	const dead = endedWith(() => context.internal.owner.get());
	if (dead !== NOBODY) return context.abandon(dead, 'owned it');
	const reason = 'another thread owns the GEM';
	return refused(access, key, reason, 'let the owner release it or send it back first');
}
