import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

/** What the runtime reads the URL of the loader from. */
export const LOADER_VARIABLE = 'LAPIDARY_TEST_LOADER';

/** What takes types and JSX out of sources; in the command line, as the compiler has nothing that does. */
const STRIPPER = 'lapidary/src/run/strip-for-loader.js';

/**
 * Threads get nothing of what a test runner transforms: they lower the sources again.
 *
 * @returns {string} the URL of a loader of TypeScript as well, where the project has the command line
 */
export function threadLoader() {
	const url = new URL('../register/index.js', import.meta.url);
	const stripper = findStripper();
	if (stripper) url.searchParams.set('types', pathToFileURL(stripper).href);
	return url.href;
}

/** @returns {string | undefined} */
function findStripper() {
	try {
		return createRequire(path.join(process.cwd(), 'package.json')).resolve(STRIPPER);
	} catch (error) {
		if (/** @type {{ code?: string }} */ (error).code !== 'MODULE_NOT_FOUND') throw error;
		return undefined;
	}
}
