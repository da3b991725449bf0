/** @import { Context, StaticContext } from '../define/context.js' */
/** @import { MetaApi } from '../define/configuration.js' */
import { refused } from './refused.js';

/**
 * Traps that allow everything within a block, and nothing outside.
 *
 * Threads: any. Blocks: never.
 *
 * @param {string} block how it is written
 * @param {(context: Context) => boolean} isWithin
 * @param {{ onRead?: (context: Context, key: string | null) => void, onChange?: (context: Context) => void }} [locks]
 *   what else happens before an access, but for setting: reading (key null: all of it), and changing the whole object
 * @returns {MetaApi}
 */
export function allowWithin(block, isWithin, { onRead, onChange } = {}) {
	/** @param {Context} context @param {string} access @param {string} key */
	const check = (context, access, key) => {
		if (isWithin(context)) return;
		throw refused(access, key, `it is allowed only within \`${block}\``, `use \`${block}\``);
	};
	return {
		onAccess(access, property) {
			check(this, access, property);
			if (access === 'reading' || access === 'testing') onRead?.(this, property);
			else if (access === 'enumerating') onRead?.(this, 'length');
			else if (access !== 'setting') onChange?.(this);
		},
	};
}

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
	const found = [...new Set(gems)].map((gem) => statics.contextOf(gem));
	const contexts = found.filter((context) => context !== null);
	if (contexts.length < found.length)
		throw new TypeError(`atomic() takes GEMs of the type ${type}`);
	return contexts;
}
