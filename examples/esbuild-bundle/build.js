import lapidary from '@lapidary/unplugin/esbuild';
import { build } from 'esbuild';

await build({
	entryPoints: ['src/main.js'],
	bundle: true,
	minify: true,
	platform: 'node',
	format: 'esm',
	outdir: 'dist',
	plugins: [lapidary()],
});
