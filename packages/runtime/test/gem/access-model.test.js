// Random programs that change a GEM in the general way and by what sites know, and a plain object alike: what is known is always what is there.
import fc from 'fast-check';
import { elements, rows } from '../../src/internal/gem.js';
import { viewOf } from '../../src/gem/define/sides.js';
import { Both } from './access/types.js';
import {
	field,
	readElement,
	readField,
	readRow,
	writeElement,
	writeField,
	writeRow,
} from './access/emitted.js';
import { compactNow, jsonCopy, SEED } from './graph-fixture.js';

const LISTS = ['ints', 'doubles', 'mixed', 'texts'];
const COLUMNS = [['x'], ['y'], ['name'], ['in', 'z']];
const FIELDS = ['n', 'ratio', 'title', 'nothing'];

const content = () => ({
	ints: [1, 2, 3],
	doubles: [0.5, 1.5],
	mixed: [1, null, 'm', true],
	texts: ['a', 'b'],
	rows: Array.from({ length: 4 }, (_, at) => ({
		x: at,
		y: at + 0.5,
		name: `r${at}`,
		in: { z: at },
	})),
	n: 1,
	ratio: 0.5,
	title: 't',
	nothing: null,
});

/** NaNs that look like boxed values: a string at address 16, and null. */
const FORGED = [
	...new Float64Array(BigUint64Array.of(0xfff9_0001_0000_0010n, 0xfff9_0003_0000_0000n).buffer),
];

const number = fc.oneof(
	fc.constantFrom(...FORGED),
	fc.integer({ min: -3, max: 3 }),
	fc.constantFrom(0.5, -0, 2 ** 31, NaN, -1.25),
);
const value = fc.oneof(
	{ weight: 12, arbitrary: fc.integer({ min: -3, max: 3 }) },
	{ weight: 4, arbitrary: number },
	fc.constantFrom('s', 'a longer text', null, true),
);
const at = fc.nat({ max: 5 });
const list = fc.constantFrom(...LISTS);
const step = fc.oneof(
	fc.record({ name: fc.constant('set'), list, at, value }),
	{ weight: 6, arbitrary: fc.record({ name: fc.constant('write'), list, at, value }) },
	fc.record({ name: fc.constantFrom('push', 'pop', 'reverse'), list, value }),
	fc.record({ name: fc.constant('replace'), list, values: fc.array(value, { maxLength: 4 }) }),
	fc.record({ name: fc.constant('setRow'), at, column: fc.nat({ max: 3 }), value }),
	{
		weight: 6,
		arbitrary: fc.record({ name: fc.constant('writeRow'), at, column: fc.nat({ max: 3 }), value }),
	},
	fc.record({ name: fc.constantFrom('pushRow', 'dropKey', 'growRow', 'swapRow'), at, value }),
	fc.record({ name: fc.constant('setField'), key: fc.constantFrom(...FIELDS), value }),
	{
		weight: 3,
		arbitrary: fc.record({
			name: fc.constant('writeField'),
			key: fc.constantFrom(...FIELDS),
			value,
		}),
	},
	fc.record({ name: fc.constantFrom('compact', 'revoke') }),
	fc.record({ name: fc.constant('undone'), list, at, value }),
);

/** What was found, so that a test of nothing is noticed. */
const found = { elements: 0, rows: 0, fields: 0, writes: 0 };

/** @param {unknown} seen @param {unknown} expected */
function same(seen, expected) {
	if (!Object.is(seen, expected))
		throw new Error(`${String(seen)} in place of ${String(expected)}`);
}

/** @param {any} all sites @param {any} gem @param {any} plain */
function expectAgreement(all, gem, plain) {
	for (const key of LISTS) {
		const facts = all[key].enter(gem);
		if (facts.n >= 0) same(facts.n, plain[key].length);
		for (let index = 0; index < facts.v.length + 2; index++) {
			const seen = readElement(facts, index);
			if (seen === undefined) continue;
			found.elements++;
			same(seen, plain[key][index]);
		}
	}
	for (const [site, root] of [
		[all.rows, gem],
		[all.below, gem.rows],
	]) {
		const facts = site.enter(root);
		if (facts.n >= 0) same(facts.n, plain.rows.length);
		for (let index = 0; index < plain.rows.length; index++) {
			const row = readRow(facts, index);
			if (row === undefined) continue;
			found.rows++;
			const { x, y, name, in: inner } = plain.rows[index];
			[x, y, name, inner.z].forEach((each, column) => same(row[column], each));
		}
	}
	for (const key of FIELDS) {
		const seen = readField(all[`field ${key}`].enter(gem));
		if (seen === undefined) continue;
		found.fields++;
		same(seen, plain[key]);
	}
	const one = readField(all.element.enter(gem));
	if (one !== undefined) same(one, plain.mixed[0]);
}

