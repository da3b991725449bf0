// Variables of other modules that units read, as the modules show them (internal/state.cjs).
/** @import { Readable } from './checks.js' */
/** @import { Shown, State } from '../internal/state.cjs' */

import { OwnMap } from '../primordials.js';
import { ownOf } from './content-readers.js';

const KEY = Symbol.for('@lapidary/runtime.shown');

/** @param {string} path `store`, `process.store`, `@@app.store` for a symbol of the registry @returns {unknown} undefined where reading it would run code */
function valueOfGlobal(path) {
	const [, isOfProcess, isSymbol, name] = /** @type {RegExpExecArray} */ (
		/^(process\.)?(@@)?([^]*)$/.exec(path)
	);
	return ownOf(isOfProcess ? process : globalThis, isSymbol ? Symbol.for(name) : name)?.value;
}

/** @param {string} file @returns {State} undefined where this thread has not loaded it */
function stateOf(file) {
	const { [KEY]: shown } = /** @type {{ [KEY]?: Shown }} */ (globalThis);
	return /** @type {State} */ (shown?.get(file));
}

/**
 * @param {string} local name of a variable
 * @param {string} file that has it, by its name in the build; empty for a global
 * @param {() => readonly string[]} [closedOver] names of variables that closures in a global read
 * @returns {Readable} throws where this thread has not loaded the file
 */
export function shownRoot(local, file, closedOver = () => []) {
	if (file === '') return { read: () => valueOfGlobal(local), closedOver };
	return {
		read: () => stateOf(file).readers[local](),
		closedOver: () => stateOf(file).closedOver,
	};
}

/**
 * @param {string} local name of a variable
 * @param {string} file that has it, by its name in the build
 * @returns {() => unknown} reads it, once this thread has loaded the file; throws before
 */
export function readerOf(local, file) {
	const holder = /** @type {{ [KEY]?: Shown }} */ (globalThis);
	const shown = (holder[KEY] ??= new OwnMap());
	return () => /** @type {State} */ (shown.get(file)).readers[local]();
}

/** @param {string} file @returns {readonly (() => unknown)[]} what reads its objects for which weak collections are asked */
export const knownIn = (file) => (file === '' ? [] : (stateOf(file)?.known ?? []));
