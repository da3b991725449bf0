/** @import { Target } from './param-calls.js' */
/** @import { Node } from '../types.js' */
/** @import { Reference, Scope, Variable } from '../ast/scope.js' */
/** @import { Resolution } from '../ast/resolve.js' */
/** @import { RelatedPlace, Reporter, UnitReporter } from '../diagnostics/reporter.js' */
/** @import { HelperCall, HelperUses } from './helper-calls.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { GemAccesses } from './gem-access/model.js' */

/**
 * The records that the phases hand on. A phase never changes the record that it gets: it returns
 * the next one, with more fields.
 */

/**
 * After parse.
 *
 * @typedef {object} Parsed
 * @property {string} source
 * @property {string} filename as given
 * @property {string} baseName `score.js`
 * @property {string} extension `.js`
 * @property {string} id `<package>/<path>`, with `/`
 * @property {'js' | 'ts' | 'tsx'} language
 * @property {'module' | 'commonjs'} moduleKind of its syntax
 * @property {'module' | 'commonjs'} runsAs what Node will load it as, once other tools have run
 * @property {boolean} strict the module's own code is strict
 * @property {Node} file
 * @property {Resolution} resolution
 * @property {HelperUses} helper calls of it are not in the tree: the functions are in their place
 */

/** @typedef {'cpu_bound' | 'try_cpu_bound' | 'no_cpu_bound'} Mode */

/** `node`: the directive, or the name of the helper @typedef {{ mode: Mode, node: Node, options: { pool?: string, priority?: 'low' | 'normal' | 'high', timeoutMs?: number } }} Directive */

/**
 * One annotated function.
 *
 * @typedef {object} Unit
 * @property {Node} node the function
 * @property {'function' | 'arrow' | 'method' | 'class-method' | 'static-method'} kind
 * @property {string} name qualified: `makeScorer.score`
 * @property {string} id `<module id>#<name>`
 * @property {boolean} isOptional `try_cpu_bound`: stays inline where it cannot be lowered
 * @property {boolean} isAsync a call gives a promise in the plain program too: declared `async`, or by the helper
 * @property {HelperCall | null} helper the call of the helper that marks it
 * @property {boolean} isGenerator
 * @property {Directive} directive its own, or the file's
 * @property {Variable | null} variable the binding that names it, when there is one
 * @property {Node | null} declaration the statement-level node that defines it: the function declaration
 *   or the declarator; null for an expression in the middle of other code
 * @property {boolean} isTopLevel `declaration` stands at the top level of the module
 * @property {'node' | 'plain' | null} callback the last parameter is called as a callback: `(err, …)` or not
 * @property {FunctionArgument[]} functions arguments that it calls
 */

/**
 * An argument that a unit calls: `path` leads to it in the list of arguments, `use` is where the unit
 * needs its result at once; null: it can be called on the host.
 *
 * @typedef {{ path: (number | string)[], variable: Variable, isRequired: boolean, use: Node | null }} FunctionArgument
 */

/** @typedef {Parsed & { units: Unit[], directives: Directive[] }} Discovered */

/**
 * A top-level statement, or one declarator of it: what the slice takes or leaves.
 *
 * @typedef {object} Fragment
 * @property {number} index
 * @property {Node} node the declarator, or the statement without its `export`
 * @property {Node} statement the whole top-level statement
 * @property {'import' | 'function' | 'class' | 'variable' | 'enum' | 'namespace' | 'statement' | 'export-list' | 'type'} kind
 * @property {Variable[]} defines
 * @property {Reference[]} references to top-level variables, nested functions included
 */

