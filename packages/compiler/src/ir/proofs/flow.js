/** @import { Node } from '../../types.js' */
/** @import { Resolution } from '../../ast/resolve.js' */
/** @import { Names } from './names.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { unwrap } from '../../ast/shapes.js';
import { Cell, Graph, NOTHING } from './graph.js';
import { Value } from './value.js';

/** A function, or a piece of code outside all functions, whose statements do something. @typedef {Node} Frame */

/**
 * What a call and a `new` of one value do. They are handed in, since what they do leads to more calls.
 *
 * @typedef {(flow: Flow, value: Value, given: import('./given.js').Call) => void} Handler
 * @typedef {{ call: Handler, construct: Handler }} Handlers
 */

/** A change of an object. @typedef {{ value: Value, frame: Frame, node: Node }} Write */

/**
 * What a function has, whoever calls it: `params` by index, `list` what `arguments` holds, `result` what a call gives; of a class, `replacing`:
 * what base constructors return in place of instances.
 *
 * @typedef {{ node: Node, params: Cell[], self: Cell, replacing: Cell, list: Value, returned: Cell, result: Cell, isEntered: boolean }} Body
 */

/** Expressions that give primitives. */
const PRIMITIVES = new Set([
	...['BigIntLiteral', 'BinaryExpression', 'BooleanLiteral', 'NullLiteral', 'NumericLiteral'],
	...['StringLiteral', 'TemplateLiteral', 'UnaryExpression', 'UpdateExpression'],
]);

/**
 * Steps for any program, and for each expression that is read. A program of which something is proven takes 2 to 5 steps
 * for an expression; with more, values have begun to spread everywhere, and no answer comes of it.
 */
const STEPS = { all: 2500, each: 6 };

/** Methods that operators and functions of the platform call, though no text shows the call. */
const HIDDEN = new Set([
	...['toString', 'valueOf', 'toJSON', 'toLocaleString', 'then', 'toISOString'],
	...['@@toPrimitive', '@@hasInstance', '@@toStringTag'],
]);

/**
 * The objects that a program moves around: which may be where, what changes them, and who runs what.
 *
 * One cell for each expression, variable and property; statements become edges between them. Contexts of calls are not
 * told apart, nor is the order of statements, so that the result holds for every order in which they run.
 */
export class Flow {
	/**
	 * @param {Resolution} resolution
	 * @param {{ isOpen: boolean, names: Names, hasLentFunctions?: boolean } & Handlers} options `isOpen`: code of other files is part of the program, gets what it is handed and
	 *   calls what it has; if not, such a call is a failure
	 */
	constructor(resolution, { isOpen, call, construct, names }) {
		this.resolution = resolution;
		this.parents = resolution.parents;
		this.isOpen = isOpen;
		this.callWith = call;
		this.constructWith = construct;
		this.graph = new Graph(STEPS.all);
		/** @type {Map<Node, Cell>} */
		this.cells = new Map();
		/** @type {Map<Variable, Cell>} */
		this.variables = new Map();
		/** What imports hold; null for other variables. @type {Map<Variable, Value | null>} */
		this.imports = new Map();
		/** @type {Set<Variable>} declared by code that was entered */
		this.declared = new Set();
		/** @type {Map<Node, Body>} */
		this.bodies = new Map();
		/** @type {Map<Node, Value[]>} */
		this.values = new Map();
		/** @type {Map<string, Value>} */
		this.named = new Map();
		/** Members of classes, and what statements put into prototypes, by name. @type {Record<'methods' | 'getters' | 'setters', Map<string, Cell>>} */
		this.members = { methods: new Map(), getters: new Map(), setters: new Map() };
		this.anyMember = { methods: new Cell(), getters: new Cell(), setters: new Cell() };
		this.input = new Value('input');
		this.outside = new Value('outside');
		/** Code of other files, and code that runs later than the statement that hands it on. @type {Frame} */
		this.elsewhere = { ...resolution.program.node, type: 'Elsewhere' };
		this.prototypes = new Value('fresh', { shape: 'other' });
		this.instances = new Cell();
		/** What makes instances: they lead to it, and a class to those that it extends. */
		this.makers = new Cell();
		/** by code of the program */
		this.thrown = new Cell();
		/** That, and what promises are rejected with that came from elsewhere. */
		this.caught = new Cell();
		this.graph.flow(this.thrown, this.caught);
		/** @type {Write[]} */
		this.writes = [];
		/** @type {{ variable: Variable, frame: Frame }[]} */
		this.assignments = [];
		/** @type {Map<Frame, string>} the first thing of each frame that is not certain */
		this.failures = new Map();
		/** How many findings there are that may answer a question with no. */
		this.doubts = 0;
		/** @type {string | null} why nothing at all is certain */
		this.verdict = null;
		/** Who runs whom. @type {Map<Frame, Set<Frame>>} */
		this.calls = new Map();
		/** Of calls that lead to each other without code in between. */
		this.depth = 0;
		/** The constructors that have run for a call. @type {WeakMap<import('./given.js').Call, Set<Value>>} */
		this.initialised = new WeakMap();
		/** Functions that run though no text calls them. @type {Set<Frame>} */
		this.hidden = new Set();
		/** @type {{ cell: Cell, frame: Frame, text: string, given: import('./given.js').Call }[]} what is called, and not known yet */
		this.callees = [];
		/** Code whose expressions have no edges yet; `isBody`: that of a function, or the fields of a class. @type {{ root: Node, frame: Frame, isBody?: boolean }[]} */
		this.pending = [];
		this.references = names.references;
		this.declarations = names.declarations;
		/** What an object may have of a name besides its own properties. @type {Map<string, Cell>} */
		this.inherited = new Map();
		this.graph.add(this.input.all, this.input);
		this.graph.add(this.input.star, this.input);
		this.graph.add(this.outside.star, this.outside);
		this.graph.add(this.outside.all, this.outside);
		this.prototypes.ready(this.graph);
	}

