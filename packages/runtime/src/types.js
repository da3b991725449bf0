/**
 * Shapes that several files share; typedefs only.
 *
 * @import { MessagePort } from 'node:worker_threads'
 * @import { Meters, SharedResults, SharedWords } from './protocol/atomics.js'
 * @import { SentBuiltIns } from './protocol/built-ins.js'
 * @import { KnownClasses } from './protocol/classes.js'
 * @import { Notes } from './protocol/notes.js'
 * @import { TerminalSide } from './protocol/terminal.js'
 */

/**
 * @typedef {'low' | 'normal' | 'high'} Priority
 *
 * @typedef {object} ErrorText
 * @property {string} code `LP8xxx`
 * @property {string} slug
 * @property {string} message
 * @property {string} help
 *
 * @typedef {{ cause?: unknown, [property: string]: unknown }} ErrorOptions
 *
 * @typedef {object} UnitOptions what the directive of a unit says
 * @property {string} [pool]
 * @property {Priority} [priority]
 * @property {number} [timeoutMs]
 * @property {boolean} [optional] its stub has the source's own function, which runs where values of a call cannot cross
 * @property {boolean} [again] the same, and nothing that it does could be seen outside of its thread: it may run twice
 * @property {boolean} [isText] it evaluates text, which is no part of the program: what that leaves running keeps nothing alive
 * @property {'node' | 'plain'} [callback] how the last parameter is called: `(err, …)` or otherwise
 * @property {boolean} [promise] in callback form, too, a call gives a promise of what the body returns; so do all calls of a unit with a 'plain' callback
 * @property {'sync' | 'async'} [kind]
 * @property {string[]} [captures] names of its captures, in order, where functions of the host run while it does
 * @property {Path[]} [functions] places in the arguments whose functions the unit only calls, with the result awaited or dropped
 * @property {number[]} [inOut] indexes of arguments that it changes, and that the caller's own follow; `-1 - n`: all from `n` on
 * @property {boolean} [here] whether calls without a mark run where they are made: names that the compiler does not follow have the function
 * @property {boolean} [inOutThis] the same of the first capture, its receiver
 * @property {'kept' | 'watched'} [aliased] its results may hold objects that come with the call; `kept`: it is proven to leave these alone
 * @property {number[]} [own] arguments that no other code references: what the unit changes of them is not compared
 *
 * @typedef {object} CallOptions what `withOptions` takes
 * @property {AbortSignal} [signal]
 * @property {number} [timeoutMs] milliseconds from the call on; more than 0
 * @property {string} [pool]
 * @property {Priority} [priority]
 * @property {object[]} [transfer] moved instead of copied: ArrayBuffers, views, MessagePorts, streams
 *
 * @typedef {() => Record<string, Function>} ClassesThunk may throw while the module that defines them is being evaluated
 *
 * @typedef {object} UnitReference one unit, as its host module knows it
 * @property {string} id `<package>/<path>#<qualified name>`
 * @property {string} url of the worker module
 * @property {number} key number of the unit in this process
 * @property {UnitOptions} options
 * @property {KnownClasses} classes
 * @property {UnitFigures} figures
 * @property {{ looks: readonly (import('./protocol/fingerprint.js').Looked | string)[], own: number, others: readonly (readonly [local: string, file: string, isLate?: 1])[] } | undefined} [looked] the state that
 *   the host has looked at for a call whose arguments are about to leave: `own` of its module, and of others
 * @property {import('./protocol/check-budget.js').Budget | undefined} budget of the fingerprints that its calls bring along; made at the first
 * @property {boolean} [staysHere] of an optional unit: what it gives cannot be sent back
 * @property {import('./host/cost-model.js').Costs} [costs] of an optional unit
 * @property {object | undefined} guard the prototype of the promises of its calls in development; made at the first
 *
 * @typedef {object} UnitFigures what the runtime has measured of a unit
 * @property {number} calls
 * @property {number} completed
 * @property {number} failed
 * @property {number} batches groups of two and more calls
 * @property {number} batchedCalls calls that travelled in them
 * @property {number} largestBatch calls
 * @property {number} inlineRuns calls of `try_cpu_bound` that ran on the host
 * @property {number} meanRunUs moving mean of the run time in the worker; -1 = not measured yet
 *
 * @typedef {object} ResourceLimits see `worker_threads`
 * @property {number} [maxOldGenerationSizeMb]
 * @property {number} [maxYoungGenerationSizeMb]
 * @property {number} [codeRangeSizeMb]
 * @property {number} [stackSizeMb]
 *
 * @typedef {object} PoolOptions
 * @property {number} [threads] 1 to 1024
 * @property {number} [queueLimit] calls that may wait; 0 = none may
 * @property {number} [timeoutMs] of calls that have none of their own
 * @property {ResourceLimits} [resourceLimits] for each thread
 * @property {string[]} [execArgv] Node's options for each thread; default: those of the process
 *
 * @typedef {PoolOptions & { pools?: Record<string, PoolOptions>, mode?: Mode, verify?: Partial<VerifySettings> }} Configuration
 *
 * @typedef {'pool' | 'inline' | 'serial' | 'verify'} Mode
 *
 * @typedef {object} VerifySettings of LAPIDARY_MODE=verify
 * @property {'warning' | 'error'} onDifference whether a difference is printed, or rejects the call; default: warning
 * @property {string[]} exclude ids of units that are not compared, with `*` for any text
 *
 * @typedef {object} PoolSettings options of one pool, complete
 * @property {string} name
 * @property {number} threads
 * @property {number} queueLimit
 * @property {number | undefined} timeoutMs
 * @property {ResourceLimits | undefined} resourceLimits
 * @property {string[] | undefined} execArgv
 *
 * @typedef {{ stack?: string }} Trace holder of the caller's frames
 *
 * @typedef {(string | number)[]} Path keys from the root of a value to a place in it
 *
 * @typedef {object} CallValues what crosses for one call, as one graph
 * @property {unknown[]} args
 * @property {unknown[] | undefined} captures
 *
 * @typedef {object} CallbackRequest
 * @property {number} id of the host's function
 * @property {'node' | 'plain'} kind
 * @property {[key: string, value: unknown][]} own what code may read of the host's function: its name, its length, and its properties that are primitives
 * @property {boolean} promise what the body returns is wanted
 *
 * @typedef {number | [key: number, url: string, id: string, builtIns?: SentBuiltIns]} UnitName a unit by its number; in full when a
 *   thread hears of it for the first time, or of other built-ins of the host: text is most of what a small call would send
 *
 * @typedef {[kind: 10, unit: UnitName, args: unknown[] | Uint8Array, captures?: unknown[], notes?: Notes,
 *   callback?: CallbackRequest]} OneTask
 * @typedef {[kind: 11, unit: UnitName, words: SharedWords | undefined, results: SharedResults | undefined, calls: BatchedCall[]]} BatchTask without
 *   words and results where the thread has them, in its last slot
 * @typedef {[kind: 14, unit: UnitName, args: unknown[] | Uint8Array, captures: unknown[] | undefined, notes: Notes | undefined,
 *   slot: number]} BehindTask a call that is sent while the thread has something to do; `slot`: where its word and its result are
 * @typedef {[args: unknown[] | Uint8Array, captures?: unknown[], notes?: Notes]} BatchedCall args and captures, or both
 *   as the bytes of `{ args, captures }`
 * @typedef {[kind: 12, port: MessagePort, meters: Meters, stop: SharedWords, bridge: MessagePort, slots: Slot[],
 *   rest: SharedWords, process: StartedWith]} InitTask `process`: what threads have others of
 * @typedef {Pick<NodeJS.Process, 'argv' | 'execArgv'> & { terminal: Record<'stdout' | 'stderr', TerminalSide> }} StartedWith
 * @typedef {{ words: SharedWords, results: SharedResults }} Slot for one call: shapes 1 and 2; the last for so many as `ROW_CALLS` (messages.js)
 * @typedef {[kind: 13, unit: UnitName, args: unknown[] | Uint8Array, captures: unknown[] | undefined, notes: Notes | undefined,
 *   id: number, words: SharedWords]} GeneratorTask
 * @typedef {OneTask | BatchTask | InitTask | GeneratorTask | BehindTask} Task
 */

export {};
