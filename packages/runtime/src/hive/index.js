/** Text that is evaluated in threads, in the shape of [HIVE]: a pool of them, or one that keeps its state. */
/** @typedef {import('./hive.js').HiveOptions} HiveOptions */
/** @typedef {import('./hive.js').EvalOptions} EvalOptions */
/** @typedef {import('./vat.js').VatOptions} VatOptions */
/** @typedef {import('./vat.js').VatInstance} VatInstance */
/**
 * @template T
 * @typedef {import('./far.js').Far<T>} Far
 */

export { Hive } from './hive.js';
export { Vat } from './vat.js';
