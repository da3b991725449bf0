/** @import { Position } from '../types.js' */
/** @import { FlowFacts } from './flow.js' */
import { NO_FLOW } from './flow.js';

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
 * @typedef {Span & { specifier: string | null, name: string, how: 'import' | 'require' | 'interop', isLazy: boolean, isBare?: boolean, isPattern?: boolean }} ImportFact
 *   `isPattern`: the specifier is put together when it runs, `./*.js`; `isBare`: for its effects alone; `isLazy`: it happens in a function, or by `import()`: the other module does not run before this one
 */

/**
 * An import whose specifier is put together at run time and begins with a relative path; `*` stands for what is not
 * known: `./plugins/*.js`.
 *
 * @typedef {Span & { pattern: string }} PatternFact
 */

/**
 * What an exported name stands for, as far as one file shows it. Numbers are indexes into the lists of
 * the summary; `path` is the properties that are taken of an import; `local` names the variable that holds a value.
 *
 * @typedef {{ kind: 'unit', unit: number, local?: string }
 *   | { kind: 'function', function: number, local?: string }
 *   | { kind: 'import', import: number, path: string[] }
 *   | { kind: 'object', code?: number, local: string | null, properties: Record<string, ValueFact>, spreads: ValueFact[] }
 *   | { kind: 'other', code?: number, local: string | null }} ValueFact `code`: what runs when somebody calls it;
 *   `properties`: the accessor that `lib.level = 3` runs is called `set level`
 */

/** `name` is `*` for `export *`, and `=` for the whole of `module.exports`. @typedef {{ name: string, value: ValueFact }} ExportLink */

/**
 * A function of the module that uses at once what may turn out to be a promise. It would have to become async.
 *
 * @typedef {Span & { name: string | null, unit: number | null, wraps: Wrap[], obstacle: string | null }} FunctionFact `start`
 *   and `end` are its head; `unit`: when it is one; `wraps` make it async; `obstacle`: why a tool should not do that, in a clause
 */

/** Around which expression a call has its mark: offsets; `isList`: of a sequence. @typedef {{ start: number, end: number, isList: boolean }} Mark */

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
 *   goesOn?: { mark: Mark | null, place: Span | null },
 *   atOnce?: { mark?: Mark },
 *   awaitedBy?: { mark: Mark | null, outside: import('./named-at-top.js').TopName[] },
 *   iteration?: Span & { isSync: boolean, detail: string },
 *   overtaken?: Span & { name: string },
 *   wrap: Wrap | null }} UseFact
 *   `holder`: the function in the list that cannot wait as it is; `isPassedOn`: it is returned as it is, so that
 *   an async function need not wait for it; `isIgnored`: a dropped result that goes to a function which never
 *   looks at it, `setTimeout(() => f(x))`; `goesOn`: it is not certain that the caller waits for it before it looks at its arguments, `mark`: where the mark of a call that runs here goes, `place`: what may look at them; `atOnce`: it may run where it is made, since its value is needed at once; in the unit's own file it does; `awaitedBy`: it waits as far as callers of these functions do, also in other files; `iteration`: what takes the values of a plain generator at once, or
 *   where it gets out of sight; `wrap`: null where a tool should not insert an `await`
 */

/** In a path of names: what a call gives, `store().size`. */
export const CALLED = '()';

/**
 * An imported object that this module changes, or that it gives to code which may do so: as an argument or
 * by storing it (`given`), or by calling a method of it (`asked`).
 *
 * `path` leads to the object, as far as the text names it, and `member` is the property of it that gets a value, or the method;
 * `isSure`: it is changed, though perhaps a part of it that the text does not name; `putsCode`: it is given a function or class;
 * `isKept`: it remembers what any thread computes alike.
 *
 * @typedef {Span & { import: number, path: string[], member: string | null, kind: 'change' | 'given' | 'asked', isSure: boolean, isCall: boolean, putsCode: boolean, isKept?: boolean, alters?: AlterFact[], by?: { import: number, path: string[] }, to?: { import: number, path: string[], argument: number }, method?: string, setUp?: string, within?: string }} ChangeFact
 *   `alters`: it is a call that is given a function, and this is what that does with its arguments; `by`: the function is an import; `to`: it is given to this one;
 *   `method`: it is a call of this method, which changes collections, `store.set(1, 2)`; `setUp`: the text of a call of another package that
 *   is made for what it does, and whose name says that it sets something up; `within`: the function around it
 */

