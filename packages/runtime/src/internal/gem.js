/** What emitted modules import that access GEMs in loops; exactly the names of abi.js. */
export { elements, keyed, object, rows } from '../gem/access/index.js';
