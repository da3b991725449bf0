// Variables of other modules that units read, as the modules show them (internal/state.cjs).
/** @import { Readable } from './checks.js' */
/** @import { Shown, State } from '../internal/state.cjs' */

const KEY = Symbol.for('@lapidary/runtime.shown');

/**
 * @param {string} local name of a variable
 * @param {string} file that has it, by its name in the build
 * @returns {Readable} throws where this thread has not loaded the file
 */
export function shownRoot(local, file) {
	const state = () => {
		const { [KEY]: shown } = /** @type {{ [KEY]?: Shown }} */ (globalThis);
		return /** @type {State} */ (shown?.get(file));
	};
	return { read: () => state().readers[local](), closedOver: () => state().closedOver };
}
