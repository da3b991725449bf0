/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Kind } from './flow.js' */

/**
 * How plain copies take the place of parts of GEMs: what the analysis finds, and emission writes.
 */

/**
 * A variable whose value is changed where copies are in use: there are none while that is a part of a GEM. `isCalled`: by a method of its own.
 *
 * @typedef {{ variable: Variable, isCalled: boolean }} Guard
 */

/**
 * A place whose copy is asked for. `isList`: by element. `isEager`: the code goes through all of it.
 *
 * @typedef {object} CopySite
 * @property {number} number of the module, from 1
 * @property {Variable} root
 * @property {string[]} path
 * @property {boolean} isList
 * @property {boolean} isEager
 * @property {Guard[]} guards
 * @property {Node | null} loop that keeps what it has been given, in variables before it
 */

/**
 * An expression in whose place a copy is put. `whole`: all of what is there, `each`: a list that a loop goes through, `element`: one of a list.
 *
 * @typedef {object} Copy
 * @property {'whole' | 'each' | 'element'} how
 * @property {Node} node
 * @property {CopySite} site
 * @property {Node | null} index of the element
 * @property {boolean} isNumber the index is one
 * @property {Turn | null} turn the element is the same in one turn of a loop
 * @property {string} path as people write it
 */

/**
 * A loop that counts the index of elements, and changes it nowhere in its body: an element is looked up once in each turn.
 *
 * @typedef {{ number: number, loop: Node, site: CopySite, index: string }} Turn
 */

/**
 * @typedef {object} GemCopies
 * @property {CopySite[]} sites
 * @property {Copy[]} copies
 * @property {Turn[]} turns
 * @property {Map<Node, Kind>} wraps expressions whose originals take their place
 * @property {Map<Node, Node>} wrapsIf the same, where the other one is an object
 * @property {Set<Variable>} held may hold copies
 * @property {Set<Node>} taken identifiers of roots in `copies`
 */

/** @type {GemCopies} */
export const NO_COPIES = Object.freeze({
	sites: [],
	copies: [],
	turns: [],
	wraps: new Map(),
	wrapsIf: new Map(),
	held: new Set(),
	taken: new Set(),
});
