// A cross-section of `npm run matrix`: each tool once, each format, what is refused, and a helper that changes while a server runs.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runNode } from '../lib/run-node.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RUN = path.join(ROOT, 'run.js');
const CELLS = [
	'rollup, manual chunks, esm, ts',
	'rolldown, minified, cjs, js',
	'vite, ssr, esm, ts',
	'vite, client, esm, ts',
	'webpack, production, cjs, ts',
	'rspack, development, esm, js',
	'esbuild, standalone, cjs, ts',
];

test('each tool builds a program that runs on threads as plain Node runs it', async () => {
	const { lines, errors } = await runNode([RUN, ...CELLS.flatMap((cell) => ['--cell', cell])]);
	expect(errors).toBe('');
	const rows = lines.filter((line) => /^\| \w+ \| .* \| (esm|cjs) \|/.test(line));
	expect(rows.map((row) => row.slice(2, -2).split(' | ').join(', '))).toEqual(
		CELLS.map((cell) => `${cell}, ${cell.includes('client') ? 'refused, LP7103' : 'ok'}`),
	);
});

test.each([
	['a dev server', 'vite-server.js', ['main.ts', '--edit', 'scale.ts']],
	['a build that is watched', 'esbuild-watch.js', ['main.ts', 'scale.ts']],
])('threads of %s get a helper that has changed', async (_, tool, args) => {
	const folder = path.join(ROOT, '.out', `${tool}-${process.pid}`);
	mkdirSync(folder, { recursive: true });
	try {
		cpSync(path.join(ROOT, 'program'), folder, { recursive: true });
		const { lines, errors } = await runNode([path.join(ROOT, 'tools', tool), folder, ...args]);
		expect(errors).toBe('');
		const results = lines
			.filter((line) => line.includes('lengths'))
			.map((line) => JSON.parse(line));
		expect(results.map(({ lengths }) => lengths)).toEqual([
			[100, 300],
			[200, 600],
		]);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});
