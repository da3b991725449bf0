// Builds a program whose webpack runtime is a file of its own, with hashes of contents in all names, and runs it:
// `node runtime-chunk.js <folder>` prints for each way to say so what the program says.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import lapidaryRspack from '@lapidary/unplugin/rspack';
import lapidaryWebpack from '@lapidary/unplugin/webpack';
import { rspack } from '@rspack/core';
import webpack from 'webpack';
import { runNode } from './run-node.js';
import { runCompiler } from './webpack-like.js';

const FILES = {
	'thread.js': `export async function thread() {
	const { threadId } = await import('node:worker_threads');
	return threadId > 0;
}
`,
	'unit.js': `import { thread } from './thread.js';
export const here = import.meta.filename;
async function inner(file) {
	'use cpu_bound';
	return import.meta.filename === file;
}
export async function outer(file) {
	'use cpu_bound';
	return [await thread(), await inner(file)];
}
`,
	'late.js': `import { thread } from './thread.js';
export async function late() {
	'use cpu_bound';
	return thread();
}
`,
	'main.js': `import { here, outer } from './unit.js';
import('./late.js').then(async ({ late }) => console.log(...(await outer(here)), await late()));
`,
};
const TOOLS = /** @type {const} */ ([
	['webpack', webpack, lapidaryWebpack],
	['rspack', rspack, lapidaryRspack],
]);

const [root = ''] = process.argv.slice(2);
/** @type {Record<string, string>} */
const said = {};
for (const [tool, compile, lapidary] of TOOLS)
	for (const runtimeChunk of ['single', 'multiple'])
		for (const extension of ['mjs', 'cjs']) {
			const name = [tool, runtimeChunk, extension].join(', ');
			const folder = path.join(root, name);
			mkdirSync(folder, { recursive: true });
			for (const [file, text] of Object.entries(FILES))
				writeFileSync(path.join(folder, file), text);
			const out = path.join(folder, 'out');
			const isModule = extension === 'mjs';
			/** @type {any} */
			const options = {
				mode: 'production',
				target: 'node20',
				context: folder,
				entry: './main.js',
				...(tool === 'webpack' ? { experiments: { outputModule: isModule } } : {}),
				output: {
					path: out,
					filename: `[name]-[contenthash].${extension}`,
					module: isModule,
					chunkFormat: isModule ? 'module' : 'commonjs',
				},
				optimization: { runtimeChunk },
				plugins: [lapidary()],
			};
			await runCompiler((done) => /** @type {any} */ (compile)(options, done));
			const entry = readdirSync(out).find((file) => file.startsWith('main-')) ?? '';
			const { lines, errors } = await runNode([path.join(out, entry)]);
			said[name] = lines.join(' ') + errors;
		}
console.log(JSON.stringify(said));
