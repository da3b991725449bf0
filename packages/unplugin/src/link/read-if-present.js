import { readFileSync } from 'node:fs';

/** @param {string} id @returns {string | undefined} undefined for what only a plugin knows */
export function readIfPresent(id) {
	try {
		return readFileSync(id, 'utf8');
	} catch {
		return undefined;
	}
}
