/** What emitted host modules import; exactly the names of abi.js. */
export { call, callWithCallback, unit } from '../host/call.js';
export { callOrRun } from '../host/call-or-run.js';
export { generate } from '../host/generate.js';
export { hasValue } from '../host/has-value.js';
export { print } from '../host/print.js';
