import { runProgram } from '../lib/run-program.js';

test('worker modules have a runtime of their own where that of the host is a file', async () => {
	const { errors, result } = await runProgram('runtime-chunk');
	expect(errors).toBe('');
	const names = Object.keys(result);
	expect(names).toHaveLength(8);
	expect(result).toEqual(Object.fromEntries(names.map((name) => [name, 'true true true'])));
});
