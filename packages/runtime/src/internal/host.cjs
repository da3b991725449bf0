'use strict';
// What emitted CommonJS host modules require: the functions of host.js, and its state.

const { createBridge } = require('./bridge.cjs');

/** @typedef {typeof import('./host.js')} Host */

/**
 * @returns {Host | undefined} undefined where an ES module cannot be required: with
 *   `--no-experimental-require-module`, while somebody else's `import()` is still loading it, and under Jest
 */
function tryRequire() {
	try {
		return require('./host.js');
	} catch {
		return undefined; // the bridge below does the same, later
	}
}

const host = tryRequire() ?? createBridge(import('./host.js'));
const { unit, call, callWithCallback, callOrRun, generate, print, hasValue, receiver } = host;
const { callHereOrThere, here, there } = host;

module.exports = {
	unit,
	call,
	callHereOrThere,
	callWithCallback,
	callOrRun,
	generate,
	here,
	print,
	hasValue,
	receiver,
	there,
};
