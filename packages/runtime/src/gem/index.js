/** GEMs: data that threads share, each kind with rules of its own about who may do what with it. [GEM16] */
export { isGem, release, usage } from './define/public.js';
export { receive, send } from './define/ports.js';
export { snapshot } from './define/snapshot.js';
export { atomic, atomicAsync, orElse, retry } from './policies/atomic.js';
export { AtomicLK } from './policies/atomic-lk.js';
export { AtomicSTM } from './policies/atomic-stm.js';
export { Owned } from './policies/owned.js';
export { Partitioned } from './policies/partitioned.js';
export { PartitionedDynamic } from './policies/partitioned-dynamic.js';
export { ReadOnly } from './policies/read-only.js';

/**
 * What functions of blocks may return, for functions of your own that take such a function: anything but a promise.
 *
 * @template R
 * @typedef {import('./define/content-types.js').Synchronous<R>} Synchronous
 */
