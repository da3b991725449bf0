// Symbols that every thread has, as keys of properties; both sides.
import { Reflect } from '../primordials.js';

/** The symbol is `Symbol.for(key)`. */
export const REGISTERED = 1;
/** The symbol is `Symbol[key]`. */
export const WELL_KNOWN = 2;

/** @typedef {[kind: number, key: string]} SymbolKey */

/** @param {symbol} symbol @returns {SymbolKey | undefined} undefined for one that only this side knows */
export function describeSymbol(symbol) {
	const registered = Symbol.keyFor(symbol);
	if (registered !== undefined) return [REGISTERED, registered];
	const name = symbol.description?.replace(/^Symbol\./, '') ?? '';
	return Reflect.get(Symbol, name) === symbol ? [WELL_KNOWN, name] : undefined;
}

/** @param {SymbolKey} key @returns {symbol} */
export const symbolOf = ([kind, key]) =>
	kind === REGISTERED ? Symbol.for(key) : Reflect.get(Symbol, key);
