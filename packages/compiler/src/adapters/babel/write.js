/** @import { PluginOptions, WorkerFile } from './options.js' */
import fs from 'node:fs';
import path from 'node:path';

/**
 * Write a worker module next to where the build will write its host module. The file appears whole
 * or not at all. Those of earlier builds of the same source go: their names have other hashes, and nothing names them any more.
 *
 * @param {WorkerFile} worker
 * @param {{ filename: string, dirname: string, options: PluginOptions, sourceMaps: boolean | 'inline' | 'both' | undefined }} context
 * @throws {Error} when the source is outside `srcDir`, so that there is no such place
 */
export function writeWorkerModule(worker, { filename, dirname, options, sourceMaps }) {
	const sourceRoot = path.resolve(dirname, options.srcDir ?? '.');
	const outRoot = path.resolve(dirname, options.outDir ?? '.');
	const relative = path.relative(sourceRoot, path.dirname(filename));
	if (/^\.\.(?:[\\/]|$)/.test(relative) || path.isAbsolute(relative)) {
		throw new Error(
			`${filename} is outside of srcDir (${sourceRoot}), so its worker module has no place in ${outRoot}`,
		);
	}
	const folder = path.join(outRoot, relative);
	fs.mkdirSync(folder, { recursive: true });
	const target = path.join(folder, worker.fileName);
	const withMap = sourceMaps && worker.map;
	if (withMap) replaceFile(`${target}.map`, JSON.stringify(worker.map));
	replaceFile(
		target,
		withMap ? `${worker.code}\n//# sourceMappingURL=${worker.fileName}.map\n` : worker.code,
	);
	for (const name of fs.readdirSync(folder))
		if (isOutdated(name, worker.fileName)) fs.rmSync(path.join(folder, name), { force: true });
}

const HASH = /\.cpu_bound-[0-9a-f]{8}(?=\.[cm]?js(?:\.map)?$)/;

/** @param {string} name of a file @param {string} current `score.cpu_bound-1a2b3c4d.js` @returns {boolean} whether an earlier build has written it in place of that */
function isOutdated(name, current) {
	const isAlike =
		HASH.test(name) && name.replace(HASH, '').replace(/\.map$/, '') === current.replace(HASH, '');
	return isAlike && !name.startsWith(current);
}

/** @param {string} target @param {string} text */
function replaceFile(target, text) {
	const temporary = `${target}.${process.pid}.tmp`;
	fs.writeFileSync(temporary, text);
	fs.renameSync(temporary, target);
}
