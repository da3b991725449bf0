import { readFileSync } from 'node:fs';

/**
 * @returns {string} of this package
 */
export function readVersion() {
	return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}
