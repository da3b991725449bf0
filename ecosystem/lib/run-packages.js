/** @import { Outcome } from './types.js' */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runPackage } from './run-package.js';
import { runTwoAtATime } from './two-at-a-time.js';

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url));

/** @returns {string[]} names of all declarations, sorted */
export function listPackages() {
	return readdirSync(PACKAGES)
		.filter((file) => file.endsWith('.js'))
		.map((file) => file.replace(/\.js$/, ''))
		.sort();
}

/**
 * Run packages, two at a time.
 *
 * @param {readonly string[]} names
 * @param {{ progress?: (done: number, name: string) => void, isVerified?: boolean }} [options] `progress` is called when a
 *   package begins; `isVerified`: the calls are made once more with LAPIDARY_MODE=verify, which takes a second build
 * @returns {Promise<Outcome[]>} in the order of the names
 */
export const runPackages = (names, { progress = () => {}, isVerified = true } = {}) =>
	runTwoAtATime(names, (name, index) => {
		progress(index, name);
		return runPackage(name, isVerified);
	});