/** What a function does with an argument: changes it, or calls the method `member` of it or of a part. @typedef {{ argument: number, member: string | null, putsCode: boolean }} AlterFact */

/** What a module hands to functions that others have given it, as which argument. @typedef {{ argument: number, locals: string[] }} HandedFact */

/** An exported object that a unit takes for constant: LP2015. `primitives`: properties that hold no objects; `isClass`: nothing was reported of it. @typedef {Span & { local: string, unit: string, isClass: boolean, primitives: string[], related: (Span & { message: string })[] }} StateFact */

/**
 * A variable of the module that others can get at, or that its own functions change after it has loaded.
 *
 * @typedef {Span & { local: string, isOwn: boolean, isPerThread: boolean, obstacle: string | null, isCode: boolean, isData: boolean, hasIdentity: boolean, objects: string[], parts: string[], changers: string[], closures: Record<string, string[]>, holds: string[] }} OwnStateFact `isOwn`: the
 *   module changes it itself; `isPerThread`: a comment says that each thread may have its own; `obstacle`: what makes its value
 *   stay in its thread, `a class`; `isCode`: it is a function or a class; `isData`: its text shows plain data; `hasIdentity`: it shows an object, a class or a symbol; `objects`: its properties, elements or static members that are objects; `parts`: properties of a literal
 *   that can cross where the whole cannot; `changers`: methods of an instance that change it; `closures`: the variables whose closures give something else once a closure
 *   of this one has been called, by the name of the method, and '' for a call of the value itself; `holds`: variables whose values are its elements
 */

/**
 * A variable with objects that the text compares, looks up or returns, and where in it these lie: digits are how deep, `k` the keys of a
 * map. `levels`: what it compares; `returned`: what others may compare that functions of the module return; `state`: as `states` name the variable.
 *
 * @typedef {{ local: string, state: string, levels: string, returned: string }} IdentityFact
 */

/** The same of what the text requires without a variable of the top level: `require('./kinds').NONE`. @typedef {{ import: number, path: string[], levels: string, returned: string }} RequiredIdentityFact `levels` and `returned`: of what lies at `path` */

/** Where a state is read or changed, `path` within it as far as the text names it; `isReset`: it gets the value that it began with, or loses what it holds; `isKept`: it remembers what any thread computes alike; `isMaking`: it is what `new` calls, or a class extends. @typedef {Span & { state: number, path?: string[], isReset?: boolean, isKept?: boolean, isMaking?: boolean }} SiteFact */

/** Where an import, or a property of it, is called or handed on; `isOpen`: any part of it may be called, `lib[name](x)`, `run(lib)`; `isDropped`: a call whose result nothing uses; `within`: the function around it; `isAwaited`: the call is awaited on the spot; `isMaking`: it is what `new` calls, or a class extends. @typedef {Span & { import: number, path: string[], isOpen?: boolean, isDropped?: boolean, within?: string, isAwaited?: boolean, isMaking?: boolean }} MentionFact */

/** Where a module asks for what its thread has: `require.main`, the context of an `AsyncLocalStorage`. @typedef {Span & { text: string, kind: 'module' | 'context' }} AskOfThreadFact */

/** Where a module acts on the world, or may do so; `isSure`: it does, and does not only call what cannot be seen. @typedef {Span & { text: string, isSure: boolean }} ActFact */

/**
 * What a function gives that computes a value and does nothing else when it is called: the names of methods of the value that
 * change it, of those that only compute, of those that return it, of those that print, and of all others; `()` is a call of the
 * value itself. `alters`: indexes of arguments, where all that a call does is to change those; `calls`: what is given may be called; `isFresh`: it is another value in each thread.
 *
 * @typedef {{ changers: string[], readers: string[], fluent: string[], actors: string[], unclear: string[], alters: number[], calls: boolean, isFresh: boolean }} MakerFact
 */

