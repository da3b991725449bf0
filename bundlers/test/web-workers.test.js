import { runProgram } from '../lib/run-program.js';

test('Vite’s Web Workers are built beside units, and units in them are refused', async () => {
	const { errors, result } = await runProgram('web-workers');
	expect(errors).toBe('');
	expect(result).toEqual({
		...{ page: 'ok', refused: 'LP7103', ssr: 'ok' },
		...{ dev: 'ok', devPlain: 'ok', devOwn: 'LP7103' },
	});
});
