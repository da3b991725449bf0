/** @import { BlockClass } from './blocks.js' */
/** @import { Configuration } from './configuration.js' */
/** @import { StaticContext } from './context.js' */

/**
 * A type of GEM as this thread knows it; users hold an object that stands for it (define.js).
 *
 * @typedef {object} GemType
 * @property {string} key the same in each thread: the place of its definition
 * @property {string} url of the module that defines it
 * @property {Required<Configuration>} configuration
 * @property {Map<string, BlockClass>} blocks by name
 * @property {number} index in the table of types
 * @property {StaticContext} statics `this` of what belongs to the type
 */

/** Types that modules of this thread have defined, by key. Per-thread state, like what a module cache is. @type {Map<string, GemType>} */
const defined = new Map();

/**
 * Threads: any; the answer is the thread's own. Blocks: never.
 *
 * @param {string} key
 * @returns {GemType | undefined} once its module has been evaluated here
 */
export const typeOf = (key) => defined.get(key);

/** The same by their index. Per-thread state. @type {(GemType | undefined)[]} */
const byIndex = [];

/**
 * Threads: any; the answer is the thread's own. Blocks: never.
 *
 * @param {number} index in the table of types
 * @returns {GemType | undefined} once its module has been evaluated here
 */
export const typeAt = (index) => byIndex[index];

/**
 * Threads: any; the answer is the thread's own. Blocks: never.
 *
 * @param {string} url of a module
 * @returns {boolean} whether it has defined a type here
 */
export function isDefinedIn(url) {
	for (const type of defined.values()) if (type.url === url) return true;
	return false;
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {GemType} type that is complete
 */
export function addType(type) {
	defined.set(type.key, type);
	byIndex[type.index] = type;
}