/** An import that the file calls while it loads, and of which it does not know what that does: `name` is how it writes that. @typedef {{ import: number, path: string[], name: string }} AskedFact */

/**
 * What the code behind an exported name, or of a unit, does with state of modules; that of the functions of its own module
 * which it uses is included.
 *
 * @typedef {{ unit: number | null, function: number | null, reads: SiteFact[], changes: SiteFact[], mentions: MentionFact[], touches: ChangeFact[], acts: ActFact[], globals: GlobalFact[], results?: MentionFact[], asks?: AskOfThreadFact[], sent?: MentionFact[], defers?: boolean, gives?: ValueFact, parts?: string[], alters?: AlterFact[], hands?: HandedFact[], makes?: MakerFact | null }} CodeFact
 *   `results`: parts of what calls of imports give;
 *   `function`: in the list, when it is there too; `reads`: one of each state and path; `mentions`: one of each path; `touches`: what
 *   it changes of imports; `globals`: what of globals; `sent`: mentions by a
 *   unit of what its stub sends, from the instance of whoever calls it; `gives`: what a call gives, where that is an import or a variable of the module; `parts`: variables that it may be a part of;
 *   `alters`: what it does with its arguments; `hands`: what it hands to functions among them;
 *   `makes`: of a function or class that only computes; `defers`: some of it may run after the call is over
 */

/**
 * A global that a module changes while it loads: `Array.prototype.last`.
 *
 * @typedef {Span & { path: string }} GlobalFact
 */

/**
 * @typedef {object} LiveFacts
 * @property {OwnStateFact[]} states
 * @property {CodeFact[]} codes
 * @property {CodeFact} loading what the host alone does while the module loads
 * @property {CodeFact | null} again what a worker that loads the module does of that, where it is less: `if (require.main === module)`
 * @property {Pick<CodeFact, 'reads' | 'mentions'>} initial what it reads and mentions while it loads; of an annotated module, in the
 *   statements that its workers repeat
 * @property {ChangeFact[]} fills what statements that workers repeat change of imports
 * @property {MentionFact[]} setUps calls of imports in these statements, made for what they do
 * @property {MentionFact[]} early what it uses of imports while it loads, and not in functions that are called later alone
 * @property {GlobalFact[]} globals
 * @property {string[]} names that its code uses: of globals, and of properties of whatever value, `.last`
 * @property {string[]} platform modules of the platform that it imports
 * @property {IdentityFact[]} identities of modules that workers load
 * @property {RequiredIdentityFact[]} required objects of others that it compares or gives
 * @property {HandedFact[]} handed to functions that it has kept, or by functions that have no code of their own
 * @property {Record<string, Record<string, number>>} instances the code of their methods, by the name of the variable that holds an instance of a class of the module; of
 *   modules that annotated ones may call while they load
 * @property {boolean} waits whether its top level waits for promises
 * @property {boolean} hasPrivates whether it has classes with private state, in private members or weak collections
 * @property {boolean} hasWeak whether weak collections of it may have other entries in another thread
 */

/** A variable of the top level that holds an import, or the property of it that `path` leads to. @typedef {{ name: string, import: number, path: string[] }} HolderFact */

/** An import for its effects that workers do not repeat. @typedef {{ import: number, source: string, isRepeated: boolean }} EffectImportFact */

/** Where a unit reads what is sent with a call, after it has let other code run. @typedef {Span & { name: string, when: string, event: string }} LateReadFact */

/** @typedef {{ id: string, name: string, isAsync: boolean, isGenerator: boolean, callback: 'node' | 'plain' | null, isLowered: boolean, isOptional: boolean, isInOut: boolean, mayRunHere: boolean, isCalledAtLoad: boolean, sent: string[], late: LateReadFact[], known: string[], place: Span }} UnitLink `isInOut`: it changes its arguments; `mayRunHere`: its stub may keep it for calls that run where they are made; `isCalledAtLoad`: its own file calls it while it loads; `sent`: variables whose value crosses with each call; `known`: classes, objects and symbols of the file by which what crosses is known; `place`: of the directive */

