import lapidary from '@lapidary/unplugin/rollup';

/** One build for each format: a worker module is of the format of its library. */
const formats = [
	['es', 'mjs'],
	['cjs', 'cjs'],
];

export default formats.map(([format, extension]) => ({
	input: 'src/index.js',
	output: {
		dir: `dist/${format}`,
		format,
		entryFileNames: `[name].${extension}`,
		chunkFileNames: `[name]-[hash].${extension}`,
	},
	plugins: [lapidary()],
}));
