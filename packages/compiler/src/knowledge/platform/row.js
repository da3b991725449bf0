/**
 * The vocabulary of the table of what platform functions do. Everything in the compiler that has to know
 * what a function of ECMAScript, of Node or of the web does reads these rows, by the queries of `index.js`.
 * `packages/compiler/test/platform.test.js` calls every function of the table and compares.
 *
 * One row describes all functions that behave alike. What a row does not say does not happen: without
 * `changes`, `reads`, `acts` and `runs` a function computes a result from its arguments and does nothing else.
 *
 * @typedef {object} Row
 * @property {string} of what holds the functions: `Math`, `Array.prototype`, `node:path`; empty for globals
 * @property {string} names of the functions, separated by spaces
 * @property {'call' | 'new' | 'value'} [as] how they are used, `call` by default; `value`: they are no functions
 * @property {string} [changes] the objects that they change: `this`, indexes of arguments, `lastIndex` of a regular
 *   expression with the flag g or y that is the receiver or an argument; separated by spaces
 * @property {Reads} [reads] what their result depends on besides their arguments
 * @property {Reads} [readsBare] the same for calls without arguments
 * @property {'world' | 'thread' | 'shared' | 'unknown'} [acts] `world`: they do something that can be seen elsewhere, or
 *   that takes effect later; `thread`: they change what each thread has of its own, as listeners of `process`; `shared`: they allocate memory that threads share; `unknown`: they may do anything
 * @property {boolean} [runs] they run code of the program that no argument shows: traps, getters, iterators
 * @property {string} [calls] indexes of arguments that they call before they return
 * @property {string} [keeps] indexes of arguments that they keep, and may call later
 * @property {'dropped' | 'truth' | 'order' | 'collected' | 'awaited'} [callback] what becomes of a callback's result: nothing,
 *   its truth or order alone counts, it is collected in an array, it is awaited; else it is used otherwise
 * @property {string} [iterates] indexes of arguments whose values they take one by one, before they return
 * @property {string} [gives] the result: `number`, another `primitive`; `this`; `view`, a
 *   new object over the memory of the receiver; `argument`, the first one; `part` of the
 *   receiver; `copy`, a new array of its parts; `flat`, that with nested arrays taken apart; `mapped`, a new array of what a
 *   callback returns; `iterated`, an iterator of its parts; `iterator`, another
 *   one; `array`, a new array; `object`, a new plain object; `primitives`, of what is no function, an object of primitives;
 *   or the name of a class: a new instance
 * @property {boolean} [adds] their last argument becomes a part of the receiver
 * @property {boolean} [compares] they compare parts of the receiver with their first argument
 * @property {boolean} [scans] they go through all of the first argument
 * @property {boolean} [plain] a copy of an argument does as well: they look at values in it, and not at which object it is
 * @property {boolean} [quick] they take a few cycles, whatever they are given
 * @property {boolean} [rare] names that classes of programs use for other things: a receiver of unknown class does not
 *   follow the row
 */

/**
 * `clock` and `random` differ from call to call; `environment` differs from thread to thread, or changes while the
 * program runs: variables, arguments and identity of a process or thread; `zone` is the time zone, which a program sets by
 * `process.env.TZ`; `locale` is the default locale and `machine` what does not change while a process runs, so that all
 * threads see the same; `directory` is the current directory, for paths that are not absolute; `files`: what
 * lies in the file system; `module`: what Node says of the module that it has loaded.
 *
 * @typedef {'clock' | 'random' | 'environment' | 'files' | 'zone' | 'locale' | 'machine' | 'directory' | 'module'} Reads
 */

export {};
