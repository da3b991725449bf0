// Whether what `npm run build` writes is that of the sources as they are: a file whose time is that at which the last whole
// build began.
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STAMP = path.join(ROOT, 'node_modules', '.cache', 'lapidary', 'built');
const OUTPUTS = [
	'packages/cli/dist/main.js',
	'packages/runtime/dist/lib',
	'packages/runtime/types',
];
const PACKAGES = readdirSync(path.join(ROOT, 'packages')).map((name) =>
	path.join('packages', name),
);
const SOURCES = [
	...PACKAGES.flatMap((folder) =>
		['src', 'messages', 'package.json'].map((part) => path.join(folder, part)),
	),
	'scripts',
	'tsconfig.json',
	'tsconfig.types.json',
	'package-lock.json',
];

/** @param {Date} startedAt of a build that has succeeded as a whole */
export function stampBuild(startedAt) {
	mkdirSync(path.dirname(STAMP), { recursive: true });
	writeFileSync(STAMP, '');
	utimesSync(STAMP, startedAt, startedAt);
}

/** @returns {boolean} whether a build would write something else, as far as the times of files tell */
export function isBuildStale() {
	const built = statSync(STAMP, { throwIfNoEntry: false });
	if (!built || OUTPUTS.some((output) => !existsSync(path.join(ROOT, output)))) return true;
	return SOURCES.some((source) => isNewer(path.join(ROOT, source), built.mtimeMs));
}

/**
 * @param {string} place absolute, a file or a folder
 * @param {number} timeMs
 * @returns {boolean} whether it, or anything in it, has changed since; the time of a folder tells of files that were removed
 */
export function isNewer(place, timeMs) {
	const stats = statSync(place, { throwIfNoEntry: false });
	if (!stats) return false;
	if (stats.mtimeMs > timeMs) return true;
	if (!stats.isDirectory()) return false;
	return readdirSync(place).some((name) => isNewer(path.join(place, name), timeMs));
}
