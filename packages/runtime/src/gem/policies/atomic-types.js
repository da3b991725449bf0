/** @import { Synchronous } from '../define/content-types.js' */

// TypeScript types of GEMs that have blocks, which AtomicLK and AtomicSTM share; typedefs only.

/** @typedef {{ atomic<R>(fn: () => Synchronous<R>): R, atomicAsync<R>(fn: () => Synchronous<R>): Promise<R> }} Blocks */

/** @typedef {{ conflicts(): { committed: number, conflicts: number, retries: number } }} Counted what GEMs of AtomicSTM have besides */

/** A GEM of AtomicLK. @template G @typedef {G extends Counted ? never : G} LockedGem */

export {};
