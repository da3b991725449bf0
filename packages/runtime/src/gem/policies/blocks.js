/** @import { Context, StaticContext } from '../define/context.js' */
import { refused } from './refused.js';

/**
 * Threads: any. Blocks: never.
 *
 * @param {string} access
 * @param {string} key
 * @returns {Error} LP8101 for an access outside of a block
 */
export const outsideOfBlock = (access, key) =>
	refused(
		access,
		key,
		'it is allowed only within `gem.atomic(() => …)`',
		'use `gem.atomic(() => …)`',
	);

/** So many are compared with one another. */
const FEW = 8;

/**
 * Threads: any. Blocks: never.
 *
 * @param {StaticContext} statics of a type
 * @param {readonly object[]} gems
 * @param {string} type its name
 * @returns {Context[]} of the roots of the GEMs, each once
 * @throws {TypeError} when one is no GEM of the type
 */
export function contextsOf(statics, gems, type) {
	/** @type {Context[]} */
	const contexts = [];
	for (const gem of gems.length > FEW ? new Set(gems) : gems) {
		const context = statics.contextOf(gem);
		if (context === null) throw new TypeError(`atomic() takes GEMs of the type ${type}`);
		if (gems.length > FEW || !contexts.includes(context)) contexts.push(context);
	}
	return contexts;
}
