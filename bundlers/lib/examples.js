// Builds with the configuration of each example of the messages: `node examples.js`, which prints what the tools say.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseMessages } from '../../scripts/messages/parse-messages.js';
import { ROOT } from './sources.js';
import { runCompiler } from './webpack-like.js';

const MESSAGES = 'packages/unplugin/messages/bundlers.md';
const FILES = {
	'main.js': `import { score } from './score.js';\nimport { scale } from './scale.js';\nconsole.log(await score([1, 2]), scale(3));\n`,
	'score.js': `import { scale } from './scale.js';\nexport async function score(rows) {\n\t'use cpu_bound';\n\treturn rows.map(scale);\n}\n`,
	'place.js': `export async function place() {\n\t'use cpu_bound';\n\treturn import.meta.filename;\n}\nconsole.log(await place());\n`,
	'queried.js': `import { score } from './score.js?once';\nconsole.log(await score([1, 2]));\n`,
	'first.js': `import { place } from './place.js';\nconsole.log(await place());\n`,
	'counter.js': `import { Gem } from '@lapidary/runtime/gem/define';\nexport const Counter = Gem.define({});\n`,
	'limited.js': `import 'virtual:set-up';\nimport { cut } from './cut.js';\nconsole.log(await cut([1, 2]));\n`,
	'cut.js': `import { limits } from './limits.js';\nexport async function cut(rows) {\n\t'use cpu_bound';\n\treturn rows.map((one) => Math.min(one, limits.most));\n}\n`,
	'limits.js': `export const limits = { most: 1 };\n`,
	'raise.js': `import { limits } from './limits.js';\nlimits.most = 2;\n`,
	'next.config.mjs': `import { withLapidary } from '@lapidary/unplugin/next';\nexport default withLapidary({});\n`,
	'scale.js': `export const scale = (x) => x * 10;\n`,
};

/** @type {Record<string, (options: any) => Promise<unknown>>} */
const BUILDS = {
	'rollup.config.js': async ({ output, ...options }) => {
		const { rollup } = await import('rollup');
		/** @type {string[]} */
		const warnings = [];
		const onwarn = (/** @type {Error} */ { message }) => void warnings.push(message);
		await (await rollup({ onwarn, ...options })).write(output);
		if (warnings.some((one) => /LP\d{4}/.test(one))) throw new Error(warnings.join('\n'));
	},
	'rolldown.config.js': async ({ output, ...options }) => {
		const { rolldown } = await import('rolldown');
		return (await rolldown({ platform: 'node', ...options })).write(output);
	},
	// Next.js itself is not installed here; it says by this variable that it builds with Turbopack, which it does without the option.
	'package.json': async ({ scripts }) => {
		const isTurbopack = !/ --webpack\b/.test(scripts.build);
		if (isTurbopack) process.env.TURBOPACK = 'auto';
		try {
			await import(pathToFileURL(path.resolve('next.config.mjs')).href);
		} finally {
			delete process.env.TURBOPACK;
		}
	},
	'webpack.config.js': async (options) => {
		const { default: webpack } = await import('webpack');
		const output = { path: path.resolve('dist'), module: true, chunkFormat: 'module' };
		const given = { mode: 'none', target: 'node20', context: process.cwd(), output, ...options };
		await runCompiler((done) => webpack({ ...given, experiments: { outputModule: true } }, done));
	},
	'esbuild.config.js': async (options) => {
		const { build } = await import('esbuild');
		return build({ format: 'esm', logLevel: 'silent', absWorkingDir: process.cwd(), ...options });
	},
};

/** @typedef {{ code: string, verdict: string, codes: string[] }} Tried */

/** @returns {Promise<Tried[]>} */
async function tryExamples() {
	const root = path.join(ROOT, '.out', `examples-${process.pid}`);
	const entries = parseMessages(readFileSync(path.join(ROOT, '..', MESSAGES), 'utf8'), MESSAGES);
	/** @type {Tried[]} */
	const tried = [];
	try {
		for (const { code, examples } of entries)
			for (const [index, example] of examples.entries()) {
				const folder = path.join(root, `${code}-${index}`);
				mkdirSync(folder, { recursive: true });
				for (const [name, text] of Object.entries({ ...FILES, [example.file]: example.code }))
					writeFileSync(path.join(folder, name), text);
				process.chdir(folder);
				const { href } = pathToFileURL(path.join(folder, example.file));
				const { default: options } = example.file.endsWith('.json')
					? { default: JSON.parse(example.code) }
					: await import(href);
				const said = await BUILDS[example.file](options).then(
					() => '',
					(/** @type {Error} */ error) => error.message,
				);
				const codes = [...new Set(said.match(/LP\d{4}/g) ?? (said ? [said] : []))];
				tried.push({ code, verdict: example.verdict, codes });
			}
	} finally {
		rmSync(root, { recursive: true, force: true });
	}
	return tried;
}

console.log(JSON.stringify(await tryExamples()));
