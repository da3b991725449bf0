import { runProgram } from '../lib/run-program.js';

// Its resolver loads what it is asked for: a link that waited for it would wait for itself.
test('rollup builds a program with the plugin for CommonJS, in either order', async () => {
	const { errors, result } = await runProgram('with-commonjs');
	expect(errors).toBe('');
	const expected = { lines: ['11 5'], errors: '', workers: 1 };
	expect(result).toEqual({
		'lapidary, commonjs': expected,
		'commonjs, lapidary': expected,
	});
});
