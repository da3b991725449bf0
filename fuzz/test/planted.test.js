import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PLANTED = fileURLToPath(new URL('planted.js', import.meta.url));
const FLAGS = ['--experimental-vm-modules', '--no-warnings'];

/** A comparison that finds nothing proves nothing: worker modules are spoilt on purpose. */
test.each([
	['a statement that fills something is left out', 30],
	['two captures are swapped', 30],
	['a snapshot is not taken', 30],
	['a class of errors is not known', 30],
])('%s: it is found, and a program of few lines shows it', async (name, mostLines) => {
	const { stdout } = await promisify(execFile)(process.execPath, [...FLAGS, PLANTED, name]);
	const found = JSON.parse(stdout);
	expect(found.kind).toBe('differs');
	// The bug is what makes the difference, not the program.
	expect(found.untouched).toBe('same');
	const lines = found.sources.join('').trimEnd().split('\n');
	expect(lines.length).toBeLessThanOrEqual(mostLines);
});
