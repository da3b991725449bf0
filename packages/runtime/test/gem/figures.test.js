// The figures of [GEM16], as they are printed but for imports: each is a program of its own that prints the right answer.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeDocument } from '../../../../examples/gems/document.js';

/** @param {string} name @returns {Promise<string>} what it prints */
async function run(name) {
	const file = fileURLToPath(new URL(`../../../../examples/gems/${name}.js`, import.meta.url));
	const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], {
		timeout: 20_000,
	});
	expect(stderr).toBe('');
	return stdout;
}

const keys = ['some', 'Important', 'words'];
const words = makeDocument(30_000);
const counts = keys.map((key) => words.filter((word) => word === key).length);

test('Figure 1: keywords counted by messages', async () => {
	const [some, important, others] = counts;
	expect(await run('figure-1-main')).toBe(
		`result is { some: ${some}, Important: ${important}, words: ${others} }\n`,
	);
});

test('Figure 2: keywords counted in three GEMs', async () => {
	const [some, important, others] = counts;
	expect(await run('figure-2-main')).toMatch(
		new RegExp(`^\\{ '[012]': \\d+, '[012]': \\d+, '[012]': \\d+ \\}\\n$`),
	);
	const text = await run('figure-2-main');
	for (const [key, count] of [some, important, others].entries()) {
		expect(text).toContain(`'${key}': ${count}`);
	}
});

test('Figures 5 and 6: a read-only and a partitioned type of the program’s own', async () => {
	let sum = 0;
	for (let index = 0; index < 200; index++) sum += index * index + 1;
	expect(await run('figure-5-main')).toBe(
		`total ${sum} | expected ${sum} | Out-of-bound access!\nRead-Only access violation\n`,
	);
});
