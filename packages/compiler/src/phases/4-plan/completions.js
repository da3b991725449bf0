/** @import { Node } from '../../types.js' */
/** @import { Analysed, Effect, LocalStatement, Unit } from '../../ir/module.js' */
/** @import { Scope, Variable } from '../../ast/scope.js' */
/** @import { Carriers, Stay } from './travels.js' */
import { dottedName, isCall, isClass, isFunction, isMember, unwrap } from '../../ast/shapes.js';
import { walk } from '../../ast/babel.js';
import { isWithin } from '../../ast/tree.js';
import { localRequire } from '../../ir/local-requires.js';
import { constantValueOf, functionOf } from '../../ir/values.js';
import { isOnlyCalled } from './code-uses.js';
import { mayBeCalledBefore } from './call-order.js';
import { isCode } from './contents.js';
import {
	commonList,
	homeOf,
	isRepeatedWithin,
	pieceAround,
	runnerOf,
	statementOf,
} from './inner-lists.js';
import { pragmaOfStatement } from './pragmas.js';
import { isPartOfMade, whyStays } from './travels.js';

/**
 * Why a local that a unit needs is not in the worker what it is on the host. `node` is the statement that completes it.
 *
 * @typedef {{ variable: Variable, node: Node, reason: string, remedy?: string }} Incomplete
 */

/** What a completion does to the plan. @typedef {{ statement: LocalStatement } | { problem: Incomplete } | null} Settled */

/**
 * What becomes of the places that change a function or class of an enclosing function: statements that complete it
 * before a call of the unit can come go with it, as at the top level those that fill a variable go into the slice.
 */
export class Completions {
	/** @param {Unit} unit @param {Analysed} analysed @param {Carriers} carriers */
	constructor(unit, analysed, carriers) {
		this.unit = unit;
		this.analysed = analysed;
		this.carriers = carriers;
		/** @type {Map<Node, LocalStatement>} by statement or declarator */
		this.statements = new Map();
		/** @type {Incomplete[]} */
		this.problems = [];
		/** @type {Map<Variable, Set<Effect>>} */
		this.settled = new Map();
		/** @type {Set<Effect>} */
		this.ofSetUp = new Set();
		/** @type {Set<Node>} */
		this.ofWorker = new Set();
	}

	/** @returns {Set<Node>} places that change what moves while it is made, and not when the unit runs */
	fills() {
		const changes = [...this.settled.values()].flatMap((effects) => [...effects]);
		const isFill = (/** @type {Effect} */ effect) => {
			if (this.ofWorker.has(effect.node)) return false;
			const { node } = effect;
			return (
				this.ofSetUp.has(effect) ||
				[...this.statements.keys()].some((one) => isWithin(node, one) && this.isRunBy(node, one))
			);
		};
		return new Set(changes.filter(isFill).map(({ node }) => node));
	}

	/**
	 * @param {Variable} variable that moves
	 * @param {readonly Node[]} regions the code that runs in the worker, as far as it is known
	 * @returns {boolean} whether anything was found that had not been
	 */
	settle(variable, regions) {
		// A call that is given the variable twice, `same(h, h)`, is there twice.
		const changes = new Set(this.analysed.sites.locals.get(holderOf(variable, this.analysed)));
		const known = this.settled.get(variable) ?? new Set();
		if (changes.size === known.size || !this.isLookedInto(variable, regions)) return false;
		this.settled.set(variable, changes);
		for (const effect of changes) if (!known.has(effect)) this.place(variable, effect, regions);
		return true;
	}

	/** Whether worker code sees what a local is besides what it does when it is called. @param {Variable} variable @param {readonly Node[]} regions @returns {boolean} */
	isLookedInto(variable, regions) {
		if (!functionOf(variable)) return true;
		const { parents } = this.analysed.resolution;
		return [variable, ...this.ownNames(variable)].some(({ references }) =>
			references.some(
				({ node }) => regions.some((one) => isWithin(node, one)) && !isOnlyCalled(node, parents),
			),
		);
	}

