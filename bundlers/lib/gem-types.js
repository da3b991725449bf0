// Builds a program with a type of GEM that another file exports again, and runs it: `node gem-types.js <folder>` prints what plain Node
// says, and what the program says that each tool has built.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { runNode } from './run-node.js';

const FILES = {
	'main.js': `import { Tally } from './types/index.js';
/* cpu_bound: gem */
const all = Tally.create({});
async function count(words) {
	'use cpu_bound';
	const own = Tally.create({});
	for (const word of words) for (const tally of [all, own]) tally.add(word);
	return own;
}
const owns = await Promise.all([count(['a', 'b']), count(['b', 'c'])]);
console.log(...['a', 'b', 'c'].flatMap((word) => [all, ...owns].map((one) => one.of(word))));
`,
	'types/index.js': `export * from './tally.js';\n`,
	'types/tally.js': `import { Gem, Sync } from '@lapidary/runtime/gem/define';
export const Tally = Gem.define({
	name: 'Tally',
	internal: { lock: Sync.newLock() },
	public: {
		add(word) {
			this.internal.lock.lock();
			this.shared[word] = (this.shared[word] ?? 0) + 1;
			this.internal.lock.unlock();
		},
		of(word) {
			return this.shared[word] ?? 0;
		},
	},
});
`,
};

const OUTPUT = { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' };

/** @type {Record<string, (input: string, out: string) => Promise<unknown>>} */
const BUILDS = {
	async rollup(input, out) {
		const { rollup } = await import('rollup');
		const { default: lapidary } = await import('@lapidary/unplugin/rollup');
		const bundle = await rollup({ input, external: /^node:/, plugins: [lapidary()] });
		await bundle.write({ dir: out, ...OUTPUT });
	},
	async rolldown(input, out) {
		const { rolldown } = await import('rolldown');
		const { default: lapidary } = await import('@lapidary/unplugin/rolldown');
		const checks = { pluginTimings: false };
		const bundle = await rolldown({ input, platform: 'node', checks, plugins: [lapidary()] });
		await bundle.write({ dir: out, ...OUTPUT });
	},
	async vite(input, out) {
		const { build } = await import('vite');
		const { default: lapidary } = await import('@lapidary/unplugin/vite');
		await build({
			configFile: false,
			root: path.dirname(input),
			logLevel: 'silent',
			plugins: [lapidary()],
			build: {
				ssr: input,
				outDir: out,
				rolldownOptions: { checks: { pluginTimings: false }, output: OUTPUT },
			},
		});
	},
};

const [folder = ''] = process.argv.slice(2);
for (const [name, text] of Object.entries(FILES)) {
	const file = path.join(folder, name);
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, text);
}
const entry = path.join(folder, 'main.js');
/** @param {string} file */
const saidBy = async (file) => {
	const { lines, errors } = await runNode([file]);
	return lines.join(' ') + errors;
};
/** @type {Record<string, string>} */
const said = { node: await saidBy(entry) };
for (const [tool, build] of Object.entries(BUILDS)) {
	const out = path.join(folder, `out-${tool}`);
	await build(entry, out);
	said[tool] = await saidBy(path.join(out, 'main.mjs'));
}
console.log(JSON.stringify(said));