/** A call of a unit that changes what it is given, in a function that others may call, and have to wait for: a variable, or a property of its object. @typedef {Span & { local: string, path: string[], unit: number, mark: Mark | null }} WaitFact */

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
 * @property {PatternFact[]} patterns
 * @property {StateFact[]} states
 * @property {WaitFact[]} waits of annotated modules
 * @property {LiveFacts} live
 * @property {number[]} sliceImports indexes into `imports`: what the worker module imports again
 * @property {MentionFact[]} lateClasses imported classes that no unit names, of which a worker knows instances that come
 * @property {(MentionFact & { name: string })[]} typedClasses imports that are named like classes, and that code names as types alone
 * @property {AskedFact[]} asked of annotated modules
 * @property {string[]} setUps calls that it takes for set-ups of what its workers load, as `Linked` has them; of annotated modules
 * @property {HolderFact[]} holders of annotated modules
 * @property {FlowFacts} flow how values move through its functions
 * @property {EffectImportFact[]} effectImports of annotated modules
 * @property {boolean} comparesState whether state of the module, or what it imports, is compared when its units run
 * @property {string[]} names that worker code uses: of globals, and of properties of whatever value, `.last`; of annotated modules
 * @property {(Span & { text: string, waitsFor: string | null })[]} effects statements of the top level that act on the world, of annotated
 *   modules; `waitsFor`: the unit whose result the module waits for
 * @property {{ reason: string, start: Position } | null} problem why it could not be read; then the lists are empty
 */

/**
 * What a link needs to know of one module, as far as its own text shows before its units are planned.
 *
 * @typedef {Pick<ModuleSummary, 'imports' | 'exports' | 'functions' | 'uses' | 'changes' | 'patterns' | 'live' | 'holders' | 'flow'> & { indexes: Map<import('../ast/scope.js').Variable, number> }} Outline
 *   `indexes`: of imports, by the variable that holds them
 */

/**
 * The summary of a module that has no units.
 *
 * @param {{ filename: string, moduleKind: 'module' | 'commonjs' }} parsed
 * @param {Outline} outline
 * @returns {ModuleSummary}
 */
export function plainSummary({ filename, moduleKind }, outline) {
	const { imports, exports, functions, uses, changes, patterns, live, holders, flow } = outline;
	return {
		filename,
		moduleKind,
		isAnnotated: false,
		units: [],
		imports,
		exports,
		functions,
		uses,
		changes,
		patterns,
		states: [],
		waits: [],
		live,
		sliceImports: [],
		lateClasses: [],
		typedClasses: [],
		asked: [],
		setUps: [],
		holders,
		flow,
		effectImports: [],
		comparesState: false,
		names: [],
		effects: [],
		problem: null,
	};
}

/** @type {CodeFact} */
const NO_CODE = {
	unit: null,
	function: null,
	reads: [],
	changes: [],
	mentions: [],
	touches: [],
	acts: [],
	globals: [],
};

/** @type {LiveFacts} */
const NO_LIFE = {
	states: [],
	codes: [],
	loading: NO_CODE,
	again: null,
	initial: NO_CODE,
	fills: [],
	setUps: [],
	early: [],
	instances: {},
	globals: [],
	names: [],
	platform: [],
	identities: [],
	required: [],
	handed: [],
	waits: false,
	hasPrivates: false,
	hasWeak: false,
};

/**
 * @param {string} filename
 * @param {{ reason: string, start: Position }} problem why the file cannot be read
 * @returns {ModuleSummary} with empty lists
 */
export function unreadSummary(filename, problem) {
	const outline = {
		imports: [],
		exports: [],
		functions: [],
		uses: [],
		changes: [],
		patterns: [],
		live: NO_LIFE,
		holders: [],
		flow: NO_FLOW,
		indexes: new Map(),
	};
	return { ...plainSummary({ filename, moduleKind: 'module' }, outline), problem };
}
