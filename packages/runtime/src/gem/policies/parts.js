/** @import { Context } from '../define/context.js' */
import { gemWouldBlock } from '../../errors/codes.js';
import { Sync } from '../define/index.js';
import { endedWith, NOBODY } from './holders.js';
import { refused } from './refused.js';

// Who has which part of an array: `internal.owners`, `internal.gatherer`, and those that this thread has, `local.parts` and
// `local.hasAll` (see partitioned.js).

/** @typedef {Pick<Context, 'internal' | 'local' | 'isCreator' | 'abandon' | 'revoke' | 'checkUnchanged'>} PartsContext */

/**
 * @template R
 * @param {PartsContext} context
 * @param {() => R} fn
 * @returns {R}
 */
function atGate(context, fn) {
	const { gate } = context.internal;
	const outcome = gate.lock();
	if (outcome === 'would-block') throw gemWouldBlock({ what: 'a snapshot', instead: 'a worker' });
	if (outcome === 'held') {
		const refusal = context.abandon(Sync.forsaken, 'handed its parts out');
		gate.unlock(); // those who wait for it are told
		throw refusal;
	}
	try {
		return fn();
	} finally {
		gate.unlock();
	}
}

/**
 * Take the first part that nobody has.
 *
 * @param {PartsContext} context
 * @returns {number} its number; -1 when there is no such part
 * @throws {Error} LP8101 while the creator has all of it, LP8102, LP8106
 *
 * Threads: any. Blocks: while another thread looks at all parts.
 */
export function takeNext(context) {
	const { internal, local } = context;
	return atGate(context, () => {
		if (local.hasAll) giveUpAll(context);
		checkGatherer(context);
		for (let part = 0; part < internal.partitions; part++) {
			const isFree = internal.owners.compareAndSet(part, NOBODY, Sync.currentThread());
			if (!isFree) continue; // pairs with releaseAll
			local.parts.push(part);
			context.revoke();
			return part;
		}
		return -1;
	});
}

/**
 * Take one part, which this thread may have already.
 *
 * @param {PartsContext} context
 * @param {number} part its number
 * @returns {number} the same
 * @throws {Error} LP8101 when there is no such part, another thread has it, or the creator has all of it; LP8102, LP8106
 *
 * Threads: any. Blocks: as takeNext.
 */
export function takePart(context, part) {
	const { internal, local } = context;
	const what = `part ${part}`;
	if (!(Number.isInteger(part) && part >= 0 && part < internal.partitions)) {
		const reason = `there are ${internal.partitions} parts`;
		throw refused('taking', what, reason, `ask for one from 0 to ${internal.partitions - 1}`);
	}
	return atGate(context, () => {
		if (local.hasAll) giveUpAll(context);
		checkGatherer(context);
		if (local.parts.includes(part)) return part;
		if (!internal.owners.compareAndSet(part, NOBODY, Sync.currentThread())) {
			const dead = endedWith(() => internal.owners.get(part));
			if (dead !== NOBODY) throw context.abandon(dead, 'had a part of it');
			const fix = 'take it once that one has released it, or take any part by `subset()`';
			throw refused('taking', what, 'another thread has it', fix);
		}
		local.parts.push(part); // pairs with releaseAll
		context.revoke();
		return part;
	});
}

/** @param {PartsContext} context @throws {Error} LP8101, LP8102 while the creator has all of it, or has ended with it */
function checkGatherer(context) {
	const { internal } = context;
	if (internal.gatherer.get() === NOBODY) return;
	const dead = endedWith(() => internal.gatherer.get());
	if (dead !== NOBODY) throw context.abandon(dead, 'had all of it');
	const reason = 'the thread that created it has taken it back by accessing it';
	const fix = 'access it there before it is sent, or once all is done';
	throw refused('taking', 'a part', reason, fix);
}

/**
 * Give back what this thread has.
 *
 * @param {PartsContext} context
 *
 * Threads: any. Blocks: never.
 */
export function releaseAll(context) {
	const { internal, local } = context;
	const me = Sync.currentThread();
	context.revoke();
	for (const part of local.parts) internal.owners.compareAndSet(part, me, NOBODY); // publishes what was written
	local.parts.length = 0;
	if (local.hasAll) giveUpAll(context);
}

/** @param {PartsContext} context of the creator @throws {Error} LP8101 in the middle of a change */
function giveUpAll(context) {
	const { internal, local } = context;
	context.checkUnchanged('releasing');
	local.hasAll = false;
	context.revoke();
	internal.gatherer.set(NOBODY); // publishes what was written; pairs with takeNext
}

/**
 * Read all of it, while nobody can take a part.
 *
 * @param {PartsContext} context
 * @param {() => unknown} read
 * @returns {unknown}
 * @throws {Error} LP8101, LP8102, LP8106
 *
 * Threads: any. Blocks: as takeNext.
 */
export function readFree(context, read) {
	return atGate(context, () => {
		checkOwners(context, 'reading', 'all elements');
		return read();
	});
}

/**
 * The creator takes all back.
 *
 * @param {PartsContext} context
 * @param {string} access
 * @param {string} key
 * @throws {Error} LP8101, LP8102, LP8106
 *
 * Threads: the creator. Blocks: as takeNext.
 */
export function gather(context, access, key) {
	atGate(context, () => {
		checkOwners(context, access, key);
		context.internal.gatherer.set(Sync.currentThread());
		context.local.hasAll = true;
		context.revoke();
	});
}

/** @param {PartsContext} context @param {string} access @param {string} key @throws {Error} LP8101, LP8102 when another thread has a part */
function checkOwners(context, access, key) {
	const { internal } = context;
	const me = Sync.currentThread();
	for (let part = 0; part < internal.partitions; part++) {
		const owner = internal.owners.get(part); // pairs with releaseAll
		if (owner === NOBODY || owner === me) continue;
		const dead = endedWith(() => internal.owners.get(part));
		if (dead !== NOBODY) throw context.abandon(dead, 'had a part of it');
		const reason = 'another thread has a part of it';
		throw refused(access, key, reason, 'wait until each thread has released its part');
	}
}

/**
 * Whether this thread may take all back: what a creator has taken as one of the threads is what it has.
 *
 * Threads: any. Blocks: never.
 *
 * @param {PartsContext} context
 * @returns {boolean}
 */
export const isFreeCreator = ({ isCreator, local }) =>
	isCreator && !local.hasAll && local.parts.length === 0;

/**
 * Threads: any. Blocks: never.
 *
 * @param {Pick<Context, 'internal' | 'local'>} context
 * @param {number} index
 * @returns {boolean} whether this thread has the element
 */
export const has = ({ internal, local }, index) =>
	local.hasAll || local.parts.includes(Math.trunc(index / internal.size));

/**
 * Threads: any; the answer is the thread's own. Blocks: never.
 *
 * @param {Pick<Context, 'internal' | 'local'>} context
 * @param {{ from: number, to: number }} wanted elements
 * @returns {{ from: number, to: number } | null} these when this thread has them; else the part that it got last, with those before and
 *   behind it that it has too
 */
export function granted({ internal: { size }, local: { hasAll, parts } }, wanted) {
	if (hasAll) return { from: 0, to: Infinity };
	if (parts.length === 0) return null;
	const from = Math.trunc(wanted.from / size);
	const isOne = from === Math.trunc((wanted.to - 1) / size) && parts.includes(from);
	let first = isOne ? from : parts[parts.length - 1];
	let last = first;
	while (parts.includes(first - 1)) first--;
	while (parts.includes(last + 1)) last++;
	return { from: first * size, to: (last + 1) * size };
}
