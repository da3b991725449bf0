// Rolls the modules of the runtime up into few files: each thread loads them again.
/** @import { OutputChunk, Plugin } from 'rollup' */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'acorn';
import { simple } from 'acorn-walk';
import { rollup } from 'rollup';

// Stands for the folder of the output until it is known how deep in it a file lies.
const OUTPUT = 'lapidary-output:/';

/** What threads load, beside the entries of the package. */
const THREAD_ENTRIES = [
	'worker/boot.js',
	'messaging/boot.js',
	'hive/vat-boot.js',
	'hive/evaluate.js',
];

/**
 * Folder to chunk. What is needed together is one file, so that a thread of a pool reads two before the first unit; what is
 * not named here is put together by rollup, with whoever imports it.
 *
 * @type {readonly [folder: RegExp, chunk: string][]}
 */
const CHUNKS = [
	[/^(errors|protocol)\/|^(abi|primordials)\.js$/, 'protocol'],
	[/^host\//, 'host'],
	[/^messaging\/(?!boot)/, 'messaging'],
	[/^gem\/(memory|graph|sync|define)\//, 'gem'],
];

/**
 * Roll the runtime up. Each module is in one file only, whatever entry imports it, so that what a thread keeps is there once.
 *
 * @param {string} source absolute path of `packages/runtime/src`
 * @param {readonly string[]} exported entries of the package, relative to `source`; those in CommonJS are copied elsewhere
 * @returns {Promise<{ file: string, code: string, imports: string[] }[]>} `file` and `imports` relative to the output, posix separators; entries
 *   keep their place, and their relative imports of CommonJS files hold there
 */
export async function bundleRuntime(source, exported) {
	const entries = [...exported, ...THREAD_ENTRIES];
	const bundle = await rollup({
		input: Object.fromEntries(entries.map((entry) => [entry, path.join(source, entry)])),
		external: (id) => id.endsWith('.cjs') || /^(node:|[^./])/.test(id),
		// Modules register what they define; what nobody imports costs next to nothing.
		treeshake: false,
		plugins: [keepUrls(source)],
		onLog: (_level, { message }) => {
			throw new Error(message);
		},
	});
	const { output } = await bundle.generate({
		format: 'es',
		entryFileNames: '[name]',
		chunkFileNames: 'chunks/[name].js',
		manualChunks: (id) => chunkOf(path.relative(source, id).replaceAll(path.sep, '/')),
		onlyExplicitManualChunks: true,
		hoistTransitiveImports: false,
		minifyInternalExports: false,
	});
	await bundle.close();
	const chunks = /** @type {OutputChunk[]} */ (output);
	return chunks.map(({ fileName, code, imports }) => ({ file: fileName, code, imports }));
}

/** @param {string} module relative to the sources @returns {string | undefined} */
const chunkOf = (module) => CHUNKS.find(([folder]) => folder.test(module))?.[1];

/**
 * Let `new URL('../worker/boot.js', import.meta.url)` name the same file of the output, wherever the module has gone to.
 *
 * @param {string} source
 * @returns {Plugin}
 */
const keepUrls = (source) => ({
	name: 'keep-urls',
	transform(code, id) {
		if (!code.includes('import.meta.url')) return null;
		const ast = parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
		/** @type {{ start: number, end: number, value: string }[]} */
		const found = [];
		simple(ast, {
			NewExpression({ callee, arguments: [relative, base] }) {
				if (callee.type !== 'Identifier' || callee.name !== 'URL') return;
				if (relative.type !== 'Literal' || base?.type !== 'MemberExpression') return;
				found.push({ start: relative.start, end: relative.end, value: String(relative.value) });
			},
		});
		return found.reduceRight((text, { start, end, value }) => {
			const from = path.relative(source, path.dirname(id)).replaceAll(path.sep, '/');
			const target = path.posix.join(from, value);
			if (target.startsWith('../')) throw new Error(`${id}: ${value} lies outside of the sources`);
			return `${text.slice(0, start)}'${OUTPUT}${target}'${text.slice(end)}`;
		}, code);
	},
	renderChunk: (code, { fileName }) =>
		code.replaceAll(
			OUTPUT,
			path.posix.relative(path.posix.dirname(fileName), '.').replace(/(.)$/, '$1/') || './',
		),
});

/** @param {string} source @returns {string[]} files that are taken as they are, relative to it */
export const filesToCopy = (source) =>
	readdirSync(source, { recursive: true, encoding: 'utf8' })
		.filter((file) => /\.(cjs|d\.ts)$/.test(file))
		.map((file) => file.replaceAll(path.sep, '/'));
