// What the tests of this package share: references to the hand-written units, and shared counters.
import { unit } from '@lapidary/runtime/internal/host';

/** @param {string} file in units/ */
export const unitUrl = (file) => new URL(`./units/${file}`, import.meta.url).href;

/**
 * @param {string} name `values.js#add`
 * @param {import('../src/types.js').UnitOptions} [options]
 * @param {() => Record<string, Function>} [classes]
 */
export function reference(name, options, classes) {
	return unit(`test/${name}`, unitUrl(name.split('#')[0]), options, classes);
}

/** @param {number} count words */
export const sharedWords = (count) => new Int32Array(new SharedArrayBuffer(4 * count));

/**
 * Wait, without blocking, until a worker has changed a word.
 *
 * @param {Int32Array} words
 * @param {number} index
 */
export async function changed(words, index) {
	const waiting = Atomics.waitAsync(words, index, 0, 20_000);
	if (!waiting.async) return;
	// `waitAsync` alone does not keep the process alive.
	const alive = setInterval(() => undefined, 1000);
	const outcome = await waiting.value;
	clearInterval(alive);
	if (outcome === 'timed-out') throw new Error(`word ${index} did not change`);
}

/** @param {Promise<unknown>} promise */
export const failure = (promise) =>
	promise.then(
		(value) => {
			throw new Error(`resolved with ${String(value)}`);
		},
		(error) => error,
	);
