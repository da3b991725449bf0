/** @import { Position } from '../types.js' */

/**
 * What a link of several files needs to know of one module. Plain data: it is kept, and crosses to other threads.
 */

/** @typedef {{ start: Position, end: Position }} Span */

/** Texts that go before and behind a range of the source, in UTF-16 code units. @typedef {{ start: number, end: number, before: string, after: string }} Wrap */

/**
 * One way in which a module gets at another one: `import { name } from`, `import * as`, `import()`,
 * `require()`, `export … from`. `name` is `*` for the whole of it.
 *
 * `specifier` is null for the module's own `exports`. `how` says what `*` is: the namespace object of
 * an ES module; what `module.exports` is (`require`); whatever an interop wrapper makes of that.
 *
 * @typedef {Span & { specifier: string | null, name: string, how: 'import' | 'require' | 'interop', isLazy: boolean }} ImportFact
 *   `isLazy`: it happens in a function, or by `import()`: the other module does not run before this one
 */

/**
 * What an exported name stands for, as far as one file shows it. Numbers are indexes into the lists of
 * the summary; `path` is the properties that are taken of an import; `local` names the variable that holds a value.
 *
 * @typedef {{ kind: 'unit', unit: number }
 *   | { kind: 'function', function: number }
 *   | { kind: 'import', import: number, path: string[] }
 *   | { kind: 'object', local: string | null, properties: Record<string, ValueFact>, spreads: ValueFact[] }
 *   | { kind: 'other', local: string | null }} ValueFact
 */

/** `name` is `*` for `export *`, and `=` for the whole of `module.exports`. @typedef {{ name: string, value: ValueFact }} ExportLink */

/**
 * A function of the module that uses at once what may turn out to be a promise. It would have to become async.
 *
 * @typedef {Span & { name: string | null, wraps: Wrap[], obstacle: string | null }} FunctionFact `start` and `end` are
 *   its head; `wraps` make it async; `obstacle`: why a tool should not do that, in a clause
 */

/**
 * A use of a unit of the module, of something that is imported, or of a function in the list.
 *
 * @typedef {Span & {
 *   of: { kind: 'unit', unit: number } | { kind: 'function', function: number } | { kind: 'import', import: number, path: string[] },
 *   rule: import('./module.js').Use<any>['rule'],
 *   wait: 'await' | 'await-all',
 *   subject?: string,
 *   holder: number | null,
 *   canWait: boolean,
 *   isPassedOn: boolean,
 *   isIgnored: boolean,
 *   arguments: 'none' | 'some' | 'callback',
 *   overtaken?: Span & { name: string },
 *   wrap: Wrap | null }} UseFact
 *   `holder`: the function in the list that cannot wait as it is; `isPassedOn`: it is returned as it is, so that
 *   an async function need not wait for it; `isIgnored`: a dropped result that goes to a function which never
 *   looks at it, `setTimeout(() => f(x))`; `wrap`: null where a tool should not insert an `await`
 */

/** An imported object that this module changes (`exact`), or hands on to where it may be changed. @typedef {Span & { import: number, path: string[], isChange: boolean }} ChangeFact */

/** An exported object that a unit takes for constant: LP2015. `primitives`: properties that hold no objects. @typedef {Span & { local: string, unit: string, primitives: string[], related: (Span & { message: string })[] }} StateFact */

/** @typedef {{ id: string, name: string, isAsync: boolean, hasCallback: boolean, isLowered: boolean, place: Span }} UnitLink `place`: of the directive */

/**
 * @typedef {object} ModuleSummary
 * @property {string} filename as given; a link needs names that are unique
 * @property {'module' | 'commonjs'} moduleKind of its syntax
 * @property {boolean} isAnnotated
 * @property {UnitLink[]} units
 * @property {ImportFact[]} imports
 * @property {ExportLink[]} exports
 * @property {FunctionFact[]} functions
 * @property {UseFact[]} uses in source order
 * @property {ChangeFact[]} changes
 * @property {StateFact[]} states
 * @property {number[]} sliceImports indexes into `imports`: what the worker module imports again
 * @property {(Span & { text: string })[]} effects statements of the top level that act on the world, of annotated modules
 * @property {{ reason: string, start: Position } | null} problem why it could not be read; then the lists are empty
 */

export {};
