/** What emitted modules import whose state units of other files read. */
import { show } from './state.cjs';

export { show };

// Bundlers that turn CommonJS into ES modules import what it requires as the default.
export default { show };
