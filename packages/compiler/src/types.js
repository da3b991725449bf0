/**
 * A Babel AST node. The fields of each kind are Babel's; they are read behind a test of `type`,
 * which the type system does not follow through our own predicates, hence the open shape.
 *
 * @typedef {{ type: string, start: number, end: number, loc: { start: Position, end: Position }, [field: string]: any }} Node
 */

/** @typedef {{ line: number, column: number }} Position `line` counts from 1, `column` from 0 */

/**
 * @typedef {object} CompileOptions
 * @property {string} filename decides the language by its extension; need not exist
 * @property {string} [id] `<package>/<path relative to the package>`, with `/`; default: the base name
 * @property {'module' | 'commonjs'} [sourceType] default: by extension, then by the source's own syntax
 * @property {object | string | null} [inputSourceMap] of an earlier transform; composed into both maps
 * @property {WorkerOptions} [worker]
 * @property {unknown[]} [parserPlugins] Babel parser plugins in place of the language's own
 * @property {boolean} [strict] warnings become errors
 * @property {boolean} [cancellation] loops of worker modules look whether their call was given up; default: true
 * @property {'lower' | 'general'} [gems] accesses of GEMs in loops are done in memory where the right to them is known,
 *   or all of them through the proxies; default: `lower`
 * @property {boolean} [verify] stubs have the bodies of their units behind the call, for LAPIDARY_MODE=verify; default: false
 * @property {boolean} [link] whether `facts.link` is filled, for a link of several files
 * @property {readonly string[]} [constants] names and dotted names, `__VERSION__`, that are replaced by their values once the file is lowered: no globals
 * @property {Linked} [linked] what a link of several files has found out about this one; default: nothing is known
 */

/**
 * How host and worker module name each other.
 *
 * @typedef {object} WorkerOptions
 * @property {'file' | 'query' | ((worker: WorkerModule) => string)} locate how the stub names the worker module: a file with a content
 *   hash (the default), the source's own URL with `?cpu_bound=<hash>` for loaders, or, for a bundler that puts it elsewhere, an
 *   expression on one line that gives its URL as a string
 * @property {string | ((moduleKind: 'module' | 'commonjs') => string)} [host] an expression, on one line, for the URL of the host module in the worker module, by the kind of that;
 *   default: a file beside it
 * @property {{ filename: string | null, dirname: string | null }} [paths] expressions, on one line, for the paths of the host module's file, where they are not
 *   those of `host`; null for what the bundler writes for each module
 */

/**
 * What other files of a program do that changes how this one is lowered.
 *
 * @typedef {object} Linked
 * @property {readonly string[]} snapshots top-level variables whose value the host changes in other files: it crosses with each call;
 *   `config.level` for a property of one that cannot cross as a whole
 * @property {readonly string[]} repeats specifiers of imports for their effects that workers repeat
 * @property {readonly string[]} makers what imports give that the file calls while it loads, and that compute and do nothing else:
 *   `Cache get,has set`, the name of the call, methods that only compute and methods that change it (`ir/import-makers.js`)
 * @property {readonly string[]} packages what packages can do that the file calls while it loads, as JSON (`knowledge/package-facts.js`)
 * @property {readonly string[]} setUps functions of imports that the file calls while it loads, and that change state of modules which its workers load, and do
 *   nothing else: `addFormat validate,addFormat`, the name of the call and variables that lead to this state (`ir/import-set-ups.js`)
 * @property {readonly string[]} shown top-level variables that workers read in another instance of the file: `limit\0config.js`, with the
 *   name that the link has for the file; workers compare them with the host's
 * @property {readonly string[]} inside names of variables that closures read, of those in what the file shows or imports
 * @property {readonly string[]} compared what units read of other files, and is compared when they run: `demo/a.js#score\0limit\0config.js`, with no file for a global,
 *   with `\0late` behind it for what each thread makes at its first use
 * @property {readonly string[]} host specifiers of imports whose modules act while they load: workers do not load them for a class
 * @property {readonly string[]} typed variables of imports that code names as types alone, and that hold more than a type: a worker knows their instances
 * @property {readonly string[]} privates `*` where classes of the file show their private members: state that is compared may hold instances
 * @property {readonly string[]} asked `*` where weak collections, of this file or of others that its workers load, are asked for objects that both sides have
 * @property {readonly string[]} identities objects of other files that cross by their names, since code that both sides run tells them from
 *   copies: `0\0\0NONE\0demo/none.js`, with where in the variable they lie (ir/observed.js): what the
 *   code compares, and what it returns; with the specifier of a `require` behind it, where a thread may not have loaded the file when one comes
 * @property {readonly string[]} [marked] calls of units of other files that run where they are made: where their marks go, as JSON (`Mark` of ir/summary.js)
 * @property {readonly string[]} [runHere] ids of units whose stubs keep their functions for such calls
 * @property {readonly string[]} [handedOn] ids of units that other files hand on: calls without a mark run where they are made
 * @property {readonly string[]} inline optional units that other files use, or change the state of, as no unit can be: they stay on the host. The id, and why: `demo/a.js#score\0LP5001 at main.js:3: …`
 */

