// Builds a program in esbuild's watch mode, runs it, changes a number in a helper, and runs it again once the build has followed:
// `node esbuild-watch.js <folder> <entry> <helper>`.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import lapidary from '@lapidary/unplugin/esbuild';
import { context } from 'esbuild';
import { runNode } from '../lib/run-node.js';

const [folder = '', entry = '', helper = ''] = process.argv.slice(2);
const outFolder = path.join(folder, 'out');
const file = path.join(folder, helper);
/** @type {(() => void)[]} */
const waiting = [];
const built = () => new Promise((resolve) => void waiting.push(() => resolve(undefined)));
const teller = {
	name: 'teller',
	/** @param {import('esbuild').PluginBuild} build */
	setup(build) {
		build.onEnd(() => void waiting.shift()?.());
	},
};
const watched = await context({
	entryPoints: [path.join(folder, entry)],
	bundle: true,
	platform: 'node',
	format: 'esm',
	outdir: outFolder,
	outExtension: { '.js': '.mjs' },
	logLevel: 'silent',
	// Later than the plugin, whose worker modules are written at the end.
	plugins: [lapidary(), teller],
});
const run = async () => {
	const program = path.join(outFolder, entry.replace(/\.\w+$/, '.mjs'));
	const { lines, errors } = await runNode([program]);
	console.log(lines[0] + errors);
};
const first = built();
await watched.watch();
await first;
await run();
const second = built();
writeFileSync(file, readFileSync(file, 'utf8').replace('= 10', '= 20'));
await second;
await run();
await watched.dispose();
