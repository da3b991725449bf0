import { gemAccess } from '../../errors/codes.js';

/**
 * Threads: any. Blocks: never.
 *
 * @param {string} access `setting`
 * @param {string} key
 * @param {string} reason
 * @param {string} fix
 * @returns {Error} LP8101
 */
export const refused = (access, key, reason, fix) => gemAccess({ access, key, reason, fix });
