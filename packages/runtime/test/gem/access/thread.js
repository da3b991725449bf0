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

receive(/** @type {any} */ (parentPort), ({ action, gem, value }) => {
	send(/** @type {any} */ (parentPort), actions[action](gem, value));
});
