/** @typedef {{ line: number, column: number }} Position `line` counts from 1, `column` from 0 */

/** @typedef {{ message: string, filename?: string, start?: Position, end?: Position }} RelatedPlace `filename` is absolute; absent when it is the diagnostic's own */

/**
 * @typedef {object} Place
 * @property {string} [filename] absolute
 * @property {Position} [start]
 * @property {Position} [end]
 * @property {RelatedPlace[]} [related]
 */

/**
 * The compiler's diagnostic, with a place that may be a file as a whole, or no file at all.
 *
 * @typedef {object} Diagnostic
 * @property {string} code 'LP' and four digits
 * @property {string} slug
 * @property {string} kind 'unsafe' | 'unsupported' | 'costly' | 'misuse'
 * @property {'error' | 'warning' | 'note'} severity
 * @property {string} message
 * @property {string} filename absolute; empty when it is about the command line
 * @property {Position} [start]
 * @property {Position} [end]
 * @property {RelatedPlace[]} related
 * @property {string} help
 */

/** @typedef {'pretty' | 'json' | 'github' | 'sarif'} Format */

/**
 * @typedef {object} JsxOptions
 * @property {'automatic' | 'classic'} [runtime]
 * @property {string} [importSource] of the automatic runtime
 * @property {string} [pragma] of the classic runtime
 * @property {string} [pragmaFrag] of the classic runtime
 */

/**
 * What the command line and the configuration say, the command line first.
 *
 * @typedef {object} Options
 * @property {string} [outDir] absolute
 * @property {number} jobs threads that lower files, 1 or more
 * @property {boolean} watch
 * @property {boolean} sourceMaps
 * @property {string} [cacheDir] absolute
 * @property {Format} format
 * @property {boolean} strict warnings are errors
 * @property {boolean} cancellationChecks loops of worker modules look whether their call was given up
 * @property {boolean} verify host modules keep the bodies of annotated functions, to compare calls with them
 * @property {boolean} stripTypes
 * @property {string[]} ignore glob patterns, relative to each path
 * @property {JsxOptions} jsx
 * @property {string[]} trust names of packages whose calls at the top level workers may repeat, whatever their sources can do
 * @property {boolean} types declarations beside sources are rewritten too
 * @property {string} [typesDir] absolute; where declarations are, when they are not beside their sources
 * @property {boolean} write declarations are rewritten in place
 * @property {boolean} check nothing is written, and what would change is an error
 * @property {boolean} link uses of annotated functions are checked over all files
 * @property {boolean} fix what a link knows to rewrite is rewritten
 * @property {boolean} dryRun what `fix` would write is said, and not written
 * @property {boolean} [yes] what `init` shows is written without a question
 * @property {boolean} [undo] what `init` has written is taken back
 */

/**
 * @typedef {object} SourceRoot
 * @property {string} given as on the command line
 * @property {string} path absolute; the folder that outputs are relative to
 * @property {string} realPath
 * @property {string} [file] absolute; only this file is read
 */

/**
 * @typedef {object} SourceFile
 * @property {string} path absolute
 * @property {string} relative path below its root, native separators: where its output goes
 * @property {SourceRoot} root
 */

/** What other files do to one, by which it is lowered in another way. @typedef {import('@lapidary/compiler').Linked} Linked */

/**
 * One file to lower. Plain data: it crosses to the worker that reads, compiles and writes the file.
 *
 * @typedef {object} LowerTask
 * @property {string} path absolute
 * @property {string} filename what the compiler calls the file: relative to its package, posix separators
 * @property {string} id `<package>/<path relative to the package>`
 * @property {'module' | 'commonjs'} [sourceType]
 * @property {string} [stageDir] absolute; where the outputs are collected, nothing is written without
 * @property {string} output path below `stageDir` and below the out-dir, native separators
 * @property {string} [outputDir] absolute; where the output will be, for the paths in source maps
 * @property {{ sourceMaps: boolean, strict: boolean, cancellationChecks: boolean, verify: boolean, stripTypes: boolean, jsx: JsxOptions, link: boolean, linked?: Linked }} options `linked`: what other files do to it
 * @property {string} [cacheDir] absolute
 */

/**
 * One file without a directive that a link has to know. Plain data: it crosses to the worker that reads and parses the file.
 *
 * @typedef {object} SummariseTask
 * @property {string} path absolute
 * @property {string} [text] in place of what is on the disk
 * @property {string} filename as in `LowerTask`
 * @property {string} id
 * @property {'module' | 'commonjs'} [sourceType]
 * @property {string[]} specifiers those that lead to files of the tree, or that cannot be followed
 * @property {boolean} changes whether changes of imported objects matter
 * @property {boolean} states whether state that the module changes itself matters
 * @property {boolean} makers whether it matters what its functions make for files that call them while they load
 */

/**
 * @typedef {object} LoweredFile
 * @property {string[]} outputs paths below the out-dir that were written
 * @property {boolean} isLowered the compiler has changed it
 * @property {number} unitCount
 * @property {import('@lapidary/compiler/declarations').TypedUnit[]} typedUnits those that its declarations type wrongly
 * @property {boolean} isCached
 * @property {Diagnostic[]} diagnostics
 * @property {import('@lapidary/compiler/link').ModuleSummary} [summary] of a file with directives, when a link was asked for
 */

/**
 * What `check --fix` did to one file, or would.
 *
 * @typedef {{ filename: string, changes: number, diff: string | null }} FixedFile `changes`: texts put in; `diff`: of a dry run
 */

/** A file that `check --fix` would not write, and why, in a clause. @typedef {{ filename: string, reason: string }} LeftFile */

/**
 * @typedef {object} Summary
 * @property {number} files that were read
 * @property {number} lowered
 * @property {number} copied
 * @property {number} units
 * @property {number} cached of the lowered ones, those found in the cache
 * @property {number} errors
 * @property {number} warnings
 * @property {number} durationMs
 * @property {number} fixable errors and warnings that `check --fix` would settle
 * @property {FixedFile[]} fixed by `check --fix`, or what would have been in a dry run
 * @property {LeftFile[]} left files that need a fix and are not for a tool to write
 * @property {boolean} isDryRun
 */

export {};