	/** `g` of `const h = function g() { … }`. @param {Variable} variable @returns {Variable[]} */
	ownNames(variable) {
		const value = constantValueOf(variable);
		if (!value?.id || !/Expression$/.test(value.type)) return [];
		const own = this.analysed.resolution.references.find(
			(one) =>
				one.variable?.kind === 'function-name' && one.variable.declarations[0]?.node === value,
		);
		return own?.variable ? [own.variable] : [];
	}

	/** @param {Variable} variable @param {Effect} effect @param {readonly Node[]} regions */
	place(variable, effect, regions) {
		const node = effect.via[0] ?? effect.node;
		const { parents } = this.analysed.resolution;
		const isOfDefinition = variable.declarations.some((one) => isWithin(node, one.node));
		if (isOfDefinition) return;
		if (this.isOfSetUp(node)) return void this.ofSetUp.add(effect);
		if (this.isOfWorker(node, regions)) {
			this.ofWorker.add(effect.node);
			const isPart = isPartOfMade(variable, this.analysed.effects, this.carriers);
			// What functions of another module do, that one shows.
			const isModule = localRequire(variable, parents) !== null;
			if (effect.kind === 'call' && !isCode(variable) && !isPart && !isModule)
				this.refuse(variable, { node, ...handedTo(variable, effect.text) });
			return;
		}
		if (variable.kind === 'function-name')
			return this.refuse(variable, {
				node,
				reason: 'it has another name, by which it is completed',
			});
		const list = commonList(node, this.unit.node, parents);
		const piece = pieceAround(node, list, parents);
		if (this.statements.has(piece)) return;
		const why = this.whyNotBefore(variable, { node, list, piece });
		const statement = { node: piece, scope: this.scopeOf(list), property: null };
		if (why) return this.refuse(variable, { node, ...why });
		if (pragmaOfStatement(statementOf(piece, parents)) === 'reeval')
			return this.add(piece, statement);
		if (effect.kind === 'call')
			return this.refuse(variable, { node, ...handedTo(variable, effect.text) });
		const property = this.propertySet(piece, variable);
		if (property) return this.add(piece, { ...statement, property });
		// What the statement changes itself, it may change: the worker has that of its own.
		this.add(piece, statement);
		const stay = whyStays(piece, this.analysed, this.carriers);
		if (!stay) return;
		this.statements.delete(piece);
		this.refuse(variable, stay);
	}

	/** @param {Node} piece @param {LocalStatement} statement */
	add(piece, statement) {
		this.statements.set(piece, statement);
		const { id } = piece.type === 'VariableDeclarator' ? piece : { id: null };
		const declared = id?.type === 'Identifier' ? statement.scope.lookup(id.name) : null;
		if (declared) {
			this.statements.delete(piece);
			this.carriers.carry(declared);
		}
	}

	/** @param {Variable} variable @param {Stay} stay */
	refuse(variable, { node, reason, remedy }) {
		this.problems.push({ variable, node, reason, remedy });
	}

	/** @param {Node} list @returns {Scope} */
	scopeOf(list) {
		return /** @type {Scope} */ (this.analysed.resolution.scopes.get(list));
	}

	/** Code of the worker that changes what it has is a matter of the captures. @param {Node} node @param {readonly Node[]} regions @returns {boolean} */
	isOfWorker(node, regions) {
		return regions.some((one) => isWithin(node, one) && !this.isRunBy(node, one));
	}

	/** @param {Node} node @param {Node} region @returns {boolean} a statement that runs while it is made, and no function of it */
	isRunBy(node, region) {
		if (!this.statements.has(region)) return false;
		const runner = runnerOf(node, this.analysed);
		return runner === null || !isWithin(runner, region);
	}

