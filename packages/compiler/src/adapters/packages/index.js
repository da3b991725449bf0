// What packages can do, read from a disk. Whoever links asks for it by a specifier.
/** @import { PackageFacts } from '../../knowledge/package-facts.js' */
/** @import { FileFacts } from '../../capabilities/of-file.js' */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { PackageReader } from '../../capabilities/of-package.js';

export { readPackages } from '../../knowledge/package-facts.js';
export { capabilitiesOfFile } from '../../capabilities/of-file.js';

/** @typedef {import('../../capabilities/of-file.js').FileFacts} CapabilityFacts */
/** @typedef {import('../../knowledge/package-facts.js').PackageFacts} PackageFacts */

/** @type {import('../../capabilities/resolve.js').Files} */
const DISK = {
	read(file) {
		try {
			return readFileSync(file, 'utf8');
		} catch {
			// no file, or none that can be read: what asks for it says so
			return null;
		}
	},
	find: (file) => (statSync(file, { throwIfNoEntry: false })?.isFile() ? realpathSync(file) : null),
};

/**
 * Create what says what packages can do, from their sources on the disk. Each file is read once.
 *
 * @param {object} [options]
 * @param {import('../../capabilities/resolve.js').Files} [options.files] in place of the disk
 * @param {(text: string, file: string) => FileFacts} [options.factsOf] of who keeps the facts of files; default: in memory
 * @param {(specifier: string, from: string, how: 'import' | 'require') => string | null} [options.resolveEntry] the file that a specifier leads to, where that
 *   is not what Node takes
 * @returns {(specifier: string, from: string, how: 'import' | 'require') => PackageFacts}
 */
export function createReadPackage({ files = DISK, ...options } = {}) {
	const reader = new PackageReader(files, options);
	return (specifier, from, how) => reader.of(specifier, from, how);
}
