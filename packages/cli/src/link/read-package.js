/** @import { CapabilityFacts } from '@lapidary/compiler/packages' */
import path from 'node:path';
import { capabilitiesOfFile, createReadPackage } from '@lapidary/compiler/packages';
import { cacheKey, readCache, writeCache } from '../build/cache.js';

/**
 * Create what reads what packages can do. With a cache, what a file of a package can do is kept by its text.
 *
 * @param {string} [cacheDir] absolute
 * @returns {ReturnType<typeof createReadPackage>}
 */
export function createPackageReader(cacheDir) {
	if (!cacheDir) return createReadPackage();
	/** @type {(text: string, file: string) => CapabilityFacts} */
	const factsOf = (text, file) => {
		const key = cacheKey({ of: 'capabilities', text, extension: path.extname(file) });
		const cached = readCache(cacheDir, key);
		if (cached) return /** @type {any} */ (cached);
		const facts = capabilitiesOfFile(text, file);
		writeCache(cacheDir, key, /** @type {any} */ (facts));
		return facts;
	};
	return createReadPackage({ factsOf });
}
