import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runNode } from '../lib/run-node.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test('worker modules have a runtime of their own where that of the host is a file', async () => {
	const folder = path.join(ROOT, '.out', `runtime-chunk-${process.pid}`);
	mkdirSync(folder, { recursive: true });
	try {
		const { lines, errors } = await runNode([path.join(ROOT, 'lib', 'runtime-chunk.js'), folder]);
		expect(errors).toBe('');
		const said = JSON.parse(lines.at(-1) ?? '');
		const names = Object.keys(said);
		expect(names).toHaveLength(8);
		expect(said).toEqual(Object.fromEntries(names.map((name) => [name, 'true true true'])));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});
