import { transform } from 'esbuild';

/** Compiles TypeScript for tools that leave that to plugins; relative imports name files as they will be. */
export const typescript = {
	name: 'typescript',
	/** @this {any} @param {string} specifier @param {string | undefined} importer */
	resolveId(specifier, importer) {
		if (!importer?.endsWith('.ts') || !specifier.startsWith('.')) return null;
		return this.resolve(specifier.replace(/\.js$/, '.ts'), importer, { skipSelf: true });
	},
	/** @param {string} code @param {string} id */
	async transform(code, id) {
		if (!id.endsWith('.ts')) return null;
		const { code: text, map } = await transform(code, {
			loader: 'ts',
			sourcefile: id,
			sourcemap: true,
		});
		return { code: text, map };
	},
};
