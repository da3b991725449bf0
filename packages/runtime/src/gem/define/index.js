/** For experts: defines types of GEM. [GEM16 §4] */
export { checkBlock } from './blocks.js';
export { Gem } from './define.js';
export { createSubset } from './subset.js';
export { Sync } from './sync.js';
import './crossing.js';