/**
 * What running a piece of code does beyond computing a value.
 *
 * `write` assigns to the variable; `mutate` changes an object that it may hold; `call` calls code
 * that cannot be seen; `external` acts on the world; `fresh` gives another value each time;
 * `shared` allocates memory that only its allocator shares; `dispatch` calls a unit.
 *
 * What a call of a unit does depends on the thread. The plain program and a worker run its body there and
 * then; the host posts a message, and computes nothing but a promise. So a call of a unit has both kinds of effects:
 * `dispatch`, and those of the body, which are marked `inUnit`. `ir/views.js` gives each side its own.
 *
 * @typedef {object} Marks
 * @property {boolean} [inUnit] an effect of a unit's body, at a call of the unit
 * @property {boolean} [isCached] of closures that only remember what each thread would compute by itself: see `ir/memos.js`
 * @property {boolean} [isDeferred] an effect of a function that the code hands to a promise: `.then(() => …)`
 *
 * @typedef {{ kind: 'write' | 'mutate', variable: Variable, node: Node, via: Node[], part?: string } & Marks} VariableEffect
 *   `part`: the property that holds what changes; none for the object itself, and where the text does not tell
 * @typedef {{ kind: 'call', node: Node, text: string, receivers: Variable[], args: Variable[], via: Node[], target?: Target | null, given?: Variable[][] } & Marks} CallEffect
 *   `target`: the parameter whose value is called, where it is one; `given`: the same as `args`, for each argument; undefined where one is spread
 * @typedef {{ kind: 'external' | 'fresh' | 'shared', node: Node, text: string, via: Node[], changes?: string } & Marks} WorldEffect
 *   `changes`: the global that is assigned to or changed, as far as the text tells: `Math.double`
 * @typedef {{ kind: 'dispatch', node: Node, text: string, unit: Node, via: Node[] } & Marks} DispatchEffect
 * @typedef {{ kind: 'package', node: Node, text: string, package: string, via: Node[] } & Marks} PackageEffect a call of a package that a link has read: its specifier
 * @typedef {VariableEffect | CallEffect | WorldEffect | DispatchEffect | PackageEffect} Effect
 */

/**
 * How one captured binding reaches the worker.
 *
 * `slice`: defined again in the worker module. `import`: imported again. `snapshot`: its value at the
 * call crosses with the arguments. `gem`: the same for a GEM, of which a reference crosses. `inline`: a primitive written into the worker module. `move`: a
 * local function or class whose text moves into the worker module. `global`: used as is. `receiver`:
 * `this`, whose own data crosses with the arguments.
 *
 * @typedef {'slice' | 'import' | 'snapshot' | 'gem' | 'inline' | 'move' | 'global' | 'unit' | 'receiver'} Channel
 */

/** @typedef {{ variable: Variable | null, name: string, channel: Channel, reason: string }} Capture */

/**
 * A place that changes what a variable holds after a unit that needs it may have been called. `fn` is the
 * function that holds the place, the outermost one that is called later; null for what the top level itself does.
 *
 * @typedef {{ kind: 'write' | 'mutate', node: Node, fn: Node | null, isCached?: boolean }} Site
 */

/** Where a unit is first called while the module loads; `index` is that of the fragment. @typedef {{ node: Node, index: number }} FirstCall */

/**
 * @typedef {object} Sites
 * @property {Map<Fragment, Effect[]>} effects what the host does when it runs a top-level piece, `dispatch` included
 * @property {Map<Fragment, Effect[]>} deferred what it leaves to promises, besides
 * @property {Map<Variable, Fragment[]>} fills statements that write or change what a variable holds while
 *   the module loads, its own definition left out
 * @property {Map<Variable, Site[]>} later
 * @property {Map<Node, FirstCall>} firstCalls by unit, of those that the module calls while it loads
 * @property {Map<Variable, Effect[]>} locals what changes the variables of functions and blocks, or is given them, wherever
 *   it stands; an effect of a function's body at a call of it has that call first in its `via`
 * @property {Effect[]} globalsLater what changes globals once the module has loaded
 * @property {Map<Variable, Node[]>} escapes where objects of variables get out of sight
 * @property {(node: Node) => boolean} runsLater whether the code at a node may run after the module has loaded
 * @property {(node: Node) => boolean} isHostLive whether the host may run the code at a node: false
 *   inside units, and in functions that only units use
 * @property {(node: Node) => Node | null} runsIn the function that runs the code at a node once the module
 *   has loaded; null for what only runs while it loads
 */

/**
 * What the worker gets for `this`: some of its properties, or an instance of a class that the slice
 * holds, or, for a static method, its class of that name.
 *
 * @typedef {{ isInOut: boolean } & ({ kind: 'data', keys: string[] } | { kind: 'instance' | 'class', variable: Variable })} Receiver `isInOut`:
 *   the unit changes it, and the caller's own object follows
 */

/**
 * `references` leave the unit; `inOut`: the arguments that it changes and that the caller's own follow, as the runtime has them
 * (`UnitOptions`); null: none, or a diagnostic has told of it; `mayRunHere`: its calls may run where they are made; `runsHere`: some do;
 * `isHandedOn`: all without a mark do.
 *
 * @typedef {{ references: Reference[], receiver: Receiver | null, reporter: UnitReporter, inOut: number[] | null, mayRunHere: boolean, runsHere: boolean, isHandedOn: boolean }} UnitUse
 */

