// Accounts in one GEM or several, within blocks of either policy.
import { AtomicLK, AtomicSTM } from '../../../../src/gem/index.js';

const ACCOUNTS = 24;
const EACH = 100;

export const types = { AtomicLK, AtomicSTM };

/** @param {number} count of GEMs @param {any} type */
export const createBank = (count, type) =>
	Array.from({ length: count }, () =>
		type.create({
			accounts: Array.from({ length: ACCOUNTS }, () => ({ balance: EACH, last: 'nothing yet' })),
			journal: [],
			open: {},
		}),
	);

/** @param {any[]} banks @returns {number} */
export const expectedSum = (banks) => banks.length * ACCOUNTS * EACH;

/**
 * What has to hold at every moment at which anybody looks.
 *
 * @param {any[]} banks within a block
 * @returns {string | undefined} what is wrong
 */
export function audit(banks) {
	let sum = 0;
	for (const bank of banks) {
		for (const { balance } of bank.accounts) sum += balance;
		if (bank.journal.length > 20) return `the journal has ${bank.journal.length} entries`;
		for (const key of Object.keys(bank.open))
			if (bank.open[key].key !== key) return `${key} holds ${bank.open[key].key}`;
	}
	return sum === expectedSum(banks) ? undefined : `${sum} instead of ${expectedSum(banks)}`;
}

/**
 * Move an amount, with a note in a list that grows and shrinks and under a key that comes and goes.
 *
 * @param {any[]} banks within a block
 * @param {(limit: number) => number} random
 * @param {() => void} halfway
 */
export function transfer(banks, random, halfway) {
	const [one, other] = [banks[random(banks.length)], banks[random(banks.length)]];
	const [from, to] = [one.accounts[random(ACCOUNTS)], other.accounts[random(ACCOUNTS)]];
	const amount = random(10);
	from.balance -= amount;
	from.last = `gave ${amount}`;
	one.journal.push({ amount, texts: [from.last, 'and more'] });
	halfway();
	to.balance += amount;
	to.last = `got ${amount}`;
	while (one.journal.length > 20) one.journal.shift();
	const key = `key ${random(60)}`;
	if (Object.hasOwn(other.open, key)) delete other.open[key];
	else other.open[key] = { key, list: [amount] };
}
