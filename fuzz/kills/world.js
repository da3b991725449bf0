// The GEMs that the threads work on, and what must hold of them at every moment.
import {
	AtomicLK,
	AtomicSTM,
	Partitioned,
	PartitionedDynamic,
	release,
	usage,
} from '../../packages/runtime/src/gem/index.js';

const ACCOUNTS = 12;
const EACH = 100;

const bank = () => ({
	accounts: Array.from({ length: ACCOUNTS }, () => ({ balance: EACH, last: 'nothing yet' })),
	numbers: new Array(64).fill(7),
	journal: [],
	open: {},
});
const zeroes = () => new Array(60).fill(0);

/** @typedef {'locks' | 'transactions' | 'parts' | 'ranges'} GemName */

export class World {
	/** @type {Record<GemName, any>} */
	gems = {
		locks: AtomicLK.create(bank()),
		transactions: AtomicSTM.create(bank()),
		parts: Partitioned.create(zeroes(), { partitions: 6 }),
		ranges: PartitionedDynamic.create(zeroes()),
	};

	/** @param {GemName} name of a GEM that is to be a new one */
	renew(name) {
		release(this.gems[name]);
		if (name === 'locks') this.gems[name] = AtomicLK.create(bank());
		else if (name === 'transactions') this.gems[name] = AtomicSTM.create(bank());
		else if (name === 'parts') this.gems[name] = Partitioned.create(zeroes(), { partitions: 6 });
		else this.gems[name] = PartitionedDynamic.create(zeroes());
	}

	/**
	 * @param {'locks' | 'transactions'} name of a bank
	 * @returns {Promise<string | undefined>} what is wrong; rejects with LP8102 when the GEM cannot be used any more
	 */
	audit(name) {
		const gem = this.gems[name];
		return gem.atomicAsync(() => wrongOf(gem));
	}

	/** @returns {number} bytes that the GEMs take */
	bytes() {
		const bytesOf = (/** @type {object} */ gem) =>
			/** @type {{ bytes: number }} */ (usage(gem)).bytes;
		return Object.values(this.gems).reduce((sum, gem) => sum + bytesOf(gem), 0);
	}

	release() {
		for (const gem of Object.values(this.gems)) release(gem);
	}

	/** What threads have sent is received, and what has ended is noticed. @returns {Promise<void>} */
	async settle() {
		for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setTimeout(resolve, 4));
	}
}

/** @param {any} gem a bank, within a block @returns {string | undefined} */
function wrongOf(gem) {
	let sum = 0;
	for (const { balance, last } of gem.accounts) {
		sum += balance;
		if (!/^(nothing yet|gave \d|got \d)$/.test(last)) return `an account says ${last}`;
	}
	if (sum !== ACCOUNTS * EACH) return `${sum} in place of ${ACCOUNTS * EACH}`;
	if (gem.journal.length > 20) return `the journal has ${gem.journal.length} entries`;
	for (const key of Object.keys(gem.open))
		if (gem.open[key].key !== key) return `${key} holds ${gem.open[key].key}`;
	const other = gem.numbers.findIndex((/** @type {number} */ number) => number !== 7);
	return other < 0 ? undefined : `number ${other} is ${gem.numbers[other]}`;
}