/**
 * After analyse.
 *
 * @typedef {Discovered & { fragments: Fragment[], globals: Map<Fragment, Reference[]>, effects: EffectAnalysis, sites: Sites, uses: Map<Unit, UnitUse>, callSites: CallSite[], here: ReadonlyMap<Node, { units: Unit[], isHere: boolean }>, waits: ReadonlyMap<Node, { units: Unit[], outside: Node[] }> }} Analysed `here`:
 *   calls of units that have marks: they run where they are made, or on the pool; `waits`: calls of those that change what they are given, and functions whose
 *   callers wait for them
 */

/**
 * `node`: what is moved, or the literal. `guard`: the variable through which a function of a block is used around it, and which
 * is undefined until the block has run.
 *
 * @typedef {{ variable: Variable, channel: 'snapshot' | 'gem' | 'inline' | 'move', node: Node | null, guard?: Variable, isScratch?: boolean }} Local `isScratch`:
 *   the unit fills it anew at each call
 */

/**
 * A statement of an enclosing function that completes what moves into the worker, such as a function or a class, and
 * goes with it. `scope` is that of its list of statements.
 *
 * Where `property` is there, the statement assigns data to it, `h.k = options.k`: the data may be another in the worker,
 * or at the time of a call. So the host sends what the property of `variable` is at the call.
 *
 * @typedef {{ node: Node, scope: Scope, property: { variable: Variable, path: string } | null }} LocalStatement
 */

/**
 * A unit with all that the analysis found.
 *
 * @typedef {object} UnitPlan
 * @property {Unit} unit
 * @property {Capture[]} captures in order of first use, globals included
 * @property {Receiver | null} receiver
 * @property {{ fragment: Fragment, uses: NeededFor[] }[]} slice what it needs of the top level, in source order, and for what
 * @property {Local[]} locals captured variables of enclosing functions, with what moved code needs
 * @property {LocalStatement[]} statements that complete those of them that move
 * @property {Variable[]} unready captures of enclosing functions that a call may come before: without a value, reading them throws
 * @property {Variable[]} snapshots what the host sends, in the order of the message; what `statements` need comes after it
 * @property {LateFact[]} lateReads reads of what the host sends, after the unit has let other code run
 * @property {'kept' | 'watched' | null} [aliased] what it returns or throws may be, or hold, an object that comes with a call, which the caller gets back as its own:
 *   `kept`: it is proven to leave these alone; null: it holds none; undefined while that is not known
 * @property {ChecksOfUnit} [checks] undefined when the unit is proven to need none
 */

/** A read of a variable that the host sends: `when` it comes, and the `event` before it, as messages have them. @typedef {{ variable: Variable, node: Node, when: string, event: string }} LateFact */

/**
 * What is looked at when a unit runs. `told`: parameters that a diagnostic says the unit changes; null when it is proven to leave all its
 * inputs alone. What the host and the worker module both have, and that may come to differ: top-level variables (`state`), exports of a
 * CommonJS module and globals of the program by their names, variables of enclosing functions whose text moves (`locals`), and variables of other files (`others`). `parts`: the
 * properties that are looked at, of a variable that is not looked at as a whole; `late`: what each thread makes at its first use; `closedOver`: names of variables that are looked at in closures; `known`: objects for which weak
 * collections in the state are asked, null where there are none to ask.
 *
 * @typedef {{ told: Set<Variable> | null, state: Variable[], known: Variable[] | null, loaded: Set<Variable>, late: Set<Variable>, parts: Map<Variable, string[]>, exports: string[], globals: string[], locals: Variable[], others: { file: string, local: string, isLate: boolean }[], closedOver: string[] }} ChecksOfUnit
 */

/** @typedef {{ fragment: Fragment, kept: boolean, reason: string }} SliceEntry */

/** A use of `name` at `node`. @typedef {{ name: string, node: Node }} NeededFor */

/**
 * A function whose calls return promises, or would: a unit, and for a link of several files what is
 * imported and the functions that would have to become async.
 *
 * @typedef {object} Callee
 * @property {string} name
 * @property {boolean} isAsync declared `async`: its callers deal with a promise in the plain program too
 * @property {boolean} [isGenerator]
 * @property {boolean} [isOptional] undefined where that is not known
 * @property {'node' | 'plain' | null} callback
 * @property {Node | null} node its own text, in which it is not judged; null: it is judged everywhere
 */

