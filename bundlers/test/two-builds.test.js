import { runProgram } from '../lib/run-program.js';

test('a build leaves the files of another one in its folder as they are', async () => {
	const { errors, result } = await runProgram('two-builds');
	expect(errors).toBe('');
	const tools = Object.keys(result);
	expect(tools).toHaveLength(8);
	const expected = { entries: ['true 1', 'true 1'], levels: ['true 1', 'true 2'] };
	expect(result).toEqual(Object.fromEntries(tools.map((tool) => [tool, expected])));
});
