import { beforeAll, describe, expect, test } from '@jest/globals';
import { isShare, someOf } from '../../scripts/some-of.js';
import { listPackages, runPackages } from '../lib/run-packages.js';

const PACKAGES = someOf(listPackages(), 12);

const LIMIT_MS = 480_000;

describe('real packages are lowered, and compute what they compute', () => {
	/** @type {Map<string, import('../lib/types.js').Outcome>} */
	const outcomes = new Map();

	beforeAll(async () => {
		const all = await runPackages(PACKAGES, { isVerified: !isShare });
		for (const outcome of all) outcomes.set(outcome.name, outcome);
	}, LIMIT_MS);

	test.each(PACKAGES)('%s', (name) => {
		const outcome = outcomes.get(name);
		expect(outcome?.problems).toEqual([]);
		expect(outcome?.calls).toBeGreaterThan(0);
	});
});
