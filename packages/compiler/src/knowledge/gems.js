/**
 * What the compiler knows of `@lapidary/runtime/gem`.
 */

const LIBRARY = '@lapidary/runtime/gem';
const NOTE = 'cpu_bound:\\s*gem';

const SOURCE = new RegExp(`^${LIBRARY}($|/)`);

/** @param {string} source of an import @returns {boolean} */
export const isGemSource = (source) => SOURCE.test(source);

/** Functions of it that only compute a value, `Sync.newLock` for one. */
const PURE = /^(snapshot|isGem|has|define|new[A-Z]\w*)$/;

/** @param {string} name of a function that it exports, or of a method of one of its objects @returns {boolean} */
export const isPureOfGems = (name) => PURE.test(name);

/** Methods by which a GEM is known where the text does not show what made it. */
const OWN_METHODS = new Set(['atomic', 'atomicAsync', 'getRange', 'subset']);

/** @param {string | null} name @returns {boolean} */
export const isGemMethod = (name) => name !== null && OWN_METHODS.has(name);

/** @param {string | null} name of a method of a GEM, or of a function of the module @returns {boolean} it calls the functions that it is given, and nothing else */
export const runsFunctions = (name) =>
	name !== null && /^(atomic(Async)?|getRange|orElse)$/.test(name);

/**
 * Whether a call of a method looks like one of a GEM's: `keys.subset()`, `result.getRange((from, to) => …)`.
 *
 * @param {string | null} name of the method
 * @param {boolean[]} isFunction of each argument, whether it is a function of the module
 * @returns {boolean}
 */
export const looksLikeGemCall = (name, isFunction) =>
	isGemMethod(name) && (name === 'subset' ? isFunction.length <= 1 : isFunction[0] === true);

const TRACE = new RegExp(`${LIBRARY}|${NOTE}|\\b(${[...OWN_METHODS].join('|')})\\b`);

/** @param {string} source of a module @returns {boolean} whether anything in it could show that a variable holds a GEM */
export const mayShowGems = (source) => TRACE.test(source);

/** @param {string | null} name of a method of a GEM @returns {boolean} whether it gives a part of the GEM, which is shared as well */
export const givesGem = (name) => name !== null && /^(subset|at|find|findLast)$/.test(name);

const COMMENT = new RegExp(`^\\s*${NOTE}\\s*$`);

/** @param {string} comment @returns {boolean} `/* cpu_bound: gem *\/`, before a statement that declares or imports a GEM where the text does not show it */
export const saysGem = (comment) => COMMENT.test(comment);
