/** The runtime of lowered programs: pools of worker threads, and what a program may set about them. */
export { isLapidaryError, LapidaryError } from './errors/lapidary-error.js';
export { configure, transfer, withOptions } from './host/configure.js';
export { close, drain, stats } from './host/lifecycle.js';
