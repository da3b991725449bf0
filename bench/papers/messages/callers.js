/** @import { Contender } from './measure.js' */
/** @import { Caller } from './pools.js' */
import { deepStrictEqual } from 'node:assert/strict';
import { isGem, snapshot } from '@lapidary/runtime/gem';
import { makeRecords } from './content.js';
import { openPools } from './pools.js';

/**
 * Pools as Ping has them: the message goes to a function in a thread, which gives it back.
 *
 * @param {number} bytes
 * @returns {Promise<Contender[]>}
 */
export async function openCallers(bytes) {
	const content = makeRecords(bytes);
	const pools = Object.entries(await openPools());
	for (const [, pool] of pools) await checkEcho(pool, content);
	return pools.map(([key, { prepare, call, close }]) => {
		let message = prepare(content);
		return {
			key,
			async run() {
				message = await call('echo', message);
				return 1;
			},
			close,
		};
	});
}

/** @param {Caller} pool @param {any} content */
async function checkEcho({ prepare, call }, content) {
	const back = await call('echo', prepare(content));
	deepStrictEqual(isGem(back) ? snapshot(back) : back, content);
}
