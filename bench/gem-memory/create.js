/** @import { Row } from './document.js' */
import { isDeepStrictEqual } from 'node:util';
import { ReadOnly, release, snapshot } from '@lapidary/runtime/gem';
import { turnOrder } from '../lib/interleave.js';
import { makeDocument } from './document.js';

/** @typedef {'gem' | 'structuredClone' | 'json'} Way */

/** @type {Record<Way, (content: { rows: Row[] }) => object>} */
const WAYS = {
	gem: (content) => ReadOnly.create(content),
	structuredClone: (content) => structuredClone(content),
	json: (content) => JSON.parse(JSON.stringify(content)),
};

/**
 * Make the same document in each way, in turns.
 *
 * @param {{ bytes: number, rounds: number }} plan
 * @param {(text: string) => void} onStep
 * @returns {Record<Way, number[]>} milliseconds
 * @throws {Error} when a GEM has other content than its document
 */
export function measureCreate({ bytes, rounds }, onStep) {
	const content = makeDocument(bytes);
	const gem = ReadOnly.create(content);
	if (!isDeepStrictEqual(snapshot(gem), content)) throw new Error('the GEM has other content');
	release(gem);
	/** @type {Record<Way, number[]>} */
	const samples = { gem: [], structuredClone: [], json: [] };
	for (let round = -2; round < rounds; round++) {
		onStep(`creating, round ${Math.max(0, round) + 1} of ${rounds}`);
		for (const way of turnOrder(/** @type {Way[]} */ (Object.keys(WAYS)), Math.abs(round))) {
			const start = performance.now();
			const made = WAYS[way](content);
			const ms = performance.now() - start;
			if (round >= 0) samples[way].push(ms);
			if (way === 'gem') release(made);
		}
	}
	return samples;
}
