/** The runtime of lowered programs: pools of worker threads, and what a program may set about them. */
/** @typedef {import('./cpu-bound.js').CpuBoundOptions} CpuBoundOptions */
/** @typedef {import('./types.js').CallOptions} CallOptions */
/** @typedef {import('./types.js').Configuration} Configuration */

export { cpuBound } from './cpu-bound.js';
export { isLapidaryError, LapidaryError } from './errors/lapidary-error.js';
export { configure, transfer, withOptions } from './host/configure.js';
export { close, drain, stats } from './host/lifecycle.js';
