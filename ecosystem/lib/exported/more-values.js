// Lists, objects and all the rest, made from random numbers: the same ones in every process.
/** @import { Next } from './values.js' */
import { listOf, makeNumber, makeString, pick } from './values.js';

/** @param {Next} next @returns {number[]} */
export const makePoint = (next) => [Math.round(next() * 200 - 100), Math.round(next() * 100) / 2];

/** @param {Next} next @returns {number[][]} closed */
function makeRing(next) {
	const corners = Array.from({ length: 3 + Math.floor(next() * 4) }, () => makePoint(next));
	return [...corners, [...corners[0]]];
}

/** @type {((next: Next) => unknown)[]} */
const OBJECTS = [
	(next) => ({ a: makeNumber(next), b: { c: makeString(next), d: [makeNumber(next)] } }),
	(next) => ({ x: makeNumber(next), y: makeNumber(next) }),
	(next) => ({ latitude: next() * 90, longitude: next() * 180 }),
	(next) => ({ lat: next() * 90, lng: next() * 180 }),
	(next) => ({
		id: Math.floor(next() * 5),
		name: makeString(next),
		tags: listOf(next, makeString),
	}),
	(next) => ({ mode: 'rgb', r: next(), g: next(), b: next() }),
	(next) => ({ a: { b: 1, c: 2 }, b: { a: 3 }, c: { a: 1, b: makeNumber(next) } }),
	(next) => ({ type: 'Point', coordinates: makePoint(next) }),
	(next) => ({ type: 'Polygon', coordinates: [makeRing(next)] }),
	(next) => ({
		type: 'Feature',
		properties: {},
		geometry: { type: 'LineString', coordinates: makeRing(next) },
	}),
];

/** @param {Next} next @returns {unknown} */
export const makeObject = (next) => pick(next, OBJECTS)(next);

/** @param {Next} next @returns {Uint8Array} */
export const makeBytes = (next) => Uint8Array.from(listOf(next, () => next() * 256));

/** @param {Next} next @returns {unknown} a function that says by its property `calls` with what it was called */
export const makeFunction = (next) => recording(pick(next, FUNCTIONS));

/** @type {((one: any, other: any) => unknown)[]} */
const FUNCTIONS = [
	(one) => one,
	(one, other) => one - other,
	(one) => typeof one === 'number' && one > 2,
	(one) => String(one),
];

/** @param {(one: unknown, other: unknown) => unknown} compute @returns {unknown} */
function recording(compute) {
	/** @type {unknown[]} */
	const calls = [];
	const given = (/** @type {unknown} */ one, /** @type {unknown} */ other) => {
		calls.push(typeof one === 'object' ? 'object' : one);
		return compute(one, other);
	};
	return Object.assign(given, { calls });
}

/** @type {((next: Next) => unknown)[]} */
const LISTS = [
	(next) => listOf(next, makeNumber),
	(next) => listOf(next, makeString),
	(next) => listOf(next, makePoint),
	(next) => listOf(next, makeObject),
	makeRing,
	(next) => [makeRing(next)],
	(next) => listOf(next, (one) => listOf(one, makeNumber)),
	(next) => listOf(next, (one) => [makeString(one), makeString(one)]),
];

/** @type {((next: Next) => unknown)[]} */
const RARE = [
	...[() => undefined, () => null, () => true, () => false, () => 10n, makeFunction, makeBytes],
	(next) => Buffer.from(makeString(next)),
	(next) => Float64Array.from(listOf(next, makeNumber)),
	(next) => new Date(Math.floor(next() * 2e12)),
	(next) => new Map([[makeString(next), makeNumber(next)]]),
	(next) => new Set(listOf(next, makeNumber)),
	() => /o+/g,
	(next) => {
		const shared = makeObject(next);
		return [shared, shared];
	},
	() => [1, , 3],
];

/** @param {Next} next @returns {unknown} */
export function makeAny(next) {
	const kind = next();
	if (kind < 0.25) return makeNumber(next);
	if (kind < 0.5) return makeString(next);
	if (kind < 0.7) return pick(next, LISTS)(next);
	return kind < 0.85 ? makeObject(next) : pick(next, RARE)(next);
}
