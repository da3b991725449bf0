/** @import { ResultMessage } from '../protocol/messages.js' */
import { reasonOf } from '../errors/record.js';
import { RETURNED, THREW_VALUE, UNCLONEABLE } from '../protocol/messages.js';
import { registry } from '../protocol/registry.js';
import { scanValues } from '../protocol/scan.js';
import { findUncloneable } from '../protocol/uncloneable.js';

/**
 * @param {unknown} value
 * @returns {boolean} whether cloning it cannot fail
 */
function isPrimitive(value) {
	return (
		value === null ||
		(typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol')
	);
}

/**
 * Post a result to the host; one that cannot be cloned becomes a message that says where and why.
 *
 * Posting is the check: cloning beforehand would cost each large result twice.
 *
 * @param {ResultMessage} outcome `outcome[3]` is the value
 */
export function post(outcome) {
	const port = registry.results;
	if (!port) throw new TypeError('a task arrived before the port for its results');
	const value = outcome[3];
	if (typeof value !== 'object' || value === null) {
		if (!isPrimitive(value)) {
			const path = outcome[0] === RETURNED ? 'result' : 'thrown';
			outcome[0] = UNCLONEABLE;
			outcome[3] = { path, reason: `it is a ${typeof value}` };
		}
		port.postMessage(outcome);
		return;
	}
	try {
		const { buffers, transferList } = scanValues({ result: value });
		if (buffers) outcome[4] = buffers;
		port.postMessage(
			outcome,
			/** @type {import('node:worker_threads').Transferable[]} */ (transferList),
		);
	} catch (refusal) {
		const root =
			outcome[0] === THREW_VALUE ? { thrown: Reflect.get(value, 'value') } : { result: value };
		const path = findUncloneable(root) ?? Object.keys(root)[0];
		const reason = reasonOf(refusal);
		port.postMessage([UNCLONEABLE, outcome[1], outcome[2], { path, reason }]);
	}
}

/** @returns {boolean} whether text of `console.log` is still on its way to the process's output */
export function hasPendingOutput() {
	return process.stdout.writableLength > 0 || process.stderr.writableLength > 0;
}

/**
 * Wait until output has left the thread: the host may exit as soon as it has the result.
 *
 * @returns {Promise<void>}
 */
export async function flushOutput() {
	for (const stream of [process.stdout, process.stderr]) {
		if (stream.writableLength > 0) {
			await new Promise((resolve) => stream.write('', () => resolve(undefined)));
		}
	}
}
