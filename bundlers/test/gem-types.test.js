import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runNode } from '../lib/run-node.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test('threads load a type of GEM that another file exports again', async () => {
	const folder = path.join(ROOT, '.out', `gem-types-${process.pid}`);
	mkdirSync(folder, { recursive: true });
	try {
		const { lines, errors } = await runNode([path.join(ROOT, 'lib', 'gem-types.js'), folder]);
		expect(errors).toBe('');
		const expected = '1 1 0 2 1 1 1 0 1';
		expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
			...{ node: expected, rollup: expected, rolldown: expected, vite: expected },
		});
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});
