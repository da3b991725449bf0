import { runProgram } from '../lib/run-program.js';

test('threads load a type of GEM that another file exports again', async () => {
	const { errors, result } = await runProgram('gem-types');
	expect(errors).toBe('');
	const expected = '1 1 0 2 1 1 1 0 1';
	expect(result).toEqual({
		...{ node: expected, rollup: expected, rolldown: expected, vite: expected },
	});
});
