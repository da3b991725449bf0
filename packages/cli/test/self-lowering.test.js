import { cpSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox } from './sandbox.js';

const PACKAGE = fileURLToPath(new URL('../', import.meta.url));

/** @type {import('./sandbox.js').Sandbox} */
let sandbox;
beforeEach(() => {
	sandbox = createSandbox();
});
afterEach(() => sandbox.remove());

test('the command line lowers itself, and the result builds the same, in parallel', async () => {
	for (const part of ['bin', 'src', 'package.json']) {
		cpSync(path.join(PACKAGE, part), path.join(sandbox.root, 'cli', part), { recursive: true });
	}
	const built = await sandbox.lapidary(['build', 'cli/src', '--out-dir', 'cli/dist']);
	expect(built).toMatchObject({ status: 0, stderr: '' });
	expect(built.stdout).toMatch(/^lowered 2 files \(2 units\), copied \d+, /);
	const lowerings = sandbox.tree('cli/dist');
	for (const [file, unit] of [
		['build/lower-file.js', 'lowerFile'],
		['link/summarise-file.js', 'summariseFile'],
	])
		expect(lowerings[file]).toContain(`"lapidary/src/${file}#${unit}"`);

	const bin = path.join(sandbox.root, 'cli/bin/lapidary.js');
	const lowered = { bin, env: { LAPIDARY_CLI_SOURCE: undefined } };
	const again = await sandbox.lapidary(
		['build', 'cli/src', '--out-dir', 'again', '--jobs', '2'],
		lowered,
	);
	expect(again).toMatchObject({ status: 0, stderr: '' });
	expect(sandbox.tree('again')).toEqual(sandbox.tree('cli/dist'));

	sandbox.write({
		'bad/a.mjs': "let n = 0;\nexport async function f() { 'use cpu_bound'; n++; }\n",
	});
	const [here, there] = [
		await sandbox.lapidary(['check', 'bad']),
		await sandbox.lapidary(['check', 'bad'], lowered),
	];
	expect(there).toMatchObject({ status: 1, stderr: here.stderr });
	expect(there.stderr).toMatch(/^error LP2003 /);
});
