import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runNode } from '../lib/run-node.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test('Vite’s Web Workers are built beside units, and units in them are refused', async () => {
	const folder = path.join(ROOT, '.out', `web-workers-${process.pid}`);
	mkdirSync(folder, { recursive: true });
	try {
		const { lines, errors } = await runNode([path.join(ROOT, 'lib', 'web-workers.js'), folder]);
		expect(errors).toBe('');
		expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
			...{ page: 'ok', refused: 'LP7103', ssr: 'ok' },
			...{ dev: 'ok', devPlain: 'ok', devOwn: 'LP7103' },
		});
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});
