// Plain programs import this too: it must not load the runtime.

/**
 * What the compiler reads where the call is written; a plain run has no use for it.
 *
 * @typedef {object} CpuBoundOptions
 * @property {string} [pool]
 * @property {'low' | 'normal' | 'high'} [priority]
 * @property {`${number}${'ms' | 's' | 'm'}`} [timeout] such as `5s`
 */

/**
 * What a call of a marked generator gives. `never` and `any` are generators to TypeScript, and the result of a function that
 * only throws, or that says nothing of what it returns.
 *
 * @template G
 * @typedef {[G] extends [never] ? Promise<never>
 *   : 0 extends 1 & G ? Promise<any>
 *   : G extends Generator<infer T, infer R, infer N> | AsyncGenerator<infer T, infer R, infer N> ? AsyncGenerator<T, R, N>
 *   : never} Pulled
 */

/**
 * Mark a function as CPU-bound, in a way that its type tells: a call gives a promise, in the plain program as in the lowered one.
 *
 * The compiler puts the stub of a unit in the place of the whole call. A plain run gets a function that runs `fn` at once and gives
 * a promise of what it returns or throws; its `name` and `length` are those of `fn`. A generator becomes an async generator.
 * A callback among the arguments is called as `fn` calls it, in later turns once the program is lowered; the promise is given
 * all the same.
 *
 * @template This
 * @template {unknown[]} A
 * @template {Generator<any, any, any> | AsyncGenerator<any, any, any>} G
 * @overload
 * @param {(this: This, ...args: A) => G} fn a function expression or arrow, written here
 * @returns {(this: This, ...args: A) => Pulled<G>}
 *
 * @example
 * import { cpuBound } from '@lapidary/runtime/cpu-bound';
 * export const score = cpuBound((rows) => rows.map((row) => row.length));
 * const lengths = await score(rows);
 */
/**
 * @template This
 * @template {unknown[]} A
 * @template R
 * @overload
 * @param {(this: This, ...args: A) => R} fn
 * @returns {(this: This, ...args: A) => Promise<Awaited<R>>}
 */
/**
 * @template This
 * @template {unknown[]} A
 * @template {Generator<any, any, any> | AsyncGenerator<any, any, any>} G
 * @overload
 * @param {CpuBoundOptions} options written here, as the compiler reads them
 * @param {(this: This, ...args: A) => G} fn
 * @returns {(this: This, ...args: A) => Pulled<G>}
 */
/**
 * @template This
 * @template {unknown[]} A
 * @template R
 * @overload
 * @param {CpuBoundOptions} options
 * @param {(this: This, ...args: A) => R} fn
 * @returns {(this: This, ...args: A) => Promise<Awaited<R>>}
 */
/**
 * @param {CpuBoundOptions | Function} first
 * @param {Function} [second]
 * @returns {Function}
 * @throws {TypeError} when there is no function
 */
export function cpuBound(first, second) {
	const fn = second ?? first;
	if (typeof fn !== 'function') {
		throw new TypeError('cpuBound takes a function, after options if there are any');
	}
	const run = runnerOf(fn);
	const { name, length } = fn;
	return run === fn
		? fn
		: Object.defineProperties(run, {
				name: { value: name, configurable: true },
				length: { value: length, configurable: true },
			});
}

/**
 * @param {Function} fn
 * @returns {Function} the same when it gives promises, or an async iterator, by itself
 */
function runnerOf(fn) {
	switch (Object.prototype.toString.call(fn)) {
		case '[object AsyncFunction]':
		case '[object AsyncGeneratorFunction]':
			return fn;
		case '[object GeneratorFunction]':
			/** @this {unknown} @param {unknown[]} args */
			return async function* (...args) {
				return yield* Reflect.apply(fn, this, args);
			};
		default:
			/** @this {unknown} @param {unknown[]} args */
			return async function (...args) {
				return Reflect.apply(fn, this, args);
			};
	}
}
