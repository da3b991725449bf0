/** @import { Task } from './cells.js' */
import path from 'node:path';
import { ROOT } from './sources.js';

/**
 * What webpack and Rspack are told alike.
 *
 * @param {Task} task
 * @param {object} typescript the loader for TypeScript
 */
export const configurationFor = (
	{ mode, format, folder, entry, outFolder, extension },
	typescript,
) => ({
	mode: mode === 'web' ? 'development' : mode === 'standalone' ? 'production' : mode,
	target: mode === 'web' ? 'web' : 'node20',
	context: folder,
	entry: { main: entry },
	devtool: 'source-map',
	// As Next.js and others say it of all packages.
	externals: [loadLater],
	resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
	resolveLoader: { modules: [path.join(ROOT, 'node_modules'), 'node_modules'] },
	module: { rules: [{ test: /\.ts$/, use: [typescript] }] },
	experiments: { outputModule: format === 'esm' },
	output: {
		path: outFolder,
		filename: `[name].${extension}`,
		module: format === 'esm',
		chunkFormat: format === 'esm' ? 'module' : 'commonjs',
		devtoolModuleFilenameTemplate: '[absolute-resource-path]',
	},
});

/** @param {{ request?: string }} data @param {(error?: null, result?: string) => void} callback */
const loadLater = ({ request = '' }, callback) =>
	/^[@\w]/.test(request) && !request.includes('!') && !/^(node|data):/.test(request)
		? callback(null, `import ${request}`)
		: callback();

/**
 * @param {(done: (error: Error | null, stats: any) => void) => void} run of a compiler
 * @returns {Promise<void>} rejects with what the tool says
 */
export const runCompiler = (run) =>
	new Promise((resolve, reject) => {
		run((error, stats) => {
			if (error) reject(error);
			else if (stats.hasErrors() || stats.hasWarnings())
				reject(new Error(stats.toString({ all: false, errors: true, warnings: true })));
			else resolve();
		});
	});
