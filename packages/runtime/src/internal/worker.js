/** What emitted worker modules import; exactly the names of abi.js. */
import { stop, stopped } from './worker.cjs';

export { stop, stopped };

// Bundlers that turn CommonJS into ES modules import what it requires as the default.
export default { stop, stopped };
