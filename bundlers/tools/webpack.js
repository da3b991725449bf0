/** @import { Tool } from '../lib/cells.js' */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import lapidary from '@lapidary/unplugin/webpack';
import webpack from 'webpack';
import { configurationFor, runCompiler } from '../lib/webpack-like.js';

const LOADER = fileURLToPath(new URL('../lib/typescript-loader.cjs', import.meta.url));

/** @type {Tool} */
export default {
	modes: ['development', 'production'],
	standalone: ['standalone'],
	refused: ['web'],
	async build(task) {
		const configuration = configurationFor(task, { loader: LOADER });
		await runCompiler((done) =>
			webpack(
				/** @type {any} */ ({
					...configuration,
					plugins: [lapidary({ standalone: task.mode === 'standalone' })],
				}),
				done,
			),
		);
		return [path.join(task.outFolder, `main.${task.extension}`)];
	},
};
