import { Partitioned, ReadOnly, release, snapshot } from '@lapidary/runtime/gem';

/** @param {string[]} content */
export function share(content) {
	const tokens = ReadOnly.create(content);
	return { tokens, release: () => release(tokens) };
}

/** @param {{ tokens: string[] }} shared @param {number} parts */
export async function run({ tokens }, parts) {
	const counts = Partitioned.create(new Array(parts).fill(0), { partitions: parts });
	await Promise.all(Array.from({ length: parts }, (_, part) => work(tokens, counts, part, parts)));
	const all = merge(snapshot(counts));
	release(counts);
	return all;
}

/**
 * Counts the words of a part of the document into its element of `counts`.
 *
 * @param {string[]} tokens
 * @param {any} counts
 * @param {number} part
 * @param {number} parts
 */
async function work(/* cpu_bound: gem */ tokens, /* cpu_bound: gem */ counts, part, parts) {
	'use cpu_bound';
	counts.subset(part);
	const to = Math.floor((tokens.length * (part + 1)) / parts);
	const totals = new Map();
	for (let t = Math.floor((tokens.length * part) / parts); t < to; t++) {
		const word = tokens[t];
		totals.set(word, (totals.get(word) ?? 0) + 1);
	}
	counts[part] = Object.fromEntries(totals);
	counts.release();
}

/** @param {Record<string, number>[]} parts @returns {Record<string, number>} */
export function merge(parts) {
	/** @type {Record<string, number>} */
	const all = {};
	for (const part of parts)
		for (const word of Object.keys(part)) all[word] = (all[word] ?? 0) + part[word];
	return all;
}
