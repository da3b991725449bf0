import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runNode } from '../lib/run-node.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test('Vitest runs units with the plugin for builds in its configuration', async () => {
	const folder = path.join(ROOT, '.out', `vitest-${process.pid}`);
	mkdirSync(folder, { recursive: true });
	try {
		const { lines, errors } = await runNode([path.join(ROOT, 'lib', 'vitest.js'), folder]);
		expect(errors).toBe('');
		const passed = [{ tests: ['passed'], errors: [] }];
		expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
			'tests(), lapidary()': passed,
			'lapidary()': passed,
		});
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});
