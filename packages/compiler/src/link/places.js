/** @import { ModuleSummary, Span } from '../ir/summary.js' */
/** @import { Located } from '../diagnostics/reporter.js' */

/** @param {ModuleSummary} module @param {Span} span @returns {Located} */
export const placeOf = ({ filename }, { start, end }) => ({ filename, start, end });

/**
 * How a message names another file: as short as it can be told apart.
 *
 * @param {ModuleSummary} module
 * @returns {string} in backticks
 */
export const titleOf = ({ filename }) => `\`${filename.split(/[\\/]/).pop()}\``;