/**
 * One use of a callee, and what follows from it.
 *
 * `promise`: takes the promise as it is. `dropped`: the result is not used. `handed`: goes to a function that calls it later, and drops
 * the result; `exported`: other files may get at it. Both matter for optional units alone. `value`: needs the
 * value and can wait for it. The others cannot: `sync` stands in a function that cannot wait,
 * `consumer` in a method that uses at once what its callback returns, `construct` wants an object or
 * a string, `generator` takes the values of an iterator at once, `commonjs` is the top level of a CommonJS
 * module, `escape` is out of sight, `inherit` is that for what a base class holds, `text` makes a string of the function.
 *
 * @template {Callee} T
 * @typedef {object} Use
 * @property {T} callee
 * @property {Node} node
 * @property {'leave' | 'await' | 'await-all' | 'report'} action
 * @property {string} detail
 * @property {'promise' | 'callback' | 'dropped' | 'handed' | 'exported' | 'value' | 'sync' | 'consumer' | 'escape' | 'inherit' | 'construct' | 'text' | 'commonjs' | 'generator'} rule
 * @property {'await' | 'await-all'} wait what gives the value, where something can wait for it
 * @property {string} [subject] of a message: the caller, the method, or how it is used
 * @property {Node | undefined} [call] of the callee, where `node` is the call of `map` around it
 * @property {Node | null} [overtaken] a target that is read before the wait, and written after it; of a
 *   generator, what takes its values at once
 */

/**
 * One use of a unit on the host. `diagnose` reports what is wrong with it, once the unit is known to
 * be lowered.
 *
 * @typedef {Use<Unit> & { unit: Unit, diagnose: ((reporter: Reporter) => void) | null }} CallSite
 */

/** An exported object that a unit takes for constant, though modules that import it could change it. @typedef {{ variable: Variable, unit: Unit, node: Node, related: RelatedPlace[] }} ExportedState */

/**
 * After plan: everything that lowering needs. `areExportsSeen`: worker code may list the exports of the CommonJS module that it is in;
 * `others`: objects of other files that cross by their names.
 *
 * @typedef {Analysed & { areExportsSeen: boolean, plans: UnitPlan[], slice: SliceEntry[], imports: Set<Variable>, moduleSnapshots: Variable[], snapshotParts: Map<Variable, string[]>, exportedStates: ExportedState[], classes: SharedClass[], others: SharedObject[], gemAccess: GemAccesses }} Planned
 */

/**
 * A class that host and worker module both have, and the name by which the runtime knows it.
 *
 * @typedef {object} SharedClass
 * @property {Variable} variable
 * @property {string} key
 * @property {string} [hostKey] that of the host's table, where it is another one
 * @property {string[]} [path] of properties, from the variable to the class
 * @property {{ source: string, steps: string[] }} [origin] of a class of another module that the file names: its specifier, and the path from its exports to
 *   the class
 * @property {{ names: string[], load: string }} [late] of a module that the worker module does not import: what the class may call itself, and
 *   code that imports it
 */

/**
 * Objects of a variable of another file, as the tables of the two modules name it, or of an export of a CommonJS module, which is the `value`.
 *
 * @typedef {{ key: string, hostKey: string, value?: string, load?: string }} SharedObject
 */

/**
 * One change of the source text; `start === end` inserts. An insertion that belongs around a range says so, so that those at one
 * place come in the right order: `opens` is where the range ends, `closes` where it begins.
 *
 * @typedef {{ start: number, end: number, text: string, opens?: number, closes?: number }} Edit
 */

/**
 * A range of the source that stands once more before itself, with changes of its own. `before`: what is inserted where it begins.
 *
 * @typedef {{ start: number, end: number, before: string, edits: Edit[] }} Copy
 */

/**
 * A piece of the worker module: new text, or a range of the source, whose lines `indent`, when given,
 * takes the place of the indentation of the first.
 *
 * @typedef {{ kind: 'text', text: string } | { kind: 'source', start: number, end: number, indent?: string }} Piece
 */

/**
 * After lower.
 *
 * @typedef {Planned & { host: Edit[], worker: Piece[], workerEdits: Edit[], workerCopies: Copy[] }} Lowered `host` still names the worker module by a placeholder
 */

export {};
