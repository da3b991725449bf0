import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import {
	Node,
	copyWithin,
	createRoot,
	fill,
	get,
	has,
	keys,
	kindOf,
	lengthOf,
	materialise,
	pop,
	push,
	releaseTree,
	remove,
	reverse,
	set,
	setLength,
	shift,
	sort,
	splice,
	unshift,
} from '../../src/gem/graph/index.js';
import { beginLog } from '../../src/gem/memory/region.js';
import {
	SEED,
	arrays,
	clone,
	compactNow,
	define,
	expectSound,
	jsonCopy,
	keys as someKeys,
	objects,
	primitives,
	values,
	withRegion,
} from './graph-fixture.js';

// Random operations on a document and on plain JavaScript objects: equal after each step, sound after each step.

const small = fc.nat({ max: 12 });
const position = fc.option(fc.integer({ min: -8, max: 14 }), { nil: undefined });
const assigned = fc.oneof(primitives, values);
const operation = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			name: fc.constant('set'),
			key: someKeys,
			index: small,
			value: assigned,
		}),
	},
	{ weight: 3, arbitrary: fc.record({ name: fc.constant('remove'), key: someKeys, index: small }) },
	{
		weight: 1,
		arbitrary: fc.record({
			name: fc.constant('addMany'),
			count: fc.nat({ max: 90 }),
			value: assigned,
		}),
	},
	{ weight: 1, arbitrary: fc.record({ name: fc.constant('removeMany'), keep: small }) },
	{ weight: 1, arbitrary: fc.record({ name: fc.constant('compact') }) },
	{
		weight: 1,
		arbitrary: fc.record({ name: fc.constant('setLength'), length: fc.nat({ max: 40 }) }),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			name: fc.constantFrom('push', 'unshift'),
			values: fc.array(assigned, { maxLength: 4 }),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			name: fc.constantFrom('pop', 'shift', 'reverse', 'sort', 'sortByText'),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			name: fc.constant('splice'),
			parameters: fc.tuple(position, position),
			values: fc.array(assigned, { maxLength: 3 }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			name: fc.constant('fill'),
			value: assigned,
			start: position,
			end: position,
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			name: fc.constant('copyWithin'),
			parameters: fc.tuple(position, position, position),
		}),
	},
);
const steps = fc.array(fc.tuple(fc.nat({ max: 1000 }), operation), { maxLength: 30 });

/** @param {any} value as assigned @returns {any} numbers stay what they are, all else is copied as JSON copies it */
const copied = (value) => (typeof value === 'object' && value !== null ? jsonCopy(value) : value);

/** @param {any} model @returns {any[]} all objects and arrays, parents before children */
function nodesOf(model) {
	const found = [model];
	for (let at = 0; at < found.length; at++) {
		for (const key of Object.keys(found[at])) {
			if (typeof found[at][key] === 'object' && found[at][key] !== null) found.push(found[at][key]);
		}
	}
	return found;
}

/** @param {any} model @param {any} wanted @returns {string[]} keys that lead to it */
function pathTo(model, wanted) {
	if (model === wanted) return [];
	for (const key of Object.keys(model)) {
		if (typeof model[key] !== 'object' || model[key] === null) continue;
		if (model[key] === wanted) return [key];
		const rest = pathTo(model[key], wanted);
		if (rest.length > 0) return [key, ...rest];
	}
	return [];
}

const number = (/** @type {any} */ value) =>
	typeof value === 'number' && value === value ? value : 0;

/** Each does the same to both, and returns what the operation gives. @type {Record<string, (region: any, node: any, model: any, o: any) => [any, any]>} */
const onObjects = {
	set(region, node, model, { key, value }) {
		set(region, node, key, value);
		define(model, key, copied(value));
		return [undefined, undefined];
	},
	remove: (region, node, model, { key }) => [
		remove(region, node, key),
		Object.hasOwn(model, key) && delete model[key],
	],
	addMany(region, node, model, { count, value }) {
		for (let at = 0; at < count; at++) {
			set(region, node, `many ${at}`, at % 3 ? at : value);
			model[`many ${at}`] = at % 3 ? at : copied(value);
		}
		return [undefined, undefined];
	},
	removeMany(region, node, model, { keep }) {
		for (const key of Object.keys(model).slice(keep)) {
			remove(region, node, key);
			delete model[key];
		}
		return [undefined, undefined];
	},
};

