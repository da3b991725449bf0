/** @import { Tool } from '../lib/cells.js' */
import path from 'node:path';
import lapidary from '@lapidary/unplugin/rspack';
import { rspack } from '@rspack/core';
import { configurationFor, runCompiler } from '../lib/webpack-like.js';

const LOADER = {
	loader: 'builtin:swc-loader',
	options: { jsc: { parser: { syntax: 'typescript' } } },
};

/** @type {Tool} */
export default {
	modes: ['development', 'production'],
	standalone: ['standalone'],
	refused: ['web'],
	async build(task) {
		const { experiments: _experiments, ...configuration } = configurationFor(task, LOADER);
		await runCompiler((done) =>
			rspack(
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
