/** @import { Tool } from '../lib/cells.js' */
import path from 'node:path';
import lapidary from '@lapidary/unplugin/rollup';
import { rollup } from 'rollup';
import { typescript } from '../lib/types.js';

/** @type {Tool} */
export default {
	modes: ['build', 'manual chunks'],
	standalone: ['standalone'],
	refused: ['one file'],
	async build({ mode, format, entry, outFolder, extension }) {
		const bundle = await rollup({
			input: entry,
			external: /^node:/,
			plugins: [lapidary({ standalone: mode === 'standalone' }), typescript],
		});
		const output = {
			format: /** @type {'es' | 'cjs'} */ (format === 'esm' ? 'es' : 'cjs'),
			sourcemap: true,
			entryFileNames: `[name].${extension}`,
			chunkFileNames: `chunks/[name]-[hash].${extension}`,
		};
		if (mode === 'one file')
			await bundle.write({ ...output, file: path.join(outFolder, 'main.js') });
		else
			await bundle.write({
				...output,
				dir: outFolder,
				...(mode === 'manual chunks' ? { manualChunks: () => 'everything' } : {}),
			});
		await bundle.close();
		return [path.join(outFolder, `main.${extension}`)];
	},
};
