// The TypeScript type of the content of a GEM, by that of the data that it is created with; typedefs only. They follow
// `graph/encode.js`: a GEM holds a JSON copy, so that a Date becomes a string, and methods are left out.

/** @typedef {string | number | boolean | null} Primitive */

/** An array of JSON: an alias that refers to itself has to do so within an object. @typedef {{ [index: number]: Json, length: number, pop(): unknown }} JsonArray */

/** What is JSON by its type is the same in a GEM. @typedef {Primitive | JsonArray | { [key: string]: Json }} Json */

/**
 * Values that no GEM can hold (LP8104).
 *
 * @typedef {bigint | symbol | Map<any, any> | ReadonlyMap<any, any> | Set<any> | ReadonlySet<any> | WeakMap<any, any> | WeakSet<any> |
 *   Promise<any> | RegExp | ArrayBuffer | SharedArrayBuffer | DataView} Refused
 */

/** Errors cannot be held either. Plain data may have a name and a message, too. @template T @typedef {'stack' | 'cause' extends keyof T ? Error : never} ErrorLike */

/**
 * A typed array in a GEM that cannot be written: what `typedMethods` and the platform's typed array have in common.
 *
 * @template E element
 * @template A the platform's typed array, which `slice` gives
 * @typedef {{
 *   readonly [index: number]: E,
 *   readonly length: number,
 *   [Symbol.iterator](): IterableIterator<E>,
 *   at(index: number): E | undefined,
 *   entries(): IterableIterator<[number, E]>,
 *   every(test: (value: E, index: number) => unknown): boolean,
 *   find(test: (value: E, index: number) => unknown): E | undefined,
 *   findIndex(test: (value: E, index: number) => unknown): number,
 *   forEach(fn: (value: E, index: number) => void): void,
 *   includes(value: E, from?: number): boolean,
 *   indexOf(value: E, from?: number): number,
 *   join(separator?: string): string,
 *   keys(): IterableIterator<number>,
 *   reduce(fn: (before: E, value: E, index: number) => E): E,
 *   reduce<R>(fn: (before: R, value: E, index: number) => R, initial: R): R,
 *   slice(start?: number, end?: number): A,
 *   some(test: (value: E, index: number) => unknown): boolean,
 *   values(): IterableIterator<E>,
 * }} ReadonlyTyped
 */

/**
 * The same where it can be written.
 *
 * @template E
 * @template A
 * @typedef {{ [index: number]: E, fill(value: E, start?: number, end?: number): Typed<E, A>, set(values: ArrayLike<E>, offset?: number): void } &
 *   ReadonlyTyped<E, A>} Typed
 */

/**
 * An array that keeps its length. Its own methods are those that read: the others are refused (LP8101).
 *
 * @template E element
 * @typedef {{ [index: number]: E } & Omit<ReadonlyArray<E>, number>} FixedArray
 */

/**
 * Data of type T as a GEM holds it; `undefined` for what is left out, never for what is refused.
 *
 * @template T
 * @typedef {unknown extends T ? T
 *   : T extends { toJSON(...args: any[]): infer R } ? (T extends ArrayBufferView ? Data<T> : Data<R>)
 *   : Data<T>} Content
 */

/**
 * The same where `toJSON` has been asked.
 *
 * @template T
 * @typedef {unknown extends T ? T
 *   : T extends readonly unknown[] ? Elements<T>
 *   : T extends Json ? T
 *   : T extends undefined | void | Function ? undefined
 *   : T extends Uint8Array ? Typed<number, ReturnType<Uint8Array['slice']>>
 *   : T extends ReadonlyTyped<infer E, infer A extends ArrayBufferView> ? Typed<E, A>
 *   : T extends Refused | ErrorLike<T> ? never
 *   : T extends Number ? number
 *   : T extends String ? string
 *   : { [K in keyof T as KeptKey<T, K>]: Content<T[K]> }} Data
 */

/**
 * Tuples stay tuples; an array in a GEM has no functions of a policy, as a GEM has that is copied.
 *
 * @template {readonly unknown[]} T
 * @typedef {number extends T['length']
 *   ? (T extends unknown[] ? Element<T[number]>[] : readonly Element<T[number]>[])
 *   : { [K in keyof T]: Element<T[K]> }} Elements
 */

/** Arrays have null in place of what is left out. @template T @typedef {unknown extends T ? T : [T] extends [Json] ? T : OrNull<Content<T>>} Element */

/** @template C @typedef {C extends undefined ? null : C} OrNull */

/** @template T @template {keyof T} K @typedef {K extends symbol ? never : IsLeftOut<T[K]> extends true ? never : K} KeptKey */

/** @template V @typedef {unknown extends V ? false : [V] extends [never] ? false : [V] extends [undefined | Function] ? true : false} IsLeftOut */

/**
 * Content that cannot be written.
 *
 * @template C {@link Content}
 * @typedef {unknown extends C ? C
 *   : C extends Primitive | undefined ? C
 *   : C extends Typed<infer E, infer A extends ArrayBufferView> ? ReadonlyTyped<E, A>
 *   : { readonly [K in keyof C]: Frozen<C[K]> }} Frozen
 */

/**
 * What the function of a block may return: an asynchronous one is refused (LP8101).
 *
 * @template R
 * @typedef {R extends PromiseLike<unknown> ? never : R} Synchronous
 */

export {};
