import { types } from 'node:util';
import { structuredClone } from '../src/primordials.js';
import { addChanges, contentOf } from '../src/protocol/in-out/changes.js';
import { applyChanges } from '../src/protocol/in-out/index.js';
import { partsOf } from '../src/protocol/in-out/parts.js';
import { random } from './units/random.js';

/**
 * Send a value to a thread, change it there, and bring the changes back: clones stand for the two messages.
 *
 * @param {any} value
 * @param {(copy: any) => void} change
 */
function changeThere(value, change) {
	const parts = partsOf([value]);
	const sent = structuredClone({ value, parts });
	const before = sent.parts.map(contentOf);
	change(sent.value);
	/** @type {unknown[]} */
	const steps = [];
	sent.parts.forEach((part, at) => addChanges(part, /** @type {any} */ (before[at]), at, steps));
	// The runtime sends numbers in the place of parts; here they are told apart by the list that comes along.
	const came = structuredClone({ steps, parts: sent.parts });
	const originals = new Map(came.parts.map((part, at) => [part, parts[at]]));
	applyChanges(
		parts,
		came.steps.map((one) => withOriginals(one, originals)),
	);
	return steps.length / 4;
}

/** @param {any} value @param {Map<any, any>} originals @param {Set<any>} [seen] @returns {any} */
function withOriginals(value, originals, seen = new Set()) {
	if (typeof value !== 'object' || value === null) return value;
	const own = originals.get(value);
	if (own) return own;
	if (seen.has(value)) return value;
	seen.add(value);
	const map = (/** @type {any} */ one) => withOriginals(one, originals, seen);
	if (types.isMap(value)) {
		const entries = [...value].map(([key, one]) => [map(key), map(one)]);
		value.clear();
		for (const [key, one] of entries) value.set(key, one);
	} else if (types.isSet(value)) {
		const members = [...value].map(map);
		value.clear();
		for (const one of members) value.add(one);
	} else if (!ArrayBuffer.isView(value)) {
		for (const key of Object.keys(value)) value[key] = map(value[key]);
	}
	return value;
}

/** @param {any} root @returns {string} its content, with a number for each object in the place where it is met again */
function print(root) {
	/** @type {Map<any, number>} */
	const seen = new Map();
	/** @param {any} value @returns {string} */
	const of = (value) => {
		if (typeof value !== 'object' || value === null)
			return Object.is(value, -0) ? '-0' : `${typeof value} ${value}`;
		if (seen.has(value)) return `#${seen.get(value)}`;
		seen.set(value, seen.size);
		const name = `${seen.size - 1}${Object.getPrototypeOf(value)?.constructor.name}`;
		const frozen = Object.isFrozen(value) ? '!' : '';
		if (types.isDate(value)) return `${name}(${value.getTime()})`;
		if (types.isRegExp(value)) return `${name}(${value} ${value.lastIndex})`;
		if (ArrayBuffer.isView(value)) return `${name}(${Buffer.from(value.buffer).toString('hex')})`;
		if (types.isMap(value)) return `${name}(${[...value].map(([k, v]) => `${of(k)}=>${of(v)}`)})`;
		if (types.isSet(value)) return `${name}(${[...value].map(of)})`;
		const length = Array.isArray(value) ? value.length : '';
		return `${name}${frozen}${length}{${Object.keys(value).map((key) => `${key}:${of(value[key])}`)}}`;
	};
	return of(root);
}

const KEYS = ['a', 'b', 'c', '1', 'length2'];

/** @param {ReturnType<typeof random>} pick @returns {any[]} objects that refer to each other */
function makeObjects(pick) {
	const objects = Array.from({ length: 2 + pick(8) }, () => make(pick));
	for (let count = pick(16); count > 0; count--) mutate(objects, pick, true);
	return objects;
}

/** @param {ReturnType<typeof random>} pick @returns {any} */
function make(pick) {
	switch (pick(9)) {
		case 0:
			return [1, undefined, , 'x'];
		case 1:
			return new Map();
		case 2:
			return new Set([1, 2]);
		case 3:
			return new Float64Array(pick(2) === 0 ? 3 : 2000);
		case 4:
			return new Uint8Array(new ArrayBuffer(24), 3, 11);
		case 5:
			return new Date(5);
		case 6:
			return /x/g;
		default:
			return { a: 1, b: 'x' };
	}
}

