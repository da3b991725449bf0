import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isShare, someOf } from '../../scripts/some-of.js';

const run = promisify(execFile);
const MAIN = fileURLToPath(new URL('../gems/main.js', import.meta.url));
const PLANTED = fileURLToPath(new URL('../gems/planted.js', import.meta.url));

/** `npm run fuzz:gems` takes as many as there is time for. */
const COUNT = isShare ? 40 : 400;

test(`the first ${COUNT} programs over GEMs do lowered what they do as they are written`, async () => {
	const args = [MAIN, '--count', String(COUNT), '--json'];
	// It exits with 1 when a program fails: what it prints says more.
	const { stdout } = await run(process.execPath, args, { maxBuffer: 1 << 26 }).catch(
		(error) => error,
	);
	const { programs, withSites, kinds, failures } = JSON.parse(stdout);
	expect(failures.map((/** @type {any} */ { text }) => text)).toEqual([]);
	expect(programs).toBe(COUNT);
	// What is not lowered shows nothing.
	expect(withSites).toBeGreaterThan(COUNT / 2);
	expect(kinds.refused).toBeLessThan(COUNT / 20);
});

/** A comparison that finds nothing proves nothing: lowered accesses are spoilt on purpose. */
const SPOILT = [
	'an element is read beside its place',
	'what does not fit is written',
	'facts are kept after a write that went the general way',
	'a copy gets where its part belongs',
];
test.each(someOf(SPOILT, 4))(
	'%s: it is found, and a program of few lines shows it',
	async (name) => {
		const { stdout } = await run(process.execPath, [PLANTED, name]);
		const { kind, untouched, source } = JSON.parse(stdout);
		expect(kind).toBe('differs');
		// The bug is what makes the difference, not the program.
		expect(untouched).toBe('same');
		expect(source.split('\n').length).toBeLessThanOrEqual(35);
	},
);
