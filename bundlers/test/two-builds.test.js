import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runNode } from '../lib/run-node.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test('a build leaves the files of another one in its folder as they are', async () => {
	const folder = path.join(ROOT, '.out', `two-builds-${process.pid}`);
	mkdirSync(folder, { recursive: true });
	try {
		const { lines, errors } = await runNode([path.join(ROOT, 'lib', 'two-builds.js'), folder]);
		expect(errors).toBe('');
		const said = JSON.parse(lines.at(-1) ?? '');
		const tools = Object.keys(said);
		expect(tools).toHaveLength(8);
		const expected = { entries: ['true 1', 'true 1'], levels: ['true 1', 'true 2'] };
		expect(said).toEqual(Object.fromEntries(tools.map((tool) => [tool, expected])));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});
