import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { Quiet } from '../lib/quiet.js';
import { foreignShare, usage } from '../lib/usage.js';

test('the share of others is what is busy and not our own, of all cores', () => {
	const before = { busyMs: 1_000, ownMs: 400, atMs: 0 };
	expect(foreignShare(before, { busyMs: 1_100, ownMs: 500, atMs: 100 })).toBe(0);
	expect(foreignShare(before, { busyMs: 1_100, ownMs: 450, atMs: 100 })).toBeGreaterThan(0);
	expect(foreignShare(before, { busyMs: 1_010, ownMs: 500, atMs: 100 })).toBe(0);
	expect(foreignShare(before, { busyMs: 1_010, ownMs: 400, atMs: 0.1 })).toBe(1);
	expect(foreignShare(undefined, before)).toBeNaN();
});

test('what a process has started is its own', async () => {
	const before = usage();
	const burn = 'const end = Date.now() + 300; while (Date.now() < end);';
	spawnSync(process.execPath, ['-e', burn]);
	const after = usage();
	if (process.platform !== 'linux') return;
	expect(Number(after?.ownMs) - Number(before?.ownMs)).toBeGreaterThan(100);
	expect(Number(after?.busyMs) - Number(before?.busyMs)).toBeGreaterThan(100);
});

describe('a sample', () => {
	test('is taken and counted, disturbed or not', async () => {
		const quiet = new Quiet({ limit: 1, budgetMs: 100 });
		expect(await quiet.sample(async () => 7)).toBe(7);
		expect(quiet.describe()).toContain('0 were repeated');
		expect(quiet.describe()).toContain('0 of 1 were disturbed');
	});

	test('ends with the least disturbed one when its tries or its time are used up', async () => {
		const quiet = new Quiet({ limit: -1, tries: 3, budgetMs: 500 });
		let taken = 0;
		const value = await quiet.sample(async () => ++taken);
		if (process.platform !== 'linux') return;
		expect([1, 2, 3]).toContain(value);
		expect(quiet.disturbed).toBe(1);
	});

	test('that fails ends the run', async () => {
		const quiet = new Quiet({ limit: 1 });
		await expect(quiet.sample(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
	});
});
