/**
 * How values move through the functions of one module: what a points-to analysis over several files needs of it. Plain data, as a
 * summary is. Only values that may be objects of modules are in it; primitives, operators and control flow are left out.
 */

/** First and last position: line, column, line, column. @typedef {[number, number, number, number]} FlowSpan */

/**
 * One operation. `of`, `value`, `args` … are indexes of the nodes whose values it uses; -1 stands for a value of no interest.
 *
 * - `this`, `param` (of the function `fn`; -1 for all of them), `var`, `root`, `import`: where values come from
 * - `prop`: a property; `isRead`: its value is used for itself, and not only to get at a part of it. `name` is `[]` where it is computed
 * - `any`: one of several values; `copy`: a new object with the parts of some
 * - `object`, `fn`, `class`: what a literal makes
 * - `call`: `of` is the receiver and `name` the method, or `callee` is what is called; `isUsed`: its result is used
 * - `set`: a property gets a value, or loses it; `put`: a variable of an enclosing function; `assign`: one of the top level
 * - `use`: all of a value is read; `as`: which methods of it the language may call for that
 *
 * `isKept`: the write only remembers what any thread computes alike; `isSure`: it happens whenever its function runs.
 *
 * @typedef {{ op: 'this' }
 *   | { op: 'param', fn: number, index: number }
 *   | { op: 'var', var: number }
 *   | { op: 'root', root: number, isRead: boolean, span: FlowSpan }
 *   | { op: 'import', import: number, path: string[], isRead: boolean, span: FlowSpan }
 *   | { op: 'prop', of: number, name: string, isRead: boolean, span: FlowSpan }
 *   | { op: 'any', of: number[] }
 *   | { op: 'copy', of: number[] }
 *   | { op: 'object', members: Record<string, number>, spreads: number[] }
 *   | { op: 'fn', fn: number }
 *   | { op: 'class', class: number }
 *   | FlowCall
 *   | FlowWrite
 *   | { op: 'use', of: number, as: 'primitive' | 'iteration' | 'any', span: FlowSpan }} FlowNode
 */

/** @typedef {{ op: 'call', of: number, name: string, callee: number, args: number[], isSpread: boolean, isNew: boolean, isUsed: boolean, isKept: boolean, isSure: boolean, changes: boolean, gives: 'self' | 'copy' | 'iterator' | 'part' | 'nothing', span: FlowSpan }} FlowCall `changes`, `gives`: what a
 *   method of the platform with that name does to its receiver, and what it gives of it */

/** @typedef {{ op: 'set' | 'put' | 'assign', of: number, name: string, value: number, isKept: boolean, isOnce: boolean, isSure: boolean, span: FlowSpan }} FlowWrite `of`: the object, the variable, or the root; `isOnce`: it
 *   gives a variable of the top level its value, when it has none */

/**
 * A function: its nodes are `from` to `to`, those of the functions in it included. `isInline`: it runs while the function around it
 * does, as a callback does; `call`: the node of the call that it is an argument of.
 *
 * @typedef {{ from: number, to: number, names: string[], results: number[], parent: number, isInline: boolean, isGenerator: boolean, call: number, unit: number, fact: number, code: number }} FlowFn
 *   `unit`, `fact`, `code`: its indexes in the lists of the summary; -1 for none
 */

/** `fields`: the function that initialises an instance, -1 for none. @typedef {{ methods: Record<string, number>, statics: Record<string, number>, construct: number, fields: number, parent: number }} FlowClass */

/** A variable of a function. @typedef {{ fn: number, name: string, values: number[] }} FlowVar */

/**
 * A variable of the top level, or an export without one. `label`: the root whose object it is a part of: that of the same pattern;
 * -1 for another name of something; `isGlobal`: a global of the program, which all modules of a thread share; `isDeferred`: it is a promise that other code settles (`ir/deferreds.js`).
 *
 * @typedef {{ local: string, values: number[], label: number, isPerThread: boolean, isCode: boolean, isDeferred: boolean, isGlobal: boolean, span: FlowSpan }} FlowRoot
 */

/** `loading`: ranges of nodes: what the host alone runs when the module loads; `closedOver`: names of variables that its closures read, and that may
 * differ between threads; `reflects`: its code comes from instances to their classes. @typedef {{ nodes: FlowNode[], fns: FlowFn[], classes: FlowClass[], vars: FlowVar[], roots: FlowRoot[], loading: [number, number][], closedOver: string[], reflects: boolean }} FlowFacts */

/** @returns {FlowFacts} */
export const emptyFlow = () => ({
	...{ nodes: [], fns: [], classes: [], vars: [], roots: [] },
	...{ loading: [], closedOver: [], reflects: false },
});

/** Of a module of which nothing is known. */
export const NO_FLOW = emptyFlow();
