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
