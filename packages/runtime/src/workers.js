/** Threads of a program's own, and messages between them. */
/** @typedef {import('./messaging/workers.js').WorkersOptions} WorkersOptions */
/** @typedef {import('./types.js').ResourceLimits} ResourceLimits */

export { worker } from './messaging/worker.js';
export { Workers } from './messaging/workers.js';