/**
 * One change of one of some objects: the same for the same numbers, whichever objects these are.
 *
 * @param {any[]} objects
 * @param {ReturnType<typeof random>} pick
 * @param {boolean} [isOpen] nothing is frozen
 */
function mutate(objects, pick, isOpen = false) {
	const target = objects[pick(objects.length)];
	const other =
		pick(3) === 0
			? { fresh: [pick(9)], link: objects[pick(objects.length)] }
			: objects[pick(objects.length)];
	const value = [other, pick(100), undefined, 'text', other][pick(5)];
	const key = /** @type {string} */ (KEYS[pick(KEYS.length)]);
	const [how, at, n] = [pick(8), pick(6), pick(1000)];
	if (Object.isFrozen(target) && !ArrayBuffer.isView(target)) return;
	if (types.isMap(target)) {
		if (how === 0) target.delete([...target.keys()][at]);
		else target.set(how < 4 ? key : (value ?? key), how % 2 ? value : n);
	} else if (types.isSet(target)) {
		if (how < 2) target.delete([...target][at % 2]);
		else target.add(value);
	} else if (ArrayBuffer.isView(target)) {
		const list = /** @type {Float64Array} */ (target);
		if (how === 0) list.fill(n);
		else list[n % list.length] = n + 0.5;
	} else if (types.isDate(target)) target.setTime(n);
	else if (types.isRegExp(target)) target.lastIndex = n;
	else if (Array.isArray(target)) mutateList(target, { how, at, value });
	else if (how === 0) delete target[key];
	else if (how === 1) {
		const [first = ''] = Object.keys(target);
		const was = target[first];
		delete target[first];
		target[first] = was;
	} else if (how === 2 && at === 0 && !isOpen) Object.freeze(target);
	else target[key] = value;
}

/** @param {any[]} list @param {{ how: number, at: number, value: any }} change */
function mutateList(list, { how, at, value }) {
	if (how === 0) delete list[at];
	else if (how === 1) list.splice(at, 1);
	else if (how === 2) list.reverse();
	else if (how === 3) list.length = at;
	else if (how === 4) list.unshift(value);
	else if (how === 5) Object.assign(list, { named: value });
	else list[at] = value;
}

describe('in-out arguments', () => {
	test('come back as what the plain program has, for 1,000 random graphs and changes', () => {
		let changed = 0;
		for (let seed = 1; seed <= 1000; seed++) {
			const plain = makeObjects(random(seed));
			const lowered = makeObjects(random(seed));
			const change = (/** @type {any[]} */ objects) => {
				const pick = random(seed + 1e6);
				const all = [...objects];
				for (let count = 1 + pick(12); count > 0; count--) mutate(all, pick);
				if (pick(4) === 0) objects.length = 1;
			};
			change(plain);
			if (changeThere(lowered, change) > 0) changed++;
			if (print(lowered) !== print(plain))
				expect({ seed, is: print(lowered) }).toEqual({ seed, is: print(plain) });
		}
		expect(changed).toBeGreaterThan(800);
	});

	test('send the ranges of memory that have changed, and no others', () => {
		const list = new Float64Array(100_000);
		const before = contentOf(list);
		list[10] = 1;
		list[11] = 2;
		list[90_000] = 3;
		/** @type {any[]} */
		const steps = [];
		addChanges(list, before, 0, steps);
		const sizes = steps.filter((one) => types.isUint8Array(one)).map(({ length }) => length);
		expect(sizes.length).toBe(2);
		expect(Math.max(...sizes)).toBeLessThan(32);
	});

	test('send the elements of a list that have changed, and no others', () => {
		const list = Array.from({ length: 10_000 }, (_, at) => at);
		const before = contentOf(list);
		list[5] = -1;
		list[5000] = -2;
		list.push(7);
		/** @type {any[]} */
		const steps = [];
		addChanges(list, before, 0, steps);
		expect(steps.filter(Array.isArray)).toEqual([[-1], [-2], [7]]);
	});
});
