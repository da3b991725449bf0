import { cpSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox } from './sandbox.js';

const EXAMPLES = fileURLToPath(new URL('../../../examples/', import.meta.url));
const SCORES = '0.6 1.2\n1.8 2.4\n';

/** @type {import('./sandbox.js').Sandbox} */
let sandbox;
beforeEach(() => {
	sandbox = createSandbox();
	for (const name of ['scorer', 'gems'])
		cpSync(path.join(EXAMPLES, name), path.join(sandbox.root, name), { recursive: true });
});
afterEach(() => sandbox.remove());

test('the example computes the same on one thread, lowered by build, and lowered by run', async () => {
	const plain = await sandbox.node(['scorer/main.js']);
	expect(plain.stdout).toBe(`${SCORES}0 calls ran on the pool\n`);

	expect(await sandbox.lapidary(['build', 'scorer', '--out-dir', 'out'])).toMatchObject({
		status: 0,
	});
	for (const running of [
		sandbox.node(['out/main.js']),
		sandbox.lapidary(['run', 'scorer/main.js']),
	]) {
		const { status, stdout, stderr } = await running;
		expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
		expect(stdout).toBe(`${SCORES}2 calls ran on the pool\n`);
	}
});

test.each([
	['word-count', 'Important 4237\nsome 5722\nwords 5749\nall 15708\n'],
	['tally-main', '3 3 5 1\n'],
])('units that share GEMs print the same on one thread and lowered: %s', async (name, printed) => {
	for (const running of [
		sandbox.node([`gems/${name}.js`]),
		sandbox.lapidary(['run', `gems/${name}.js`]),
	]) {
		expect(await running).toMatchObject({ status: 0, stdout: printed, stderr: '' });
	}
});
