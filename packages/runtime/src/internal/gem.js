/** What emitted modules import that access GEMs in loops; exactly the names of abi.js. */
import {
	apart,
	block,
	copies,
	elements,
	epoch,
	keyed,
	object,
	original,
	originals,
	rows,
} from '../gem/access/index.js';

export { apart, block, copies, elements, epoch, keyed, object, original, originals, rows };

// Bundlers that turn CommonJS into ES modules import what it requires as the default.
export default { apart, block, copies, elements, epoch, keyed, object, original, originals, rows };
