import { fileURLToPath } from 'node:url';
import { gemCopies } from '../../errors/codes.js';
import { copyOf } from '../../protocol/gem-copies.js';
import { registry } from '../../protocol/registry.js';
import { VERSION } from '../memory/version.js';
import { viewOf } from './sides.js';

// What other copies of this package have in this thread, and what this one cannot do with it.

/** A constant of this module: V8 would look up the import each time. */
const { gemCopies: COPIES } = registry;

const FOLDER = new URL('../../', import.meta.url);

/** This copy, for messages. */
export const COPY = `${VERSION} in ${FOLDER.protocol === 'file:' ? fileURLToPath(FOLDER) : FOLDER.href}`;

/**
 * Threads: any. Blocks: never.
 *
 * @param {unknown} value
 * @returns {string | undefined} the other copy that it is a GEM of; undefined for a GEM of this copy, and for what is none
 */
export function otherCopyOf(value) {
	if (COPIES.length < 2 || viewOf(value)) return undefined;
	return copyOf(value)?.copy;
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {unknown} value
 * @throws {Error} LP8114 for a GEM of another copy
 */
export function checkNotOfOthers(value) {
	const other = otherCopyOf(value);
	if (other !== undefined) throw gemCopies({ what: 'the GEM that is given', other, own: COPY });
}

/**
 * Check, before the outermost block of this copy begins, that none of another one is open: the two know nothing of each other's locks, for which
 * two threads could wait for ever, and what one takes back the other one keeps.
 *
 * Threads: any. Blocks: never.
 *
 * @throws {Error} LP8114
 */
export function checkBlocksOfOthers() {
	if (COPIES.length > 1) askOthers();
}

function askOthers() {
	// This one has no open block now, or it would not ask.
	for (const { copy, isInBlock } of COPIES) {
		if (isInBlock()) throw gemCopies({ what: 'the block that is open', other: copy, own: COPY });
	}
}
