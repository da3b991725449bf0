// Arrays of integers whose length is fixed: whatever is written into them, they behave as plain arrays do.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import {
	copyWithin,
	createRoot,
	fill,
	get,
	has,
	isInPlace,
	keys,
	makeRoomForDoubles,
	materialise,
	releaseTree,
	remove,
	reverse,
	set,
	sort,
	splice,
} from '../../src/gem/graph/index.js';
import { beginLog } from '../../src/gem/memory/region.js';
import {
	SEED,
	clone,
	compactNow,
	expectSound,
	jsonCopy,
	primitives,
	values,
	withRegion,
} from './graph-fixture.js';

const index = fc.nat({ max: 80 });
const position = fc.option(fc.integer({ min: -8, max: 90 }), { nil: undefined });
const value = fc.oneof(
	{ weight: 3, arbitrary: fc.integer() },
	{ weight: 3, arbitrary: primitives },
	values,
);
const step = fc.oneof(
	{ weight: 8, arbitrary: fc.record({ name: fc.constant('set'), index, value }) },
	fc.record({ name: fc.constant('remove'), index }),
	fc.record({ name: fc.constantFrom('reverse', 'sort', 'sortByText', 'compact', 'meddle') }),
	fc.record({ name: fc.constant('fill'), value, start: position, end: position }),
	fc.record({
		name: fc.constant('copyWithin'),
		parameters: fc.tuple(position, position, position),
	}),
	fc.record({ name: fc.constant('splice'), index, value }),
	fc.record({ name: fc.constant('doubles'), from: index, to: index }),
);
const ints = fc
	.array(fc.integer(), { minLength: 1, maxLength: 80, size: 'max' })
	.filter((all) => all.some((one) => one !== 0));
const number = (/** @type {unknown} */ one) => (typeof one === 'number' && one === one ? one : 0);
const copied = (/** @type {any} */ given) =>
	typeof given === 'object' && given !== null ? jsonCopy(given) : given;

/** @type {Record<string, (region: any, root: any, model: any[], step: any) => void>} */
const STEPS = {
	set(region, root, model, { index: at, value: given }) {
		if (at >= model.length) return;
		// A hole that is filled is a key more.
		expect(isInPlace(region, root, at, given)).toBe(at in model);
		set(region, root, at, given);
		model[at] = copied(given);
	},
	remove(region, root, model, { index: at }) {
		expect(remove(region, root, at)).toBe(at in model);
		delete model[at];
	},
	reverse(region, root, model) {
		reverse(region, root);
		model.reverse();
	},
	sort(region, root, model) {
		sort(region, root, (one, other) => number(one) - number(other));
		model.sort((one, other) => number(one) - number(other));
	},
	sortByText(region, root, model) {
		sort(region, root, undefined);
		model.sort();
	},
	/** A comparison that changes the array: what was read before is written back. */
	meddle(region, root, model) {
		// Otherwise nothing is compared.
		if (model.filter((each) => each !== undefined).length < 2) return;
		// Another value: whether the array was changed is seen by what it has.
		const other = model[1] === 0.5 ? 1.5 : 0.5;
		/** @param {() => void} meddle */
		const meddling = (meddle) => {
			let isDone = false;
			return () => {
				if (!isDone) meddle();
				isDone = true;
				return 1;
			};
		};
		const sorts = () =>
			sort(
				region,
				root,
				meddling(() => set(region, root, 1, other)),
			);
		if (typeof model[1] === 'object' && model[1] !== null) {
			// The object that is replaced cannot be written back: the array stays as the comparison has left it.
			expect(codeOf(sorts)).toBe('LP8108');
			model[1] = other;
			return;
		}
		sorts();
		model.sort(meddling(() => (model[1] = other)));
	},
	compact(region, root) {
		compactNow(region, root);
	},
	fill(region, root, model, { value: given, start, end }) {
		fill(region, root, [given, start, end]);
		const ones = Array.from(model, () => 0).fill(1, start, end);
		for (const [at, one] of ones.entries()) if (one) model[at] = copied(given);
	},
	copyWithin(region, root, model, { parameters }) {
		copyWithin(region, root, parameters);
		model.copyWithin(...parameters);
		for (const at of Object.keys(model)) model[Number(at)] = clone(model[Number(at)]);
	},
	splice(region, root, model, { index: at, value: given }) {
		if (at + 1 >= model.length) return;
		const removed = splice(region, root, [at, 2, given, 3]);
		expect(isDeepStrictEqual(removed, model.splice(at, 2, copied(given), 3))).toBe(true);
	},
	doubles(region, root, _, range) {
		makeRoomForDoubles(region, root, range);
	},
};

/** @param {any} region @param {any} root @param {any[]} model */
function expectSame(region, root, model) {
	expect(isDeepStrictEqual(materialise(region, root), model)).toBe(true);
	expect(keys(region, root)).toEqual(Object.keys(model));
	for (const [at, each] of model.entries()) {
		expect(has(region, root, at)).toBe(at in model);
		if (typeof each !== 'object' || each === null) expect(get(region, root, at)).toBe(each);
	}
	expectSound(region, root);
}

test('it behaves as a plain array does', () => {
	const behaves = fc.property(ints, fc.array(step, { maxLength: 20 }), (content, steps) =>
		withRegion((region) => {
			const model = [...content];
			const root = createRoot(region, content, { fixed: true });
			for (const each of steps) {
				STEPS[each.name](region, root, model, each);
				expectSame(region, root, model);
			}
			for (const [name, change] of [
				['a new element', () => set(region, root, model.length, 1)],
				['fewer elements', () => splice(region, root, [0, 1])],
			]) {
				expect([name, codeOf(/** @type {() => void} */ (change))]).toEqual([name, 'LP8104']);
			}
			releaseTree(region, root);
			expect(region.usage().cells).toBe(0);
		}),
	);
	fc.assert(behaves, { ...SEED, numRuns: 100, interruptAfterTimeLimit: 20_000 });
});

/** @param {() => void} change */
function codeOf(change) {
	try {
		change();
	} catch (refusal) {
		return /** @type {any} */ (refusal).code;
	}
	return undefined;
}

test('what is rolled back has never been', () => {
	const some = fc.array(step, { maxLength: 12 });
	const rollsBack = fc.property(ints, some, some, fc.boolean(), (content, before, after, keep) =>
		withRegion((region) => {
			const model = [...content];
			const root = createRoot(region, content, { fixed: true });
			for (const each of before) STEPS[each.name](region, root, model, each);
			const changed = clone(model);
			const log = (region.log = beginLog());
			let isDone = false;
			try {
				for (const each of after) STEPS[each.name](region, root, changed, each);
				isDone = keep;
			} finally {
				region.log = null;
				if (isDone) log.commit();
				else log.rollback();
			}
			expectSame(region, root, keep ? changed : model);
			releaseTree(region, root);
			expect(region.usage().cells).toBe(0);
		}),
	);
	fc.assert(rollsBack, { ...SEED, numRuns: 100, interruptAfterTimeLimit: 20_000 });
});