	/** @param {Node} node an expression @returns {Cell} */
	cellOf(node) {
		const inner = /** @type {Node} */ (unwrap(node));
		if (PRIMITIVES.has(inner.type)) return NOTHING;
		const known = this.cells.get(inner);
		if (known) return known;
		const made = new Cell();
		this.graph.limit += STEPS.each;
		this.cells.set(inner, made);
		return made;
	}

	/** @param {Variable} variable @returns {Cell} */
	cellOfVariable(variable) {
		const known = this.variables.get(variable);
		if (known) return known;
		const made = new Cell();
		this.variables.set(variable, made);
		for (const other of [...variable.blocks, variable.hoistedAs]) {
			if (!other) continue;
			this.graph.flow(made, this.cellOfVariable(other));
			this.graph.flow(this.cellOfVariable(other), made);
		}
		return made;
	}

	/** What a place of the program makes. @param {Node} node @param {import('./value.js').Shape} shape @param {import('./value.js').Kind} [kind] @returns {Value} */
	made(node, shape, kind = 'fresh') {
		const others = this.values.get(node);
		const known = others?.find((one) => one.kind === kind && one.shape === shape);
		if (known) return known;
		const value = new Value(kind, { node, shape }).ready(this.graph);
		if (kind === 'class') this.graph.add(this.makers, value);
		if (others) others.push(value);
		else this.values.set(node, [value]);
		return value;
	}

	/** @param {'platform' | 'method' | 'any-method'} kind @param {string} name @returns {Value} */
	namedValue(kind, name) {
		const key = `${kind} ${name}`;
		const known = this.named.get(key);
		if (known) return known;
		const value = new Value(kind, { name });
		this.named.set(key, value);
		return value;
	}

	/** @param {Value} value @param {import('./given.js').Call} given */
	call(value, given) {
		this.callWith(this, value, given);
	}

	/** @param {Value} value @param {import('./given.js').Call} given */
	construct(value, given) {
		this.constructWith(this, value, given);
	}

	/** @param {Frame} frame @param {string} reason */
	fail(frame, reason) {
		if (this.failures.has(frame)) return;
		this.failures.set(frame, reason);
		this.doubts++;
	}

	/** @param {string} reason why nothing in the program is certain */
	giveUp(reason) {
		this.verdict ??= reason;
	}

	/** @param {Frame} frame that hands a function on @returns {Frame} what runs it, later */
	laterThan(frame) {
		return this.isOpen ? this.elsewhere : frame;
	}

	/** @param {Frame} caller @param {Frame} callee */
	runs(caller, callee) {
		const known = this.calls.get(caller);
		if (known) known.add(callee);
		else this.calls.set(caller, new Set([callee]));
	}

	/** @param {'methods' | 'getters' | 'setters'} kind @param {string | null} name null: any @returns {Cell} */
	member(kind, name) {
		if (name === null) return this.anyMember[kind];
		const known = this.members[kind].get(name);
		if (known) return known;
		const made = new Cell();
		this.members[kind].set(name, made);
		return made;
	}

	/** @param {'methods' | 'getters' | 'setters'} kind @param {string | null} name null: one that the text does not show @param {Cell} functions */
	addMember(kind, name, functions) {
		this.graph.flow(functions, this.anyMember[kind]);
		if (name !== null) this.graph.flow(functions, this.member(kind, name));
	}

	/** @param {Frame} frame @param {Node} node @param {Value} value */
	write(frame, node, value) {
		this.writes.push({ value, frame, node });
		if (value.kind !== 'fresh') this.doubts++;
	}
}

/** @param {string} name @returns {boolean} a method of the name runs though no text calls it */
export const isHiddenName = (name) => HIDDEN.has(name);
