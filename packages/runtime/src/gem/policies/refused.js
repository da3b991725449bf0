import { gemAccess } from '../../errors/codes.js';

/**
 * Threads: any. Blocks: never.
 *
 * @param {string} access `setting`
 * @param {string} key empty: all of them
 * @param {string} reason
 * @param {string} fix
 * @returns {Error} LP8101
 */
export const refused = (access, key, reason, fix) =>
	gemAccess({ access, key: key === '' ? 'its keys' : key, reason, fix });

/**
 * Check that a right may be given up.
 *
 * Threads: any. Blocks: never.
 *
 * @param {import('../define/context.js').Context} context
 * @param {string} access `releasing`
 * @throws {Error} LP8101 in the middle of a change
 */
export function checkIdle({ isChanging }, access) {
	if (!isChanging) return;
	const reason = 'a change of it is under way, which calls this code';
	throw refused(access, 'the GEM', reason, 'give it up once the change is done');
}
