/** @import { Parameter } from './guess-types.js' */
/** @import { Next } from './values.js' */
import { randomNumbers } from '../random.js';
import { splitAtTop, typeNamed } from './guess-types.js';
import { makeAny, makeBytes, makeFunction, makeObject } from './more-values.js';
import { listOf, makeNumber, makeString, pick } from './values.js';

/** @typedef {{ name: string, arity: number, parameters: Parameter[] | null, declarations: string }} Signature */

/**
 * Arguments for a call, the same ones for the same number.
 *
 * @param {Signature} signature
 * @param {number} index of the call: of every three, two are by the types of the parameters, where these are known
 * @returns {unknown[]}
 */
export function makeArguments({ name, arity, parameters, declarations }, index) {
	const next = randomNumbers(hash(name) + index * 7919);
	if (!parameters || index % 3 === 2) {
		const count = index % 5 === 0 ? Math.floor(next() * 4) : Math.max(arity, 1);
		// Arguments of one kind are what most functions want.
		const seed = next();
		const isEven = next() < 0.4;
		return Array.from({ length: count }, () => makeAny(isEven ? alike(seed, next) : next));
	}
	return parameters.flatMap(({ text, isOptional, isRest }) => {
		if (isOptional && next() < 0.4) return [undefined];
		const value = ofType(text, next, declarations, 4);
		return isRest && Array.isArray(value) ? value : [value];
	});
}

/** @param {number} first @param {Next} next @returns {Next} chooses one kind, and values of it at random */
function alike(first, next) {
	let isFirst = true;
	return () => {
		if (!isFirst) return next();
		isFirst = false;
		return first;
	};
}

/** @param {string} text @returns {number} */
const hash = (text) =>
	[...text].reduce((sum, sign) => (Math.imul(sum, 31) + sign.charCodeAt(0)) | 0, 7);

/** @type {[RegExp, (next: Next) => unknown][]} */
const NAMED = [
	[/^number$/, makeNumber],
	[/^string$/, makeString],
	[/^boolean$/, (next) => next() < 0.5],
	[/^bigint$/, (next) => BigInt(Math.floor(next() * 1e6))],
	[/^(null|undefined|void)$/, (next) => (next() < 0.5 ? null : undefined)],
	[/^(Uint8Array|Uint8ClampedArray|ArrayBufferView|Buffer)\b/, makeBytes],
	[/^Date$/, (next) => new Date(Math.floor(next() * 2e12))],
	[/^RegExp$/, () => /[a-f]+/g],
	[/=>|^Function$/, makeFunction],
	[/^(object|\{\s*\}|Record\b)/, makeObject],
];

/** @param {string} text @param {Next} next @param {string} declarations @param {number} depth @returns {unknown} */
function ofType(text, next, declarations, depth) {
	const type = text.trim().replace(/^readonly\s+/, '');
	const make = (/** @type {string} */ inner) => ofType(inner, next, declarations, depth - 1);
	if (depth === 0) return makeAny(next);
	const choices = splitAtTop(type, '|');
	if (choices.length > 1 && !/^\(.*\)\s*=>/.test(type)) return make(pick(next, choices));
	const literal = /^(['"`])(.*)\1$/.exec(type)?.[2] ?? (/^-?\d+$/.test(type) ? Number(type) : null);
	if (literal !== null) return literal;
	const element = /^([^]+)\[\]$/.exec(type)?.[1] ?? /^(?:Readonly)?Array<([^]+)>$/.exec(type)?.[1];
	if (element && !/=>/.test(element))
		return listOf(next, () => make(element.replace(/^\(([^]*)\)$/, '$1')));
	const known = NAMED.find(([pattern]) => pattern.test(type));
	if (known) return known[1](next);
	if (type.startsWith('[')) return splitAtTop(type.slice(1, -1), ',').map(make);
	if (type.startsWith('{')) return ofMembers(type, next, make);
	const meant = /^[A-Z]\w*/.test(type) ? typeNamed(declarations, type.replace(/<[^]*$/, '')) : null;
	return meant ? make(meant) : makeAny(next);
}

/** @param {string} type @param {Next} next @param {(type: string) => unknown} make @returns {Record<string, unknown>} */
function ofMembers(type, next, make) {
	const members = splitAtTop(type.slice(1, -1), ';,\n').flatMap((member) => {
		const [, name, mark, inner] = /^(?:readonly\s+)?(\w+)(\?)?\s*:([^]*)$/.exec(member) ?? [];
		if (!name || (mark && next() < 0.6)) return [];
		return [[name, make(inner)]];
	});
	return Object.fromEntries(members);
}
