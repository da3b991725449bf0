/** @import { Contender } from './contenders.js' */
import { deepStrictEqual } from 'node:assert/strict';
import { quantile } from '../lib/statistics.js';

/**
 * The latency of a call that has the pool for itself.
 *
 * @param {Contender} contender
 * @param {unknown} payload
 * @param {number} calls one after the other
 * @returns {Promise<number>} median, microseconds
 */
export async function timeLoneCalls({ echo }, payload, calls) {
	const latencies = [];
	let result;
	for (let call = 0; call < calls; call++) {
		const start = performance.now();
		result = await echo(payload);
		latencies.push((performance.now() - start) * 1000);
	}
	deepStrictEqual(result, payload);
	return quantile(
		latencies.sort((a, b) => a - b),
		0.5,
	);
}

/**
 * An object of about so many bytes as JSON: records with numbers and strings, like what a
 * request or a row of a table holds.
 *
 * @param {number} bytes 0 gives `undefined`
 */
export function payloadOf(bytes) {
	if (bytes === 0) return undefined;
	/** @type {{ id: number, name: string, values: number[] }[]} */
	const rows = [];
	let size = 0;
	while (size < bytes) {
		const id = rows.length;
		const row = { id, name: `row number ${id}`, values: [id * 1.5, id + 0.25, -id] };
		rows.push(row);
		size += JSON.stringify(row).length + 1;
	}
	return { rows };
}
