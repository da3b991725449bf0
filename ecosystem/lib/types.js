/**
 * A function of a package that gets the directive.
 *
 * @typedef {object} Target
 * @property {string} file of the package, relative to its folder
 * @property {string} function its name, below the names of what is around it: `createHash/update`; a function without
 *   a name is `(anonymous)`
 */

/**
 * What a user of the compiler would write into a package by hand; the only text that is not the package's own.
 *
 * @typedef {object} Step
 * @property {string} file of the package
 * @property {string} what is written, for the report
 * @property {string} why
 * @property {Edit[]} edits
 */

/**
 * `append`: text for the end of the file. `replace`: text that occurs exactly once. `comment`: put before the
 * statements of the top level that declare the variables of `before`.
 *
 * @typedef {{ append: string } | { replace: string, by: string } | { comment: string, before: string[] }} Edit
 */

/**
 * A call of the package.
 *
 * @typedef {object} Vector
 * @property {string} call path of an export of the entry: 'default', 'sha256.hex'
 * @property {readonly unknown[] | (() => readonly unknown[])} args made anew for each call
 * @property {readonly unknown[]} [then] arguments for the function that the call returns
 * @property {unknown} [expect] the documented result
 * @property {string} [from] where it is documented
 */

/**
 * An annotation that the compiler refuses, and has to.
 *
 * @typedef {object} Refusal
 * @property {Target[]} units
 * @property {string[]} codes of the errors, sorted, each once
 * @property {string} why
 */

/**
 * @typedef {object} Declaration
 * @property {string} package name on npm
 * @property {string} entry file that the vectors import, relative to the package
 * @property {Target[]} units what is annotated; empty when everything is refused
 * @property {Step[]} [steps]
 * @property {Vector[]} vectors
 * @property {Refusal[]} [refused]
 * @property {string} [changesArguments] why the arguments may differ after a call
 */

/**
 * What came of a package.
 *
 * @typedef {object} Outcome
 * @property {string} name
 * @property {string} version
 * @property {Declaration} declaration
 * @property {string[]} problems empty when the package is lowered and equal and refused as declared
 * @property {FileFacts[]} files that were lowered
 * @property {number} calls made of the lowered package
 * @property {number} verified calls that LAPIDARY_MODE=verify has compared with the package's own function
 */

/**
 * What came of a program around packages.
 *
 * @typedef {object} ProgramOutcome
 * @property {string} name
 * @property {number} calls that a thread of the pool has answered
 * @property {string[]} told codes of what the runtime tells of calls that it gives up, or of copies
 * @property {string[]} refused codes of its errors; a program with errors is not run
 * @property {string[]} problems empty when it is lowered and prints the same
 */

/**
 * @typedef {object} FileFacts
 * @property {string} file
 * @property {'module' | 'commonjs'} moduleKind
 * @property {number} sourceBytes
 * @property {number} workerBytes
 * @property {number} kept statements of the top level
 * @property {number} statements
 */

export {};
