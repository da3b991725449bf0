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

/**
 * Threads: any. Blocks: never.
 *
 * @param {unknown} result of the function of a block
 * @returns {unknown} the same
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8101 when the function is asynchronous
 */
export function checkBlock(result) {
	const isPromise =
		typeof result === 'object' &&
		result !== null &&
		typeof Reflect.get(result, 'then') === 'function';
	if (!isPromise) return result;
	const reason = 'the rest of an asynchronous function runs after the block';
	throw refused('awaiting', 'atomic', reason, 'await before the block, or after it');
}

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
