import { existsSync } from 'node:fs';
import path from 'node:path';
import { readManifest } from './read-manifest.js';

/** @typedef {'npm' | 'pnpm' | 'yarn' | 'bun'} PackageManager */

/** @type {readonly [string, PackageManager][]} */
const LOCKFILES = [
	['pnpm-lock.yaml', 'pnpm'],
	['yarn.lock', 'yarn'],
	['bun.lock', 'bun'],
	['bun.lockb', 'bun'],
	['package-lock.json', 'npm'],
	['npm-shrinkwrap.json', 'npm'],
];

const NAMED = /^(npm|pnpm|yarn|bun)@/;

/**
 * By the nearest lockfile, or by the nearest package.json that names its package manager: members of a workspace have theirs above
 * them.
 *
 * @param {string} folder absolute
 * @returns {PackageManager} npm, which every Node has, where no lockfile says otherwise
 */
export function findPackageManager(folder) {
	const [, found] = LOCKFILES.find(([name]) => existsSync(path.join(folder, name))) ?? [];
	if (found) return found;
	const [, named] = NAMED.exec(String(readManifest(folder)?.packageManager)) ?? [];
	if (named) return /** @type {PackageManager} */ (named);
	const parent = path.dirname(folder);
	return parent === folder ? 'npm' : findPackageManager(parent);
}

/**
 * yarn and bun leave a package that is a development dependency where it is when it is added once more; the others move it.
 *
 * @param {PackageManager} manager
 * @param {string} name of a package
 * @param {{ isPresent: boolean }} state whether another field has it
 * @returns {string} the command that makes it a production dependency
 */
export function commandToAdd(manager, name, { isPresent }) {
	if (manager === 'npm') return `npm install --save-prod ${name}`;
	if (manager === 'pnpm') return `pnpm add --save-prod ${name}`;
	const add = `${manager} add ${name}`;
	return isPresent ? `${manager} remove ${name} && ${add}` : add;
}