/**
 * @typedef {object} WorkerModule
 * @property {string} fileName base name, next to the host module
 * @property {string} code
 * @property {SourceMap} map
 * @property {'module' | 'commonjs'} moduleKind
 * @property {{ id: string, name: string }[]} units
 */

/** @typedef {{ version: 3, file?: string, sources: string[], sourceRoot?: string, sourcesContent?: (string | null)[], names: string[], mappings: string }} SourceMap */

/** @typedef {import('./diagnostics/diagnostic.js').Diagnostic} Diagnostic */

/**
 * @typedef {object} CompileResult
 * @property {string} code the host module; the source itself when nothing is lowered
 * @property {SourceMap | null} map null when `code` is the source
 * @property {WorkerModule[]} workerModules none or one
 * @property {Diagnostic[]} diagnostics sorted by position
 * @property {Facts} facts
 */

/** @typedef {{ name: string, channel: string, reason: string, bytes?: number }} CaptureFact `bytes` of source text that the channel adds */
/**
 * An argument that a unit calls: where it is in the list of arguments, and `use`, where the unit needs
 * its result at once; without one it is called on the host, and its result can be awaited.
 *
 * @typedef {{ path: (number | string)[], use?: Position }} FunctionFact
 */

/**
 * Why a unit needs a top-level statement. `statement` is an index into `statements`; `uses` leads from
 * the statement to the unit: what is used of it, and what that is used for in turn.
 *
 * @typedef {{ statement: number, defines: string[], uses: { name: string, line: number }[] }} SliceFact
 */

/** @typedef {{ start: Position, end: Position, text: string, kept: boolean, reason: string, bytes: number }} StatementFact */
/** @typedef {{ unit: string, start: Position, action: string, detail: string }} CallSiteFact */
/**
 * An access of a GEM. `side`: which of the modules has the code. `how`: done in memory where the right to it is known, as `elements`, `rows`, `object` or `keyed`; null: by
 * the general path, for a `reason`.
 *
 * @typedef {{ start: Position, end: Position, path: string, use: 'read' | 'write' | 'update' | 'length' | 'row', how: string | null, reason?: string, text?: string, side: 'worker' | 'host' | 'both' }} GemAccessFact
 *   `path`: `rows[].age`; `text`: the reason in words
 */
/** @typedef {{ exported: string, local: string, unit?: string }} ExportFact `exported` is `export=` for `module.exports = …` */

/**
 * @typedef {object} UnitFact
 * @property {string} id
 * @property {string} name qualified: `makeScorer.score`
 * @property {string} kind 'function' | 'arrow' | 'method' …
 * @property {{ mode: string, pool?: string, priority?: string, timeoutMs?: number }} directive
 * @property {'promise' | 'callback'} form 'callback': with a function for its `(err, …)` callback, a call gives undefined
 * @property {boolean} async declared `async`
 * @property {boolean} generator
 * @property {number} parameters declared, without TypeScript's `this`
 * @property {string[][]} paths how a declaration file names it, as `declaredPaths` says; none when only
 *   running code knows where it is kept
 * @property {boolean} lowered false for a `try_` unit that stays inline
 * @property {Position} start
 * @property {Position} end
 * @property {CaptureFact[]} captures
 * @property {FunctionFact[]} functions arguments that it calls
 * @property {string[]} inOut names of parameters, or `this`: what it may change of them comes back with the result, and the caller's own objects follow
 * @property {SliceFact[]} slice the top-level statements that it needs
 */

/**
 * What `lapidary explain` and a whole-program link need to know of one module.
 *
 * @typedef {object} Facts
 * @property {string} filename
 * @property {string} id
 * @property {boolean} annotated
 * @property {'module' | 'commonjs'} moduleKind
 * @property {'js' | 'ts' | 'tsx'} language
 * @property {UnitFact[]} units
 * @property {StatementFact[]} statements
 * @property {CallSiteFact[]} callSites
 * @property {GemAccessFact[]} gemAccesses in the order of the source
 * @property {ExportFact[]} exports
 * @property {import('./ir/summary.js').ModuleSummary} [link] when the option of that name asks for it
 */

export {};
