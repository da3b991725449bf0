/** @import { Scanned } from '@lapidary/compiler/link-files' */
import { readFileSync } from 'node:fs';
import { scanText } from '@lapidary/compiler/link-files';
import { errorCode } from '../build/paths.js';

/** How long scans may keep the event loop to themselves. */
const TURN_MS = 50;

/**
 * Create a scan of one file after the other.
 *
 * @param {ReadonlyMap<string, string>} sources in place of what is on the disk
 * @returns {(file: string) => Promise<Scanned>}
 */
export function createScan(sources) {
	let turnEndMs = performance.now() + TURN_MS;
	return async (file) => {
		if (performance.now() > turnEndMs) {
			await new Promise((done) => setImmediate(done));
			turnEndMs = performance.now() + TURN_MS;
		}
		const text = sources.get(file);
		return text === undefined ? scanFile(file) : scanText(text);
	};
}

/**
 * @param {string} path
 * @returns {Scanned} nothing for a file that cannot be read any more: the scan before this one has reported it
 */
function scanFile(path) {
	let bytes;
	try {
		bytes = readFileSync(path);
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		return { specifiers: [], isByPattern: false, isPatch: false, isSetUp: false };
	}
	// Latin-1 is decoded many times faster than UTF-8; the few specifiers that it spoils are put right.
	const { specifiers, ...rest } = scanText(bytes.toString('latin1'));
	const repaired = specifiers.map((specifier) =>
		/[\x80-\xff]/.test(specifier) ? Buffer.from(specifier, 'latin1').toString() : specifier,
	);
	return { specifiers: repaired, ...rest };
}
