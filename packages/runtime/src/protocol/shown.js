// Variables of other modules that units read, as the modules show them (internal/state.cjs).
/** @import { Shown } from '../internal/state.cjs' */

const KEY = Symbol.for('@lapidary/runtime.shown');

/**
 * @param {string} local name of a variable
 * @param {string} file that has it, by its name in the build
 * @returns {() => unknown} which throws where this thread has not loaded the file
 */
export function readerOf(local, file) {
	return () => {
		const { [KEY]: shown } = /** @type {{ [KEY]?: Shown }} */ (globalThis);
		const readers = /** @type {Record<string, () => unknown>} */ (shown?.get(file));
		return readers[local]();
	};
}
