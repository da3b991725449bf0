/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Chain } from './chains.js' */
/** @import { Index } from './indexes.js' */
/** @import { GemCopies } from '../gem-copies/model.js' */
/** @import { Reason } from './reasons.js' */

/**
 * How the accesses of GEMs are lowered: what the analysis finds, and emission writes.
 */

/** @typedef {'elements' | 'rows' | 'object' | 'keyed'} SiteKind */

/**
 * A primitive value below each element of an array, or in an object. `isHoisted`: it is only read in the region, and kept.
 *
 * @typedef {{ path: string[], uses: Set<'read' | 'write'>, isHoisted: boolean }} Column
 */

/**
 * One path from one variable in one region: what is found out when the region is entered. `change`: what is there is read, and
 * written at once.
 *
 * @typedef {object} Site
 * @property {number} number of the module, from 1
 * @property {SiteKind} kind
 * @property {Variable} root
 * @property {string[]} path
 * @property {Column[]} columns of rows, and of an object
 * @property {boolean} isOwn its column may hold something else than primitives, and then nothing would be known of the others
 * @property {Node | null} first what the variables begin with that are its indexes, and count up
 * @property {'some' | 'all' | 'list' | null} extent of rows: a loop writes to each that it comes to; it ends with the array, goes through it, or neither
 * @property {Set<'read' | 'write' | 'store' | 'change' | 'length' | 'through'>} uses `store`: what is written always fits; `through`: by all of its elements, by a loop
 * @property {boolean} isHeld what it led to when it was entered is kept: code of the program may move that before it is written to
 * @property {boolean} isListHeld the same of what it led to itself, which can be read then as well: an index may run code of the program that replaces it
 * @property {Hole | null} hole
 * @property {Variable[]} doubted nothing is known while the value of one of them is an object: converting it may run code that gives up a right
 * @property {Entry | null} entry where it is entered in a function without loops; null: before its loop
 */

/**
 * Where the path of a site has an index that stays the same while its region runs: `grid[y]` of `grid[y][x]`. `converted`: variables in
 * it that have to be numbers, since computing it would convert what else they hold before the region, where the source does not.
 *
 * @typedef {{ at: number, index: Node, text: string, converted: string[] }} Hole
 */

/**
 * What may run code of the program that no text calls. `whole`: what can be asked behind; `at`: where in the text it may have run; `isHard`:
 * whatever the values are; `operands`: expressions whose values are converted; `holder`: what a property is read of. Both do nothing
 * where the values are primitive.
 *
 * @typedef {{ node: Node, whole: Node, at: number, isHard: boolean, operands: Node[], holder: Node | null }} Doubt
 */

/**
 * A doubt that matters in a region. `isSoft`: only while one of `accesses` takes the slow path.
 *
 * @typedef {{ node: Node, whole: Node, at: number, isHard: boolean, isSoft: boolean, accesses: Node[] }} Asked
 */

/** `statement` stands in `block`, or is the body of an arrow function, as is `block`. @typedef {{ statement: Node, block: Node }} Entry */

/**
 * A variable that stands for an element of an array, and is given it only where something of it is not known. `index`: of `const row =
 * table[i]`; `loop`: of `for (const row of table)`. `block`, `from`: where it can be used.
 *
 * @typedef {object} RowVariable
 * @property {number} number of the module, from 1
 * @property {Variable} variable
 * @property {Variable} root
 * @property {string[]} path
 * @property {Chain} chain
 * @property {Node} declaration
 * @property {Index | null} index
 * @property {Node | null} loop
 * @property {boolean} isElement of a loop, and has its value in each turn: the elements may be no objects
 * @property {boolean} isIndexKept
 * @property {boolean} isIndexDoubted
 * @property {boolean} asksAtIndex
 * @property {Node} block
 * @property {number} from
 * @property {Site} site
 */

