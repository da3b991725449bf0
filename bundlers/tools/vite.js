/** @import { Tool } from '../lib/cells.js' */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import lapidary from '@lapidary/unplugin/vite';
import { build } from 'vite';

const SERVER = fileURLToPath(new URL('./vite-server.js', import.meta.url));

/** @type {Tool} */
export default {
	modes: ['dev', 'ssr', 'ssr minified'],
	standalone: ['ssr standalone'],
	refused: ['client'],
	async build({ mode, format, folder, entry, outFolder, extension }) {
		if (mode === 'dev') return [SERVER, folder, path.basename(entry)];
		await build({
			configFile: false,
			root: folder,
			logLevel: 'silent',
			plugins: [lapidary({ standalone: mode === 'ssr standalone' })],
			build: {
				...(mode === 'client' ? { lib: { entry, formats: ['es'] } } : { ssr: entry }),
				outDir: outFolder,
				emptyOutDir: true,
				sourcemap: true,
				minify: mode === 'ssr minified',
				rolldownOptions: {
					// How long plugins take depends on what else the machine does.
					checks: { pluginTimings: false },
					output: {
						format: format === 'esm' ? 'es' : 'cjs',
						entryFileNames: `[name].${extension}`,
						chunkFileNames: `chunks/[name]-[hash].${extension}`,
					},
				},
			},
		});
		return [path.join(outFolder, `main.${extension}`)];
	},
};
