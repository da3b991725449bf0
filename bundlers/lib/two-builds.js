// Builds a program into a folder that has another build of it already, and runs both: `node two-builds.js <folder>` prints for each tool
// what they say. The second build differs in its entry, or in a name that the tool replaces within the unit alone.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { runNode } from './run-node.js';
import { runCompiler } from './webpack-like.js';

const MAIN = `import { here, own } from './unit.js';\nconsole.log(...(await own(here)));\n`;
const FILES = {
	'unit.js': `export const here = import.meta.filename;\nexport async function own(file) {\n\t'use cpu_bound';\n\treturn [import.meta.filename === file, LEVEL];\n}\n`,
	'first.js': MAIN,
	'second.js': MAIN,
};

/**
 * @typedef {object} Task
 * @property {string} name of the entry
 * @property {string} folder absolute, of the sources
 * @property {string} level what the tool puts in the place of `LEVEL`
 * @property {string} hash in the names of entries: `''`, or as the tool writes it
 */

/** @param {Task} task */
const placesOf = ({ name, folder }) => ({
	input: path.join(folder, `${name}.js`),
	out: path.join(folder, 'out'),
});

/** @param {Task} task */
const outputOf = ({ hash }) => ({
	entryFileNames: `[name]${hash}.mjs`,
	chunkFileNames: '[name]-[hash].mjs',
});

/** @param {'webpack' | 'rspack'} tool @param {'development' | 'production'} mode @returns {(task: Task) => Promise<void>} */
const buildsOf = (tool, mode) => async (task) => {
	const { default: lapidary } = await import(`@lapidary/unplugin/${tool}`);
	/** @type {any} */
	const found =
		tool === 'webpack' ? (await import('webpack')).default : (await import('@rspack/core')).rspack;
	const { input, out } = placesOf(task);
	const options = {
		mode,
		target: 'node20',
		context: task.folder,
		entry: { [task.name]: input },
		devtool: false,
		...(tool === 'webpack' ? { experiments: { outputModule: true } } : {}),
		output: {
			path: out,
			filename: `[name]${task.hash.replace('hash', 'contenthash')}.mjs`,
			module: true,
			chunkFormat: 'module',
		},
		plugins: [new found.DefinePlugin({ LEVEL: task.level }), lapidary()],
	};
	await runCompiler((done) => found(options, done));
};

/** @type {Record<string, (task: Task) => Promise<unknown>>} */
const BUILDS = {
	async rollup(task) {
		const { rollup } = await import('rollup');
		const { default: lapidary } = await import('@lapidary/unplugin/rollup');
		const { input, out } = placesOf(task);
		const replace = {
			name: 'replace',
			/** @param {string} code */
			transform: (code) => code.replaceAll('LEVEL', task.level),
		};
		// Of a name that the compiler is not told of.
		const onwarn = () => {};
		const bundle = await rollup({ input, onwarn, plugins: [lapidary(), replace] });
		await bundle.write({ dir: out, ...outputOf(task) });
	},
	async rolldown(task) {
		const { rolldown } = await import('rolldown');
		const { default: lapidary } = await import('@lapidary/unplugin/rolldown');
		const { input, out } = placesOf(task);
		const bundle = await rolldown({
			input,
			platform: 'node',
			transform: { define: { LEVEL: task.level } },
			checks: { pluginTimings: false },
			plugins: [lapidary()],
		});
		await bundle.write({ dir: out, ...outputOf(task) });
	},
	async vite(task) {
		const { build } = await import('vite');
		const { default: lapidary } = await import('@lapidary/unplugin/vite');
		const { input, out } = placesOf(task);
		await build({
			configFile: false,
			root: task.folder,
			logLevel: 'silent',
			define: { LEVEL: task.level },
			plugins: [lapidary()],
			build: {
				ssr: input,
				outDir: out,
				emptyOutDir: false,
				rolldownOptions: { checks: { pluginTimings: false }, output: outputOf(task) },
			},
		});
	},
	async esbuild(task) {
		const { build } = await import('esbuild');
		const { default: lapidary } = await import('@lapidary/unplugin/esbuild');
		const { input, out } = placesOf(task);
		await build({
			entryPoints: [input],
			bundle: true,
			platform: 'node',
			format: 'esm',
			outdir: out,
			entryNames: `[name]${task.hash}`,
			outExtension: { '.js': '.mjs' },
			define: { LEVEL: task.level },
			logLevel: 'silent',
			plugins: [lapidary()],
		});
	},
	'webpack, development': buildsOf('webpack', 'development'),
	'webpack, production': buildsOf('webpack', 'production'),
	'rspack, development': buildsOf('rspack', 'development'),
	'rspack, production': buildsOf('rspack', 'production'),
};

/**
 * @param {string} folder absolute
 * @param {(task: Task) => Promise<unknown>} build
 * @param {{ hash: string, second: { name: string, level: string } }} how
 * @returns {Promise<string[]>} what the programs of both builds say, once both are there
 */
async function runBoth(folder, build, { hash, second }) {
	mkdirSync(folder, { recursive: true });
	for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(folder, name), text);
	const out = path.join(folder, 'out');
	/** @type {Set<string>} */
	const entries = new Set();
	for (const task of [{ name: 'first', level: '1' }, second]) {
		await build({ ...task, folder, hash });
		for (const file of readdirSync(out)) if (/^(first|second)/.test(file)) entries.add(file);
	}
	const runs = await Promise.all([...entries].map((file) => runNode([path.join(out, file)])));
	return runs.map(({ lines, errors }) => lines.join(' ') + errors).sort();
}

const [root = ''] = process.argv.slice(2);
/** @type {Record<string, { entries: string[], levels: string[] }>} */
const said = {};
for (const [tool, build] of Object.entries(BUILDS)) {
	/** @param {string} name */
	const folder = (name) => path.join(root, `${tool} ${name}`);
	said[tool] = {
		entries: await runBoth(folder('entries'), build, {
			hash: '',
			second: { name: 'second', level: '1' },
		}),
		levels: await runBoth(folder('levels'), build, {
			hash: '-[hash]',
			second: { name: 'first', level: '2' },
		}),
	};
}
console.log(JSON.stringify(said));