/** @type {typeof onObjects} */
const onArrays = {
	set(region, node, model, { index, value }) {
		set(region, node, index, value);
		model[index] = copied(value);
		return [undefined, undefined];
	},
	remove: (region, node, model, { index }) => [
		remove(region, node, String(index)),
		Object.hasOwn(model, index) && delete model[index],
	],
	setLength(region, node, model, { length }) {
		setLength(region, node, length);
		model.length = length;
		return [undefined, undefined];
	},
	push: (region, node, model, { values: all }) => [
		push(region, node, all),
		model.push(...all.map(copied)),
	],
	unshift: (region, node, model, { values: all }) => [
		unshift(region, node, all),
		model.unshift(...all.map(copied)),
	],
	pop: (region, node, model) => [pop(region, node), model.pop()],
	shift: (region, node, model) => [shift(region, node), model.shift()],
	reverse: (region, node, model) => [reverse(region, node), void model.reverse()],
	sortByText: (region, node, model) => [sort(region, node, undefined), void model.sort()],
	sort: (region, node, model) => [
		sort(region, node, (one, other) => number(one) - number(other)),
		void model.sort(
			(/** @type {any} */ one, /** @type {any} */ other) => number(one) - number(other),
		),
	],
	splice: (region, node, model, { parameters, values: all }) => [
		splice(region, node, [...parameters, ...all]),
		model.splice(...parameters, ...all.map(copied)),
	],
	fill(region, node, model, { value, start, end }) {
		fill(region, node, [value, start, end]);
		const filled = Array.from(model, () => copied(value));
		const ones = Array.from(model, () => 0).fill(1, start, end);
		for (const [at, one] of ones.entries()) if (one) model[at] = filled[at];
		return [undefined, undefined];
	},
	copyWithin(region, node, model, { parameters }) {
		copyWithin(region, node, parameters);
		model.copyWithin(...parameters);
		for (const at of Object.keys(model)) model[at] = clone(model[at]);
		return [undefined, undefined];
	},
};

/** @param {any} region @param {any} node @param {any} model */
function expectSame(region, node, model) {
	expect(kindOf(region, node)).toBe(Array.isArray(model) ? 'array' : 'object');
	const names = Object.keys(model);
	expect(keys(region, node)).toEqual(names);
	expect(lengthOf(region, node)).toBe(Array.isArray(model) ? model.length : names.length);
	for (const name of names) {
		expect(has(region, node, name)).toBe(true);
		const value = get(region, node, name);
		if (value instanceof Node) expectSame(region, value, model[name]);
		else expect(value).toBe(model[name]);
	}
	expect(get(region, node, 'no such key')).toBe(undefined);
	expect(has(region, node, 'no such key')).toBe(false);
}

/** @param {any} region @param {any} root @param {any} model @param {[number, any]} step */
function doStep(region, root, model, [place, one]) {
	if (one.name === 'compact') {
		expect(compactNow(region, root)).toBe(region.log === null);
		expect(isDeepStrictEqual(materialise(region, root), model)).toBe(true);
		return;
	}
	const all = nodesOf(model);
	const part = all[place % all.length];
	let node = root;
	for (const key of pathTo(model, part)) node = get(region, node, key);
	const method = (Array.isArray(part) ? onArrays : onObjects)[one.name];
	if (method === undefined) return;
	const [given, expected] = method(region, node, part, one);
	expect(isDeepStrictEqual(given, expected)).toBe(true);
	expect(isDeepStrictEqual(materialise(region, node), part)).toBe(true);
}

const roots = fc.oneof(objects, arrays);

test('a document behaves as plain objects and arrays do', () => {
	const behaves = fc.property(roots, steps, (value, all) =>
		withRegion((region) => {
			const model = jsonCopy(value);
			const root = createRoot(region, value);
			for (const step of all) {
				doStep(region, root, model, step);
				expectSound(region, root);
			}
			expect(isDeepStrictEqual(materialise(region, root), model)).toBe(true);
			expectSame(region, root, model);
			releaseTree(region, root);
			expect(region.usage().cells).toBe(0);
		}),
	);
	fc.assert(behaves, { ...SEED, numRuns: 200 });
});

test('what is rolled back has never been', () => {
	const rollsBack = fc.property(roots, steps, steps, fc.boolean(), (value, before, after, keep) =>
		withRegion((region) => {
			const model = jsonCopy(value);
			const root = createRoot(region, value);
			for (const step of before) doStep(region, root, model, step);
			const changed = clone(model);
			const log = (region.log = beginLog());
			let isDone = false;
			try {
				for (const step of after) doStep(region, root, changed, step);
				isDone = keep;
			} finally {
				region.log = null;
				if (isDone) log.commit();
				else log.rollback();
			}
			expectSound(region, root);
			expect(isDeepStrictEqual(materialise(region, root), keep ? changed : model)).toBe(true);
			releaseTree(region, root);
			expect(region.usage().cells).toBe(0);
		}),
	);
	fc.assert(rollsBack, { ...SEED, numRuns: 300 });
});
