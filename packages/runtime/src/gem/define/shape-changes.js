import { gemAccess } from '../../errors/codes.js';

/**
 * Threads: any. Blocks: never.
 *
 * @param {string} what `a symbol as key`
 * @param {string} key
 * @returns {Error} LP8101 for something that no part of a GEM can have
 */
export const refuseShape = (what, key) =>
	gemAccess({
		access: 'defining',
		key,
		reason: `a GEM holds plain data, which has no ${what.replace(/^an? /, '')}`,
		fix: 'keep what is no plain data outside of the GEM',
	});
