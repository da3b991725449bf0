/** @import { Place } from './locate.js' */
/** @import { Parameter } from './guess-types.js' */

/** @typedef {{ line: number, column: number }} Position `line` counts from 1, `column` from 0 */

/**
 * What the command line prints with `--format json`.
 *
 * @typedef {object} Diagnostic
 * @property {string} code
 * @property {string} severity
 * @property {string} message
 * @property {string | null} filename
 * @property {Position | null} start
 * @property {{ message: string, filename: string, start: Position | null }[]} related
 */

/**
 * An exported function.
 *
 * @typedef {Place & FoundFields} Found
 *
 * @typedef {object} FoundFields
 * @property {string} name the first of its paths
 * @property {string[][]} paths from the exports of the entry
 * @property {string} file
 * @property {string} ownName what the function itself says
 * @property {number} arity
 * @property {Parameter[] | null} parameters as declarations say, where they do
 */

/**
 * What the process that loads a package says of it.
 *
 * @typedef {object} Listed
 * @property {string} entry file, relative to the package
 * @property {boolean} isModule
 * @property {Found[]} found
 * @property {{ name: string, reason: string }[]} missing
 * @property {string} declarations the text of the package's .d.ts files
 */

/**
 * What came of a call.
 *
 * @typedef {object} Called
 * @property {'result' | 'error' | 'late'} kind
 * @property {string} text outcome and arguments
 * @property {string} apart the same, without what they share
 * @property {string} [told] code of the error with which the runtime has rejected it
 */

/** @typedef {Called & { index: number }} Chosen `index`: which arguments */

/** @typedef {{ name: string, calls: Chosen[], onPool: number, warned: string[] }} FunctionCalls `warned`: codes of warnings of the runtime */

/**
 * @typedef {object} Task
 * @property {string} folder of the package
 * @property {string} entry
 * @property {Found[]} functions
 * @property {'choose' | 'plain' | 'lowered'} mode
 * @property {string} declarations
 * @property {Record<string, Chosen[]>} chosen by the names of functions
 */

/** @typedef {{ code: string, place: string, message: string }} Refusal `place`: file of the package, and line */

/**
 * What came of a function.
 *
 * @typedef {object} FunctionOutcome
 * @property {string} name
 * @property {string[]} together codes of errors where all functions of the package are annotated; sorted
 * @property {Refusal[]} alone errors where it is the only one; one for each code, sorted
 * @property {number} calls
 * @property {number} equal
 * @property {boolean} isUseless whether none of the calls that return in the plain package does when it is lowered
 * @property {number} copies calls that are equal but for an object that the outcome shares with the arguments
 * @property {Record<string, number>} told calls that the runtime has rejected, or warned of, and that differ: by code
 */

/**
 * What came of a package.
 *
 * @typedef {object} PackageOutcome
 * @property {string} name
 * @property {string} version
 * @property {boolean} isModule whether its entry is an ES module
 * @property {number} exported how many functions it exports
 * @property {Listed['missing']} missing what is exported, and not looked at
 * @property {FunctionOutcome[]} functions those that were annotated
 * @property {string[]} others codes of errors that are about none of them
 * @property {Refusal[]} optional errors where all are annotated with "use try_cpu_bound"
 * @property {string[]} problems differences, and what should not happen
 */

export {};