	/** A function that statements call to complete something: what they do, they do by the call. @param {Node} node @returns {boolean} */
	isOfSetUp(node) {
		const runner = runnerOf(node, this.analysed);
		if (!runner || isWithin(this.unit.node, runner)) return false;
		const { parents } = this.analysed.resolution;
		const holder = parents.get(runner);
		const id = runner.type === 'FunctionDeclaration' ? runner.id : holder?.id;
		const variable = id && this.analysed.resolution.scopes.get(runner)?.parent?.lookup(id.name);
		return (
			variable &&
			functionOf(variable) === runner &&
			variable.references.every((/** @type {{ node: Node }} */ one) => {
				const call = parents.get(one.node);
				return call && isCall(call) && call.callee === one.node;
			})
		);
	}

	/**
	 * @param {Variable} variable
	 * @param {{ node: Node, list: Node, piece: Node }} place
	 * @returns {{ reason: string, remedy?: string } | null} null for what has run, once, when the unit is called
	 */
	whyNotBefore(variable, { node, list, piece }) {
		const { analysed, unit } = this;
		const { parents } = analysed.resolution;
		const home = homeOf(variable, parents);
		const again = { reason: `it may run after a call of \`${unit.name}\`, or more than once` };
		const isSameRun = runnerOf(node, analysed) === runnerOf(home, analysed);
		if (!isSameRun || !isWithin(node, home)) return again;
		if (isWithin(list, home) && isRepeatedWithin(list, home, parents)) return again;
		return mayBeCalledBefore(unit, { list, end: piece.end }, analysed) ? again : null;
	}

	/**
	 * `h.k = options.k`, a statement that puts data into something that moves.
	 *
	 * @param {Node} piece
	 * @param {Variable} variable
	 * @returns {LocalStatement['property']} null for what assigns code, or what is there anyway
	 */
	propertySet(piece, variable) {
		const { aliases } = this.analysed.effects;
		const write = piece.type === 'ExpressionStatement' ? unwrap(piece.expression) : null;
		if (write?.type !== 'AssignmentExpression') return null;
		const path = isMember(write.left) ? dottedName(write.left) : null;
		const root = path === null ? null : rootOf(write.left);
		if (!root || !path || aliases.variableOf(root) !== variable) return null;
		// What a prototype holds, as `Parent.prototype`, is functions.
		const leadsToCode = [...aliases.of(write.right)].some(
			(one) => !one.isTopLevel && (isCode(one) || this.carriers.isMadeThere(one)),
		);
		const isPrototype = /\.(prototype|__proto__)$/.test(path);
		if (leadsToCode || holdsCode(write.right) || isPrototype) return null;
		// What the text says, or moves, is the same in the worker.
		if (!whyStays(piece, this.analysed, { ...this.carriers, carry: () => false })) return null;
		return { variable, path: path.slice(root.name.length) };
	}
}

/** `h` of `const h = function g() { … }`, for `g`. @param {Variable} variable @param {Analysed} analysed @returns {Variable} */
function holderOf(variable, { resolution }) {
	const fn = variable.kind === 'function-name' ? variable.declarations[0]?.node : undefined;
	const holder = fn && resolution.parents.get(fn);
	if (holder?.type !== 'VariableDeclarator' || holder.id.type !== 'Identifier') return variable;
	return variable.scope.parent?.lookup(holder.id.name) ?? variable;
}

/** @param {Node} member @returns {Node | null} */
function rootOf(member) {
	let at = /** @type {Node} */ (unwrap(member));
	while (isMember(at)) at = unwrap(at.object);
	return at.type === 'Identifier' ? at : null;
}

/** @param {Node} value @returns {boolean} */
function holdsCode(value) {
	let found = false;
	walk(value, (node) => {
		found ||= isFunction(node) || isClass(node);
		return !found;
	});
	return found;
}

/** @param {Variable} variable @param {string} callee @returns {{ reason: string, remedy: string }} */
const handedTo = ({ name }, callee) => ({
	reason: `it hands \`${name}\` to \`${callee}\`, which may change it`,
	remedy: `write \`/* cpu_bound: reeval */\` before the statement if workers may run it as well, or mark the call \`/*#__PURE__*/\` if it leaves \`${name}\` as it is`,
});