/** @type {Record<string, (to: any, step: any) => void>} changes in the general way, of a GEM and of a plain object alike */
const CHANGES = {
	set: (to, { list: key, at: index, value: given }) => {
		if (index <= to[key].length) to[key][index] = given;
	},
	push: (to, { list: key, value: given }) => void to[key].push(given),
	pop: (to, { list: key }) => void to[key].pop(),
	reverse: (to, { list: key }) => void to[key].reverse(),
	replace: (to, { list: key, values }) => void (to[key] = jsonCopy(values)),
	setRow: (to, { at: index, column, value: given }) => {
		if (index >= to.rows.length) return;
		const keys = COLUMNS[column];
		const object = keys.length === 1 ? to.rows[index] : to.rows[index].in;
		object[keys[keys.length - 1]] = given;
	},
	pushRow: (to, { value: given }) => {
		if (to.rows.length < 8) to.rows.push({ x: jsonCopy(given), y: 0.5, name: 'new', in: { z: 1 } });
	},
	dropKey: (to, { at: index }) => {
		if (index < to.rows.length && 'extra' in to.rows[index]) delete to.rows[index].extra;
	},
	growRow: (to, { at: index, value: given }) => {
		if (index < to.rows.length) to.rows[index].extra = given;
	},
	swapRow: (to, { at: index }) => {
		if (index < to.rows.length) to.rows[index] = { in: { z: 2 }, name: 'w', y: 1.5, x: 9 };
	},
	setField: (to, { key, value: given }) => void (to[key] = given),
};

/** @param {any} all sites @param {any} gem @param {any} plain @param {any} step */
function take(all, gem, plain, step) {
	const { name, at: index, value: given } = step;
	if (name === 'write') {
		if (!writeElement(all[step.list].enter(gem), index, given)) return;
		plain[step.list][index] = given;
	} else if (name === 'writeRow') {
		if (!writeRow(all.rows.enter(gem), [index, step.column], given)) return;
		CHANGES.setRow(plain, step);
	} else if (name === 'writeField') {
		if (!writeField(all[`field ${step.key}`].enter(gem), given)) return;
		plain[step.key] = given;
	} else if (name === 'compact') {
		const { region, root } = /** @type {any} */ (viewOf(gem)).handle;
		compactNow(region, root);
		return;
	} else if (name === 'revoke') {
		gem.allow('setting');
		return;
	} else if (name === 'undone') {
		gem.undone(() => {
			CHANGES.set(gem, step);
			all[step.list].enter(gem);
		});
		return;
	} else {
		CHANGES[name](gem, step);
		CHANGES[name](plain, step);
		return;
	}
	found.writes++;
}

test('what sites know is what is there', () => {
	fc.assert(
		fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
			const gem = Both.create(content());
			gem.allow('setting');
			const plain = jsonCopy(content());
			/** @type {Record<string, any>} */
			const all = {
				rows: rows(['rows'], COLUMNS),
				below: rows([], COLUMNS),
				element: field(['mixed', '0']),
			};
			for (const key of LISTS) all[key] = elements([key]);
			for (const key of FIELDS) all[`field ${key}`] = field([key]);
			for (const each of steps) {
				take(all, gem, plain, each);
				expectAgreement(all, gem, plain);
			}
		}),
		{ numRuns: 300, seed: SEED },
	);
	expect(found.elements).toBeGreaterThan(10_000);
	expect(found.rows).toBeGreaterThan(5_000);
	expect(found.fields).toBeGreaterThan(5_000);
	expect(found.writes).toBeGreaterThan(500);
});
