import { runProgram } from '../lib/run-program.js';

test('Vitest runs units with the plugin for builds in its configuration', async () => {
	const { errors, result } = await runProgram('vitest');
	expect(errors).toBe('');
	const passed = [{ tests: ['passed'], errors: [] }];
	expect(result).toEqual({
		'tests(), lapidary()': passed,
		'lapidary()': passed,
	});
});
