/** What emitted worker modules import; exactly the names of abi.js. */
export { stop, stopped } from './worker.cjs';
