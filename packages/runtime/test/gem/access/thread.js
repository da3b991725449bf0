// A thread that accesses what it is sent as compiled loops do.
import { parentPort } from 'node:worker_threads';
import { receive, send } from '../../../src/gem/index.js';
import { elements, rows } from '../../../src/internal/gem.js';
import { field, readRow, writeElement, writeField, writeRow } from './emitted.js';

const list = elements([]);
const first = field(['rows', '0', 'x']).writing();
const mixed = elements(['list']).writing('some');
const values = rows(['rows'], [['v']]).writing();
const table = rows(['rows'], [['x'], ['name']]);

/** @type {Record<string, (gem: any, value: any) => unknown>} */
const actions = {
	/** Takes part after part, sets each element to its double plus a value, and says in how many the memory took it. */
	fill(gem, value) {
		let inMemory = 0;
		for (let part = gem.subset(); part.length > 0; part = gem.subset()) {
			for (let at = part.from; at < part.to; at++) {
				const facts = list.enter(part);
				const next = 2 * (facts.v[at - facts.o] ?? part[at]) + value;
				if (writeElement(facts, at, next)) inMemory++;
				else part[at] = next;
			}
		}
		return inMemory;
	},
	release: (gem) => gem.release(),
	/** Reads rows of what never changes. */
	read(gem) {
		const facts = table.enter(gem);
		return [facts.n, readRow(facts, 0), facts.p0(facts.r[0] + facts.k0, 9)];
	},
	/** Edits texts of rows in blocks of its own, and says what it knows of the first one then. */
	edit(gem, value) {
		gem.atomic(() => (gem.rows[value].name += '!'));
		return gem.atomic(() => readRow(table.enter(gem), 0));
	},
	/**
	 * Moves money between accounts and now and then renames all of them, each in a transaction, and looks at them in others, all as loops do.
	 * Says how often the sum was another one, or names were different, and how many accounts were looked at in memory.
	 */
	transfers(gem, { times, seed }) {
		const seen = { wrong: 0, inMemory: 0 };
		let state = seed;
		const random = (/** @type {number} */ below) => {
			state = (Math.imul(state, 1103515245) + 12345) >>> 0;
			return (state >>> 8) % below;
		};
		for (let time = 0; time < times; time++) {
			const first = random(gem.atomic(() => gem.rows.length) - 4);
			gem.atomic(() => transfer(gem, first, random(9) - 4));
			if (time % 10 === seed % 10) gem.atomic(() => rename(gem, `${seed}-${time}`));
			if (time % 3 === 0) {
				const found = gem.atomic(() => total(gem));
				if (found.sum !== gem.atomic(() => gem.sum) || found.names !== 1) seen.wrong++;
				seen.inMemory += found.inMemory;
			}
		}
		return seen;
	},
	/** Sets the first of some names in a block of its own. */
	rename: (gem, value) => gem.atomic(() => void (gem.names[0] = value)),
	/** Writes a number over a number in a block of its own, in memory if it may. */
	number(gem, value) {
		return gem.atomic(() => {
			if (writeField(first.enter(gem), value)) return 'in memory';
			gem.rows[0].x = value;
			return 'general';
		});
	},
	/** Sets the first element of a list, and a field of the first row, in memory where it can. */
	set(gem, value) {
		return gem.atomic(() => {
			const facts = mixed.enter(gem);
			const isInMemory = writeElement(facts, 0, value);
			if (!isInMemory) gem.list[0] = value;
			const isRowInMemory = writeRow(values.enter(gem), [0, 0], value);
			if (!isRowInMemory) gem.rows[0].v = value;
			return [isInMemory, isRowInMemory];
		});
	},
	/** Takes a range of some elements, and sets those that are numbers, in memory. */
	setRange(gem, { size, value }) {
		let inMemory = 0;
		gem.getRange((/** @type {number} */ from, /** @type {number} */ to) => {
			for (let at = from; at < to; at++)
				if (value !== undefined && writeElement(list.enter(gem), at, value)) inMemory++;
		}, size);
		return inMemory;
	},
	/** Owns it, changes it, and gives it up. */
	own(gem) {
		gem.rows[0].x += 1;
		const [x] = /** @type {any} */ (readRow(table.enter(gem), 0));
		gem.release();
		return x;
	},
};

const accounts = rows(['rows'], [['x']]).writing();

/** @param {any} gem @param {number} first of four accounts @param {number} amount */
function transfer(gem, first, amount) {
	for (const [at, by] of [amount, -amount, amount, -amount].entries()) {
		const facts = accounts.enterFrom(gem, first);
		const row = readRow(facts, first + at);
		const x = /** @type {number} */ (row?.[0] ?? gem.rows[first + at].x) + by;
		if (!writeRow(facts, [first + at, 0], x)) gem.rows[first + at].x = x;
	}
}

/** @param {any} gem @param {string} name */
function rename(gem, name) {
	for (const row of gem.rows) row.name = name;
}

/** @param {any} gem @returns {{ sum: number, names: number, inMemory: number }} */
function total(gem) {
	const names = new Set();
	let [sum, inMemory] = [0, 0];
	let facts = table.enterFrom(gem, 0);
	for (let at = 0; at < gem.rows.length; at++) {
		const row = readRow(facts, at);
		if (row !== undefined) inMemory++;
		const [x, name] = /** @type {any} */ (row ?? [gem.rows[at].x, gem.rows[at].name]);
		sum += x;
		names.add(name);
		if (row === undefined) facts = table.enterFrom(gem, 0);
	}
	return { sum, names: names.size, inMemory };
}

receive(/** @type {any} */ (parentPort), ({ action, gem, value }) => {
	send(/** @type {any} */ (parentPort), actions[action](gem, value));
});
