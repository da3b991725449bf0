// Accesses of GEMs by compiled loops: what they find out before they begin, to access memory in place of asking the policy each time.
export { apart } from './apart.js';
export { block } from './block.js';
export { copies } from './copies.js';
export { elements } from './elements.js';
export { epoch } from '../memory/region.js';
export { keyed } from './keyed.js';
export { object } from './object.js';
export { original, originals } from './originals.js';
export { rows } from './rows.js';
