import { Object, Reflect } from '../primordials.js';

const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
const ITERATOR = Symbol.iterator;
/** @type {Record<PropertyKey, any>[]} */
const [LIST, TEXT, PATTERN, MAP, SET, WEAK, FUNCTION] = [
	globalThis.Array.prototype,
	globalThis.String.prototype,
	globalThis.RegExp.prototype,
	globalThis.Map.prototype,
	globalThis.Set.prototype,
	globalThis.WeakMap.prototype,
	globalThis.Function.prototype,
];
const OF_LIST = getPrototypeOf([].values());
const OF_MAP = getPrototypeOf(new globalThis.Map().values());
const OF_SET = getPrototypeOf(new globalThis.Set().values());

/**
 * What primordials.js cannot keep: methods that `for…of`, spread and array patterns call, since they are syntax, what piscina
 * uses when it gives a thread a task, and what code uses by the usual names that runs for few calls, such as that for objects with names.
 *
 * @type {readonly (readonly [owner: any, keys: readonly PropertyKey[]])[]}
 */
const EACH_CALL = [
	[LIST, [ITERATOR, 'push', 'shift', 'filter', 'find', 'flatMap', 'map', 'slice', 'some']],
	[TEXT, [ITERATOR, 'includes', 'replace', 'slice', 'split', 'startsWith']],
	[PATTERN, ['exec', Symbol.replace]],
	[MAP, [ITERATOR, 'get', 'set', 'has', 'delete', 'values']],
	[SET, [ITERATOR, 'add', 'has', 'delete']],
	[WEAK, ['get', 'set', 'has']],
	[FUNCTION, ['call', 'apply']],
	[OF_LIST, ['next']],
	[OF_MAP, ['next']],
	[OF_SET, ['next']],
];

/** What piscina uses besides when it starts one (its classes: own-classes.js). @type {typeof EACH_CALL} */
const EACH_THREAD = [
	[LIST, ['indexOf', 'splice', 'unshift']],
	[FUNCTION, ['bind']],
	[globalThis.Array, ['isArray']],
	[globalThis.Math, ['floor', 'max', 'round', 'trunc']],
	[globalThis.Number, ['isFinite']],
	[globalThis.Object, ['assign', 'create', 'defineProperty', 'getOwnPropertyDescriptor']],
];

/** @type {readonly { owner: any, key: PropertyKey, own: any }[]} `own`: the descriptor of the platform's */
const KEPT = [...EACH_CALL, ...EACH_THREAD].flatMap(([owner, keys]) =>
	keys.map((key) => ({ owner, key, own: getOwnPropertyDescriptor(owner, key) })),
);

const { push, shift, filter, find, flatMap, map, slice, some, [ITERATOR]: listIterator } = LIST;
const { includes, replace, slice: sliceText, split, startsWith, [ITERATOR]: textIterator } = TEXT;
const { exec, [Symbol.replace]: replaceBy } = PATTERN;
const { get, set, has, delete: remove, values, [ITERATOR]: mapIterator } = MAP;
const { add, has: hasMember, delete: removeMember, [ITERATOR]: setIterator } = SET;
const { get: getWeak, set: setWeak, has: hasWeak } = WEAK;
const { call, apply } = FUNCTION;
const [nextOfList, nextOfMap, nextOfSet] = [OF_LIST.next, OF_MAP.next, OF_SET.next];

/**
 * Each call asks, so that it is written out instead of a loop over KEPT.
 *
 * @returns {boolean} whether the program has replaced one of the methods
 */
function isReplaced() {
	return (
		LIST[ITERATOR] !== listIterator ||
		LIST.push !== push ||
		LIST.shift !== shift ||
		LIST.filter !== filter ||
		LIST.find !== find ||
		LIST.flatMap !== flatMap ||
		LIST.map !== map ||
		LIST.slice !== slice ||
		LIST.some !== some ||
		TEXT[ITERATOR] !== textIterator ||
		TEXT.includes !== includes ||
		TEXT.replace !== replace ||
		TEXT.slice !== sliceText ||
		TEXT.split !== split ||
		TEXT.startsWith !== startsWith ||
		PATTERN.exec !== exec ||
		PATTERN[Symbol.replace] !== replaceBy ||
		MAP[ITERATOR] !== mapIterator ||
		MAP.get !== get ||
		MAP.set !== set ||
		MAP.has !== has ||
		MAP.delete !== remove ||
		MAP.values !== values ||
		SET[ITERATOR] !== setIterator ||
		SET.add !== add ||
		SET.has !== hasMember ||
		SET.delete !== removeMember ||
		WEAK.get !== getWeak ||
		WEAK.set !== setWeak ||
		WEAK.has !== hasWeak ||
		FUNCTION.call !== call ||
		FUNCTION.apply !== apply ||
		OF_LIST.next !== nextOfList ||
		OF_MAP.next !== nextOfMap ||
		OF_SET.next !== nextOfSet
	);
}

/** What the program has: `before`. @typedef {{ kept: (typeof KEPT)[number], before: PropertyDescriptor | undefined }} Replaced */

/** What the runtime has put its own in the place of, as long as it runs; per thread. @type {{ replaced: readonly Replaced[] }} */
const now = { replaced: [] };

/** @param {(typeof KEPT)[number]} kept @returns {boolean} whether another stands there, which can be taken away */
function isOther({ owner, key, own }) {
	const there = getOwnPropertyDescriptor(owner, key);
	return !there || (there.value !== own.value && (there.configurable || there.writable === true));
}

/** @returns {boolean} whether the program has replaced what a call needs; what cannot be put back stays as the program has it */
export function areMethodsReplaced() {
	if (!isReplaced()) return false;
	for (let at = 0; at < KEPT.length; at++) if (isOther(KEPT[at])) return true;
	return false;
}

/**
 * Run code of the runtime with the platform's own methods, and put back what the program has instead.
 *
 * @template T
 * @param {() => T} run synchronous
 * @returns {T}
 */
export function withOwnMethods(run) {
	// What has not been replaced is not defined again: engines give up optimisations at the first definition.
	/** @type {Replaced[]} */
	const replaced = [];
	for (let at = 0; at < KEPT.length; at++) {
		const kept = KEPT[at];
		if (!isOther(kept)) continue;
		replaced[replaced.length] = { kept, before: getOwnPropertyDescriptor(kept.owner, kept.key) };
		Reflect.defineProperty(kept.owner, kept.key, kept.own);
	}
	const outer = now.replaced;
	if (replaced.length > 0) now.replaced = replaced;
	try {
		return run();
	} finally {
		now.replaced = outer;
		putBack(replaced);
	}
}

/**
 * Look at what the program has in the place of these methods, from within `withOwnMethods`.
 *
 * @template T
 * @param {() => T} look
 * @returns {T | undefined} undefined where what the program has breaks the look
 */
export function asTheProgramHas(look) {
	const { replaced } = now;
	if (replaced.length === 0) return look();
	putBack(replaced);
	try {
		return look();
	} catch {
		return undefined;
	} finally {
		for (let at = 0; at < replaced.length; at++) {
			const { owner, key, own } = replaced[at].kept;
			Reflect.defineProperty(owner, key, own);
		}
	}
}

/** @param {readonly Replaced[]} replaced */
function putBack(replaced) {
	for (let at = 0; at < replaced.length; at++) {
		const { kept, before } = replaced[at];
		if (before) Reflect.defineProperty(kept.owner, kept.key, before);
		else Reflect.deleteProperty(kept.owner, kept.key);
	}
}
