import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const check = fileURLToPath(new URL('platform/check.js', import.meta.url));
const output = execFileSync(process.execPath, ['--no-warnings', check], { encoding: 'utf8' });
const { compared, missing, twice, differences } = JSON.parse(output);

describe('the table of what platform functions do', () => {
	test('has every function of this Node, once', () => {
		expect(missing).toEqual([]);
		expect(twice).toEqual([]);
	});

	test('says what the functions of this Node do', () => {
		expect(differences).toEqual([]);
		expect(compared).toBeGreaterThan(700);
	});
});
