/** @import { BuildOptions, PluginBuild } from 'esbuild' */
/** @import { Linker, ResolveId } from '../link/linker.js' */
import { statSync } from 'node:fs';
import path from 'node:path';
import { toResult } from './messages.js';

/**
 * Link a program before it is built, and compare that with what was built.
 *
 * @param {PluginBuild} build
 * @param {Linker} linker
 * @param {BuildOptions} settings as the user has given them
 */
export function addLink(build, linker, settings) {
	const resolveId = resolverOf(build);
	const root = settings.absWorkingDir ?? process.cwd();
	build.onStart(async () => {
		const { entries, texts } = await findEntries(settings, { build, root });
		return toResult(await linker.start(entries, resolveId, texts));
	});
	build.onEnd(async ({ metafile, errors }) => {
		if (errors.length > 0 || !metafile) return undefined;
		const files = Object.keys(metafile.inputs).map((name) => path.resolve(root, name));
		return toResult(await linker.finish(files, resolveId));
	});
}

/** @param {PluginBuild} build @returns {ResolveId} */
export const resolverOf = (build) => async (specifier, importer) => {
	const resolveDir = path.dirname(importer);
	const options = { importer, resolveDir, namespace: 'file' };
	const found = await build.resolve(specifier, { ...options, kind: 'import-statement' });
	return found.errors.length > 0 || found.external || found.namespace !== 'file'
		? null
		: found.path;
};

/**
 * @param {BuildOptions} settings
 * @param {{ build: PluginBuild, root: string }} context
 * @returns {Promise<{ entries: string[], texts: Map<string, string> }>} `texts`: of files that are not on the disk
 */
async function findEntries({ entryPoints = [], stdin }, { build, root }) {
	const names = Array.isArray(entryPoints)
		? entryPoints.map((one) => (typeof one === 'string' ? one : one.in))
		: Object.values(entryPoints);
	const found = await Promise.all(
		names.map(async (name) => {
			const file = path.resolve(root, name);
			if (statSync(file, { throwIfNoEntry: false })?.isFile()) return file;
			const result = await build.resolve(name, { kind: 'entry-point', resolveDir: root });
			return result.errors.length > 0 ? [] : result.path;
		}),
	);
	/** @type {Map<string, string>} */
	const texts = new Map();
	if (stdin) {
		const { contents, resolveDir = root, sourcefile, loader = 'js' } = stdin;
		texts.set(path.resolve(resolveDir, sourcefile ?? `stdin.${loader}`), String(contents));
	}
	return { entries: [...found.flat(), ...texts.keys()], texts };
}
