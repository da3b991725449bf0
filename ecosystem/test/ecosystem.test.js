import { beforeAll, describe, expect, test } from '@jest/globals';
import { listPackages, runPackages } from '../lib/run-packages.js';

const LIMIT_MS = 480_000;

describe('real packages are lowered, and compute what they compute', () => {
	/** @type {Map<string, import('../lib/types.js').Outcome>} */
	const outcomes = new Map();

	beforeAll(async () => {
		// `npm run ecosystem` has each call verified as well, which takes as long again.
		const all = await runPackages(listPackages(), { isVerified: false });
		for (const outcome of all) outcomes.set(outcome.name, outcome);
	}, LIMIT_MS);

	test.each(listPackages())('%s', (name) => {
		const outcome = outcomes.get(name);
		expect(outcome?.problems).toEqual([]);
		expect(outcome?.calls).toBeGreaterThan(0);
	});
});
