import { AtomicLK, ReadOnly, release, snapshot } from '@lapidary/runtime/gem';

const PATTERN = 'ston';

/** @param {string[]} content */
export function share(content) {
	const tokens = ReadOnly.create(content);
	return { tokens, release: () => release(tokens) };
}

/** @param {{ tokens: string[] }} shared @param {number} parts */
export async function run({ tokens }, parts) {
	const matches = AtomicLK.create(/** @type {{ found: number[] }} */ ({ found: [] }));
	await Promise.all(Array.from({ length: parts }, (_, part) => work(tokens, matches, part, parts)));
	const { found } = snapshot(matches);
	release(matches);
	return found.sort((/** @type {number} */ a, /** @type {number} */ b) => a - b);
}

/**
 * Looks for the pattern in a part of the document, and adds where it is to `matches`.
 *
 * @param {string[]} tokens
 * @param {any} matches
 * @param {number} part
 * @param {number} parts
 */
async function work(/* cpu_bound: gem */ tokens, matches, part, parts) {
	'use cpu_bound';
	const to = Math.floor((tokens.length * (part + 1)) / parts);
	/** @type {number[]} */
	const found = [];
	for (let t = Math.floor((tokens.length * part) / parts); t < to; t++) {
		const token = tokens[t];
		if (token.includes(PATTERN)) found.push(t);
	}
	matches.atomic(() => matches.found.push(...found));
}
