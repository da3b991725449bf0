'use strict';
// What emitted CommonJS worker modules require. It has to be there at once, where an ES module may not be requirable.
/** @import { ThreadRegistry } from '../protocol/registry.js' */

/** In a thread of ours it has been there since before the first worker module; elsewhere nothing is ever asked to end. */
const registry = /** @type {{ [key: symbol]: ThreadRegistry | undefined }} */ (globalThis)[
	Symbol.for('@lapidary/runtime.thread')
];

/** `stop[0] !== 0`: something in this thread is to end. A loop then calls `stopped`, which knows whether it is meant. */
const stop = registry?.stop ?? new Int32Array(new SharedArrayBuffer(4));

/** Return, or end what runs by an exception. */
function stopped() {
	registry?.stopped?.();
}

module.exports = { stop, stopped };
