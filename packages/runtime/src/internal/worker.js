/**
 * What emitted worker modules import; exactly the names of abi.js. As worker.cjs, and not by it: Node starts a reader of CommonJS
 * in each thread that imports such a file.
 */
import { registry } from '../protocol/registry.js';

/** `stop[0] !== 0`: something in this thread is to end. In a thread that is not ours nothing ever is. */
export const stop = registry.stop ?? new Int32Array(new SharedArrayBuffer(4));

/** Return, or end what runs by an exception. */
export function stopped() {
	registry.stopped?.();
}