/**
 * An expression that is lowered. `target` is the member expression in it, or it.
 *
 * @typedef {object} Access
 * @property {'read' | 'length' | 'write' | 'update'} use
 * @property {Node} node what is replaced
 * @property {Node} target
 * @property {Site} site
 * @property {string} path as people write it: `rows[].x`
 * @property {Column | null} column
 * @property {RowVariable | null} row that it is a part of
 * @property {Index | null} index of the element or key
 * @property {Node | null} indexed the member expression that the index is in
 * @property {boolean} ordersIndex what has the index has to be evaluated before it, where nothing is known, and kept
 * @property {boolean} ordersObject what is written to has to be evaluated before what is written, where nothing is known
 * @property {boolean} isIndexKept the index is evaluated first, and kept
 * @property {boolean} isIndexDoubted it converts variables that may hold objects: kept as well, but in fast versions of loops, which do not run while they do
 * @property {boolean} asksAtIndex evaluating the index may run code of the program
 * @property {boolean} asksInHole so may that of the index in the path of its site
 * @property {boolean} isGuarded code of the program may have run before it in the same expression
 * @property {boolean} isHeld what is assigned may run code of the program, and what is written to is not a variable's own value: it is kept meanwhile
 * @property {boolean} isStatement nobody wants its value
 * @property {boolean} isInt what is assigned is a number that four bytes hold
 * @property {boolean} isTwice what is assigned, if anything, can be evaluated twice
 * @property {'v' | 'w'} readsFrom what may be read, or what may be written
 * @property {number} number of the module, from 1
 */

/**
 * A range of code that facts are about: they are found out before it. That is a loop, or the body of a function that has none.
 *
 * @typedef {object} Region
 * @property {number} number of the module, from 1
 * @property {Node} loop
 * @property {Node} node the statement: the loop with its labels
 * @property {Region | null} outer
 * @property {Map<Variable, Entry> | null} entries of a function without loops
 * @property {Site[]} sites
 * @property {Access[]} accesses
 * @property {RowVariable[]} rows
 * @property {Refresh[]} refreshes
 * @property {Asked[]} doubts that this is the innermost region around of
 * @property {boolean} isAsking of one that has no other around it: it is asked whether what is known there, and in those within, still holds
 */

/**
 * A place after which all that is known has to be found out again: `wrap`: an expression, `statement`: a statement, `block`: the
 * start of a block or of a loop's body. `isAsked`: only where something has changed meanwhile.
 *
 * @typedef {{ kind: 'wrap' | 'statement' | 'block', node: Node, isStatement: boolean, isAsked?: boolean }} Refresh
 */

/** @typedef {{ node: Node, root: Variable, path: string, use: 'read' | 'write' | 'update' | 'length', reason: Reason, params: Record<string, string> }} General an access that takes the general path */

/**
 * An element or a row of which the beginning of a turn tells whether it is known. `text`: of its index; `compared`: all that is done with
 * it is to compare it with this, which stays the same; `isMeasured`: its length is all that is asked of it.
 *
 * @typedef {{ site: Site, fact: 'v' | 'w' | 'r', text: string, index: Index, number: number, compared: Node | null, isMeasured: boolean }} Known
 */

/**
 * A loop that has a version in which all is known, and stays the same. `list`: what a `for…of` goes through; `redone`: writes at which the
 * turn begins anew where a value cannot be written, `late`: those behind which what is known no longer holds then, until the turn ends.
 *
 * @typedef {object} FastLoop
 * @property {number} number of the module, from 1
 * @property {Node} loop
 * @property {RowVariable | null} list
 * @property {Known[]} known
 * @property {Map<Access | RowVariable, Known>} places
 * @property {Set<Access>} redone
 * @property {Set<Access>} late
 * @property {number[]} doubts places in the text behind which it is asked whether what is known still holds
 * @property {Node[]} breaks that leave it
 * @property {Node[]} others what elements are compared with
 * @property {Map<Site, Site[]>} fitted lists whose new elements are made by arithmetic, of elements of these lists and of their own
 * @property {Node[]} lengths of elements: the expressions that ask for them
 * @property {Access[]} accesses
 * @property {RowVariable[]} rows that it declares
 */

/** A call `gem.atomic(() => { … })`, numbered in its module from 1. @typedef {{ node: Node, root: Variable, name: string, number: number }} Block */

/** @typedef {{ regions: Region[], fastLoops: FastLoop[], general: General[], copies: GemCopies, blocks: Block[] }} GemAccess */

/** Code of which both modules have a copy is in both. @typedef {{ worker: GemAccess, host: GemAccess }} GemAccesses */

/**
 * What of the code stands for something else in the module that it is in. `isGone`: says so of functions that never run there; `stubs`: functions whose
 * calls send messages; `waits`: expressions that are waited for.
 *
 * @typedef {{ isGone?: (node: Node) => boolean, stubs?: Set<Node>, waits?: Set<Node> }} Replaced
 */

export {};
