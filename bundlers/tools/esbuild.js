/** @import { Tool } from '../lib/cells.js' */
import path from 'node:path';
import lapidary from '@lapidary/unplugin/esbuild';
import { build } from 'esbuild';

/** @type {Tool} */
export default {
	modes: ['build', 'minified'],
	standalone: ['standalone'],
	refused: ['browser'],
	async build({ mode, format, entry, outFolder, extension }) {
		await build({
			entryPoints: [entry],
			bundle: true,
			platform: mode === 'browser' ? 'browser' : 'node',
			format,
			...(mode === 'standalone'
				? { outfile: path.join(outFolder, `main.${extension}`) }
				: { outdir: outFolder, outExtension: { '.js': `.${extension}` } }),
			sourcemap: true,
			minify: mode === 'minified',
			logLevel: 'silent',
			plugins: [lapidary({ standalone: mode === 'standalone' })],
		});
		return [path.join(outFolder, `main.${extension}`)];
	},
};
