import { alignExtensions, findMisnamed } from '../src/rollup/file-kinds.js';

test('chunks have the extension of entries, where nothing else is said of them', () => {
	const namesOf = (/** @type {object} */ output) => alignExtensions(output);
	expect(namesOf({ entryFileNames: '[name].cjs' })).toHaveProperty(
		'chunkFileNames',
		'[name]-[hash].cjs',
	);
	for (const output of [
		{},
		{ entryFileNames: '[name].js' },
		{ entryFileNames: () => 'main.mjs' },
		{ entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name].js' },
	])
		expect(namesOf(output)).toBe(output);
});

test.each([
	['cjs', 'main.cjs', 'worker.cjs', false],
	['cjs', 'main.cjs', 'worker.js', true], // this package has ES modules
	['cjs', 'main.js', 'worker.js', false], // the program does not start either
	['cjs', 'main.cjs', 'worker.mjs', true],
	['es', 'main.js', 'worker.js', false],
	['es', 'main.mjs', 'worker.cjs', true],
])('format %s, %s: %s is misnamed: %s', (format, fileName, worker, isMisnamed) => {
	const output = { dir: import.meta.dirname, format };
	const found = findMisnamed([{ isEntry: true, fileName }], [worker], output);
	expect(found).toBe(isMisnamed ? worker : undefined);
});
