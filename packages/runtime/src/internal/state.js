/** What emitted modules import whose state units of other files read. */
export { show } from './state.cjs';
