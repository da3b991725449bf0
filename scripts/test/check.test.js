import { jest } from '@jest/globals';
import { runNode, runSteps } from '../check.js';
import { countTests } from '../jest-summary.js';

describe('runSteps', () => {
	/** @type {string[]} */
	let printed;

	beforeEach(() => {
		printed = [];
		jest.spyOn(console, 'log').mockImplementation((text) => printed.push(text));
	});

	afterEach(() => jest.restoreAllMocks());

	test('runs the steps after one that failed, and shows what that one printed', async () => {
		const steps = [
			{ name: 'breaks', args: ['-e', 'console.error("no luck"); process.exitCode = 3'] },
			{ name: 'works', args: ['-e', 'console.log("not shown")'] },
		];
		expect(await runSteps(steps)).toEqual({ passed: 1, failed: 1 });
		const text = printed.join('\n');
		expect(text).toMatch(/^FAILED breaks +\d+\.\d s\n {7}no luck$/m);
		expect(text).toMatch(/^ok {5}works +\d+\.\d s$/m);
		expect(printed).toHaveLength(3);
	});
});

test('runNode collects both streams', async () => {
	const script = 'console.log("out"); console.error("err")';
	const { ok, output } = await runNode(['-e', script], 'pipe');
	expect(ok).toBe(true);
	expect(output.split('\n').sort()).toEqual(['err', 'out']);
});

test('a test file that cannot be loaded counts as a failure', () => {
	const results = { numPassedTests: 4, numFailedTests: 1, numRuntimeErrorTestSuites: 2 };
	expect(countTests(results)).toEqual({ passed: 4, failed: 3 });
});
