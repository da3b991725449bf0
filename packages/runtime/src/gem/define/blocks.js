/** @import { Context } from './context.js' */
/** @import { Handle } from './handle.js' */
/** @import { RepeatedRight } from './repeated-right.js' */
import { gemAccess } from '../../errors/codes.js';
import { ensureStack } from '../memory/stack.js';
import { call } from './primordials.js';
import { sideOf } from './sides.js';

// Functions of a GEM that run code of users with a right to it, `gem.atomic(fn)`. A type says what is done before and behind (`blocks` of
// its configuration), and not how `fn` is called: so a compiled loop may put what `fn` does between the two (access/block.js).

/**
 * @typedef {object} BlockFunctions
 * @property {(this: Context) => void} begin before the block, by the context of the root; what it throws is thrown in place of the block, and `end` is not called
 * @property {(this: Context) => void} end behind it, however it has ended
 * @property {string} [lock] of `internal`, which excludes all other rights to the GEM: neither of the two is called for a block that is the only one of its
 *   thread where nobody has the lock, which is all that the library has to know (`RepeatedRight.beginAlone`). `isAlone` of `createRight(lock)` says so
 */

/** A block of one GEM. @typedef {{ begin: () => void, end: () => void, result: (value: unknown) => unknown, run: (fn: () => unknown) => unknown }} Block */

/** @typedef {new (handle: Handle) => Block} BlockClass */

/**
 * A class of its own for each function of a type, since V8 puts a function into a loop where a method is always the same.
 *
 * Threads: any. Blocks: never.
 *
 * @param {string} name of the function
 * @param {BlockFunctions} functions
 * @returns {BlockClass}
 */
export function createBlockClass(name, { begin, end, lock }) {
	return class {
		/** @type {Handle} */
		#handle;
		/** @type {Context} */
		#context;
		/** @type {RepeatedRight} */
		#right;
		/** Open blocks that `begin` of the type has begun: these may have no log that says so. */
		#begun = 0;

		/** @param {Handle} handle */
		constructor(handle) {
			this.#handle = handle;
			this.#context = handle.rootView().context;
			this.#right = handle.rightWith(
				lock === undefined ? null : /** @type {any} */ (handle.internal)[lock],
			);
		}

		begin() {
			ensureStack(); // for the end, too
			this.#handle.check();
			if (!this.#right.beginAlone()) this.#beginByType();
		}

		end() {
			if (!this.#right.endAlone()) this.#endByType();
		}

		// In functions of their own: V8 puts the others into loops, as long as they are short.
		#beginByType() {
			call(begin, this.#context);
			this.#begun++;
			this.#handle.begin();
		}

		#endByType() {
			// One that has begun alone may end with others.
			if (this.#begun > 0) {
				this.#begun--;
				this.#handle.end();
			}
			call(end, this.#context);
		}

		/** @param {unknown} value of the function in the block @returns {unknown} what users get of it */
		result(value) {
			return typeof value === 'object' ? checkObject(value, name) : value;
		}

		/** @param {() => unknown} fn @returns {unknown} */
		run(fn) {
			this.begin();
			try {
				return this.result(fn());
			} finally {
				this.end();
			}
		}
	};
}

/** @param {object | null} value @param {string} name @returns {unknown} */
function checkObject(value, name) {
	if (value === null) return null;
	checkBlock(value, name);
	const side = sideOf(value);
	return side?.isRaw ? side.view.proxy : value;
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {unknown} result of the function of a block
 * @param {string} [name] of what runs blocks
 * @returns {unknown} the same
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8101 when the function is asynchronous
 */
export function checkBlock(result, name = 'atomic') {
	const isPromise =
		typeof result === 'object' &&
		result !== null &&
		typeof Reflect.get(result, 'then') === 'function';
	if (!isPromise) return result;
	const reason = 'the rest of an asynchronous function runs after the block';
	const fix = 'await before the block, or after it';
	throw gemAccess({ access: 'awaiting', key: name, reason, fix });
}
