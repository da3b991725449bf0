/** @import { Tool } from '../lib/cells.js' */
import path from 'node:path';
import lapidary from '@lapidary/unplugin/rolldown';
import { rolldown } from 'rolldown';

/** @type {Tool} */
export default {
	modes: ['build', 'minified'],
	standalone: ['standalone'],
	refused: ['groups'],
	async build({ mode, format, entry, outFolder, extension }) {
		const bundle = await rolldown({
			input: entry,
			platform: 'node',
			// How long plugins take depends on what else the machine does.
			checks: { pluginTimings: false },
			resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
			plugins: [lapidary({ standalone: mode === 'standalone' })],
		});
		await bundle.write({
			dir: outFolder,
			format: format === 'esm' ? 'es' : 'cjs',
			sourcemap: true,
			minify: mode === 'minified',
			entryFileNames: `[name].${extension}`,
			chunkFileNames: `chunks/[name]-[hash].${extension}`,
			...(mode === 'groups'
				? { codeSplitting: { groups: [{ name: 'everything', test: /program/ }] } }
				: {}),
		});
		await bundle.close();
		return [path.join(outFolder, `main.${extension}`)];
	},
};
