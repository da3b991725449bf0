/** @import { BuildOptions, BuildResult, Metafile, PluginBuild } from 'esbuild' */
/** @import { Message } from '../report.js' */
/** @import { WorkerSources } from './setup.js' */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { toPosix } from '../link/globs.js';
import { severalHosts } from '../diagnostics/codes.js';
import { fillTokens, findTokens, hashOf, hasTokens } from '../lower/tokens.js';
import { toMessage } from '../report.js';
import { toResult } from './messages.js';

/**
 * What CommonJS needs of Node within the ES modules that threads load. esbuild gives other names to variables of modules that are called
 * `require`; the others it knows by `define`.
 */
const BANNER =
	`import { createRequire as $lp_createRequire } from 'node:module'; import { fileURLToPath as $lp_toPath } from 'node:url'; ` +
	`const require = $lp_createRequire(import.meta.url), $lp_filename = $lp_toPath(import.meta.url), $lp_dirname = $lp_toPath(new globalThis.URL('.', import.meta.url));`;

/** Options that are about the files of the host alone. */
const OF_HOST = /** @type {const} */ ([
	...['entryPoints', 'stdin', 'outfile', 'outdir', 'outbase', 'outExtension', 'banner', 'footer'],
	...[
		'globalName',
		'format',
		'splitting',
		'entryNames',
		'chunkNames',
		'metafile',
		'write',
		'allowOverwrite',
	],
]);

/**
 * Build all worker modules at once: what several of them import is one module in each thread. Then tell the files of both builds where
 * worker modules are.
 *
 * @param {BuildResult} result of the host
 * @param {object} context
 * @param {PluginBuild} context.build
 * @param {BuildOptions} context.settings as the user has given them
 * @param {string} context.folder absolute
 * @param {WorkerSources} context.workers grows while worker modules are built that import other units
 * @param {(build: PluginBuild) => void} context.nested
 * @returns {Promise<ReturnType<typeof toResult>>}
 */
export async function writeWorkers(result, { build, settings, folder, workers, nested }) {
	const root = settings.absWorkingDir ?? process.cwd();
	const options = nestedOptions(settings, { folder, nested });
	/** @type {BuildResult | undefined} */
	let built;
	for (let count = -1; count !== workers.size;) {
		count = workers.size;
		built = await build.esbuild.build({
			...options,
			entryPoints: [...workers.keys()].map((file) => ({
				in: file,
				out: path.basename(file).replace(/-[0-9a-f]{8}\.\w+$/, ''),
			})),
		});
	}
	const {
		metafile,
		outputFiles = [],
		warnings,
	} = /** @type {BuildResult} */ (/** @type {unknown} */ (built));
	const hosts = locateModules(/** @type {Metafile} */ (result.metafile), {
		root,
		folder,
		kind: 'host',
	});
	const files = new Map([
		...locateModules(/** @type {Metafile} */ (metafile), { root, folder, kind: 'worker' }),
		...hosts,
	]);
	const scattered = findScattered(hosts, workers, outputFiles);
	/** @param {string} text @param {string} file absolute */
	const fill = (text, file) =>
		fillTokens(text, toPosix(path.relative(folder, file)), (kind, hash) =>
			files.get(`${kind} ${hash}`),
		);
	for (const output of outputFiles) {
		const text = hasTokens(output.text)
			? Buffer.from(fill(output.text, output.path))
			: output.contents;
		if (settings.write === false) result.outputFiles?.push(withContents(output, text));
		else {
			await mkdir(path.dirname(output.path), { recursive: true });
			await writeFile(output.path, text);
		}
	}
	result.outputFiles?.forEach((output, index, list) => {
		if (hasTokens(output.text))
			list[index] = withContents(output, Buffer.from(fill(output.text, output.path)));
	});
	if (settings.write !== false)
		for (const name of Object.keys(result.metafile?.outputs ?? {})) {
			const file = path.resolve(root, name);
			const text = /\.map$/.test(name) ? '' : await readFile(file, 'utf8');
			if (hasTokens(text)) await writeFile(file, fill(text, file));
		}
	return {
		errors: [],
		warnings: [...warnings, ...toResult({ errors: [], warnings: scattered }).warnings],
	};
}

/**
 * Find sources that entries have in files of different folders, and whose units ask where they are: threads know one of these.
 *
 * @param {[key: string, file: string][]} hosts
 * @param {WorkerSources} workers
 * @param {readonly { text: string }[]} outputs of worker modules
 * @returns {Message[]}
 */
function findScattered(hosts, workers, outputs) {
	const asked = new Set(
		outputs.flatMap(({ text }) =>
			findTokens(text).flatMap(({ kind, hash }) => (kind === 'host' ? `host ${hash}` : [])),
		),
	);
	return [...new Set([...workers.values()].map(({ host }) => host))].flatMap((source) => {
		const own = hosts.filter(([key]) => key === `host ${hashOf(source)}` && asked.has(key));
		// The last of them is the one that is filled in.
		const file = own.at(-1)?.[1] ?? '';
		const other = own.find(([, one]) => path.dirname(one) !== path.dirname(file))?.[1];
		if (other === undefined) return [];
		const values = { source: path.basename(source), file, other };
		return [toMessage(severalHosts(values, { filename: source }))];
	});
}

/**
 * @param {BuildOptions} settings
 * @param {{ folder: string, nested: (build: PluginBuild) => void }} context
 * @returns {BuildOptions}
 */
function nestedOptions(settings, { folder, nested }) {
	/** @type {BuildOptions} */
	const options = { ...settings };
	for (const key of OF_HOST) delete options[key];
	return {
		...options,
		bundle: true,
		platform: 'node',
		format: 'esm',
		splitting: true,
		outdir: folder,
		entryNames: '[dir]/[name]-[hash]',
		chunkNames: 'cpu_bound-[hash]',
		outExtension: { '.js': '.mjs' },
		define: { ...settings.define, __filename: '$lp_filename', __dirname: '$lp_dirname' },
		banner: { js: BANNER },
		metafile: true,
		write: false,
		plugins: (settings.plugins ?? []).map((one) =>
			one.name === 'lapidary' ? { name: one.name, setup: nested } : one,
		),
	};
}

/**
 * @param {Metafile} metafile
 * @param {{ root: string, folder: string, kind: 'worker' | 'host' }} place
 * @returns {[key: string, file: string][]} `kind hash` → file, relative to the folder of the output
 */
function locateModules({ outputs }, { root, folder, kind }) {
	return Object.entries(outputs).flatMap(([file, { entryPoint, inputs }]) => {
		const modules =
			kind === 'host' ? Object.keys(inputs) : entryPoint === undefined ? [] : [entryPoint];
		const relative = toPosix(path.relative(folder, path.resolve(root, file)));
		return modules.map(
			(one) =>
				/** @type {[string, string]} */ ([`${kind} ${hashOf(path.resolve(root, one))}`, relative]),
		);
	});
}

/** @param {{ path: string }} file @param {Uint8Array} contents */
const withContents = ({ path: file }, contents) => ({
	path: file,
	contents,
	hash: createHash('sha256').update(contents).digest('base64url').slice(0, 11),
	get text() {
		return Buffer.from(contents).toString();
	},
});
