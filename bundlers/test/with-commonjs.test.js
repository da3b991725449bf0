import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runNode } from '../lib/run-node.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

// Its resolver loads what it is asked for: a link that waited for it would wait for itself.
test('rollup builds a program with the plugin for CommonJS, in either order', async () => {
	const folder = path.join(ROOT, '.out', `with-commonjs-${process.pid}`);
	mkdirSync(folder, { recursive: true });
	try {
		const { lines, errors } = await runNode([path.join(ROOT, 'lib', 'with-commonjs.js'), folder]);
		expect(errors).toBe('');
		const expected = { lines: ['11 5'], errors: '', workers: 1 };
		expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
			'lapidary, commonjs': expected,
			'commonjs, lapidary': expected,
		});
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});
