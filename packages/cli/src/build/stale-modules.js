import path from 'node:path';

const WORKER_MODULE = /^(.+)\.cpu_bound-[0-9a-f]{8}(\.[cm]?[jt]sx?)(?:\.map)?$/;

/** What the worker module of a host module may have been called, without and with `--strip-types`. */
const FAMILIES = new Map([
	['.js', ['.js', '.jsx', '.ts', '.tsx']],
	['.jsx', ['.js', '.jsx']],
	['.ts', ['.js', '.ts']],
	['.tsx', ['.js', '.tsx']],
	['.mjs', ['.mjs', '.mts']],
	['.mts', ['.mjs', '.mts']],
	['.cjs', ['.cjs', '.cts']],
	['.cts', ['.cjs', '.cts']],
]);

/**
 * Recognise worker modules that earlier builds made for one of the given files of a folder: their names carry a hash of
 * their content, so that a new build does not replace them.
 *
 * @param {string[]} hosts host modules of one folder
 * @returns {(name: string) => boolean} for the names in this folder; also true for those of the present build
 */
export function isStaleModule(hosts) {
	const owners = new Set(
		hosts.flatMap((host) => {
			const { name, ext } = path.parse(host);
			return (FAMILIES.get(ext) ?? []).map((extension) => `${name}${extension}`);
		}),
	);
	return (name) => {
		const [, stem, extension] = WORKER_MODULE.exec(name) ?? [];
		return stem !== undefined && owners.has(`${stem}${extension}`);
	};
}
