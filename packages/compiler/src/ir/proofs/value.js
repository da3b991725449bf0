/** @import { Node } from '../../types.js' */
/** @import { Graph } from './graph.js' */
import { Cell } from './graph.js';

/**
 * `input`: any object that came with a call. `outside`: any object that code of other files has. `fresh`: what code that is
 * seen has made. `function`, `class`, `bound`: functions of the program. `platform`: an object of the platform, by its path.
 * `method`: a method of the platform, of which the name is known and not the class. `settle`: what an executor of a
 * promise is given. `any-method`: a method whose name the text does not show.
 *
 * @typedef {'input' | 'outside' | 'fresh' | 'function' | 'class' | 'bound' | 'platform' | 'method' | 'settle' | 'any-method'} Kind
 */

/**
 * What is known of the class of an object that was made: null for nothing. `data`: plain data and built-in classes, which no
 * text shows.
 *
 * @typedef {'array' | 'object' | 'map' | 'typed' | 'regexp' | 'iterator' | 'generator' | 'promise' | 'instance' | 'data' | 'other' | null} Shape
 */

/** One object, or all that one place of the program makes. */
export class Value {
	/**
	 * @param {Kind} kind
	 * @param {{ node?: Node | null, name?: string, shape?: Shape }} [more] `node`: what makes it; `name`: path or name of a method
	 */
	constructor(kind, { node = null, name = '', shape = null } = {}) {
		this.kind = kind;
		this.node = node;
		this.name = name;
		this.shape = shape;
		/** @type {Map<string, Cell>} properties by name */
		this.fields = new Map();
		/** Properties whose names are not known, elements, entries, what a promise is fulfilled with. */
		this.star = new Cell();
		/** Keys of a map. */
		this.keys = new Cell();
		/** What a spread has put into a literal; `own`: the properties that stand after all spreads. */
		this.spread = new Cell();
		/** @type {Set<string>} */
		this.own = new Set();
		/** Everything in it. */
		this.all = new Cell();
		/** What it inherits from. */
		this.parents = new Cell();
		/** Iterating it gives arrays of what it holds. */
		this.hasPairs = false;
		/** @type {Value | null} such an array */
		this.pair = null;
		/** @type {Cell | null} what `next(value)` hands to a generator */
		this.sent = null;
		/** Of a class: its methods and accessors of instances. */
		this.methods = new Cell();
		/** @type {Value | null} of an instance: its class or constructor */
		this.maker = null;
		/** @type {{ target: Cell, self: Cell, args: Cell[] } | null} of a bound function */
		this.bound = null;
		this.isReady = false;
	}

	/** @param {Graph} graph @returns {this} with the edges between its own cells */
	ready(graph) {
		if (this.isReady) return this;
		this.isReady = true;
		for (const part of [this.star, this.keys, this.spread]) graph.flow(part, this.all);
		return this;
	}

	/** @param {string} name @param {Graph} graph @returns {Cell} */
	field(name, graph) {
		const known = this.fields.get(name);
		if (known) return known;
		const made = new Cell();
		this.fields.set(name, made);
		graph.flow(made, this.all);
		return made;
	}

	/** @returns {boolean} it can be called */
	get isCallable() {
		return ['function', 'class', 'bound', 'settle', 'method', 'any-method'].includes(this.kind);
	}
}
