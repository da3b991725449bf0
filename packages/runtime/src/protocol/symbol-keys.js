// Symbols that every thread has, or both modules have made, as keys of properties; both sides.
/** @import { Identities } from './identities.js' */
import { JSON, Reflect, keyOfSymbol, sliceText, symbolOfKey } from '../primordials.js';

/** The symbol is `Symbol.for(key)`. */
export const REGISTERED = 1;
/** The symbol is `Symbol[key]`. */
export const WELL_KNOWN = 2;
/** The symbol is what both modules have made; the key says where they have it. */
export const OWN = 3;

/** Of the descriptions of those that the platform has. */
const PREFIX = 'Symbol.';
const { Symbol } = globalThis;

/** @typedef {[kind: number, key: string]} SymbolKey */

/**
 * @param {symbol} symbol
 * @param {Identities} [identities] of this side
 * @returns {SymbolKey | undefined} undefined for one that only this side knows
 */
export function describeSymbol(symbol, identities) {
	const registered = keyOfSymbol(symbol);
	if (registered !== undefined) return [REGISTERED, registered];
	const text = symbol.description ?? '';
	const name = sliceText(text, 0, PREFIX.length) === PREFIX ? sliceText(text, PREFIX.length) : text;
	if (Reflect.get(Symbol, name) === symbol) return [WELL_KNOWN, name];
	const reference = identities?.refer(symbol);
	return reference && [OWN, JSON.stringify(reference)];
}

/**
 * @param {SymbolKey} key
 * @param {Identities} [identities] of this side
 * @returns {symbol}
 */
export function symbolOf([kind, key], identities) {
	if (kind === REGISTERED) return symbolOfKey(key);
	if (kind === WELL_KNOWN) return Reflect.get(Symbol, key);
	const { name, ...place } = JSON.parse(key);
	const found = identities?.find({ name, ...place });
	if (typeof found === 'symbol') return found;
	throw new TypeError(`this side has no symbol \`${name}\``);
}
