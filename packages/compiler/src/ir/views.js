/** @import { Effect } from './module.js' */

/**
 * What code does on the host: a call of a unit posts a message, and the body of the unit does nothing there.
 *
 * ```js
 * const cache = new Map();
 * async function square(x) { 'use cpu_bound'; cache.set(x, x * x); return cache.get(x); }
 * console.log(await square(3));
 * ```
 * The last statement fills `cache` in the plain program, and does not fill it on the host: taken for one that does, it
 * would go into the worker module and print in each thread.
 *
 * @param {Effect[]} effects
 * @returns {Effect[]}
 */
export const onHost = (effects) => effects.filter(({ inUnit }) => !inUnit);

/**
 * What code does in a worker, where units call each other directly.
 *
 * @param {Effect[]} effects
 * @returns {Effect[]}
 */
export const inWorker = (effects) => effects.filter(({ kind }) => kind !== 'dispatch');
