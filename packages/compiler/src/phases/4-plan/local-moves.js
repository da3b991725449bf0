/** @import { Node } from '../../types.js' */
/** @import { Analysed, Capture, Local, Unit } from '../../ir/module.js' */
/** @import { Reference, Variable } from '../../ast/scope.js' */
/** @import { LocalPlan } from './locals.js' */
/** @import { Carriers, Stay } from './travels.js' */
import { referencesWithin } from '../../ast/references.js';
import { isFunction, isPrimitiveLiteral } from '../../ast/shapes.js';
import { isWithin } from '../../ast/tree.js';
import { isHandedRequire, localRequire } from '../../ir/local-requires.js';
import { madeScope } from '../../ir/made-scope.js';
import { BY_REFERENCE } from '../../ir/sent.js';
import { classOf, constantValueOf, functionOf } from '../../ir/values.js';
import { isSetAfterCall } from './call-order.js';
import { classesHeld, whyUncloneable } from './cloneable.js';
import { Completions } from './completions.js';
import { isCode, makesConstant, namesCode } from './contents.js';
import { isRepeatedWithin } from './inner-lists.js';
import { isMethodTable } from './local-values.js';
import { isDeclaredIn, isPartOfMade, whyStays } from './travels.js';

/** @typedef {Omit<LocalPlan, 'unready'>} MovesOfUnit */

const HOLDS_CODE = /^a (function|class)$|holds functions$/;
/** What the same arguments make again, and nothing changes: whether a unit has the host's own does not show. */
const IS_STATELESS = /^an? (Intl\.\w+|TextEncoder)$/;
const IS_FIXED = new RegExp(`^a (function|class)$|${IS_STATELESS.source}`);
const TEXT_MOVES = 'its text moves into the worker module';

/**
 * The closure of what a unit captures of enclosing functions and blocks: what it names, the statements that complete
 * it, what those name, and so on.
 */
export class LocalMoves {
	/** @param {Unit} unit @param {Analysed} analysed */
	constructor(unit, analysed) {
		this.unit = unit;
		this.analysed = analysed;
		/** @type {Map<Variable, Local>} */
		this.locals = new Map();
		/** @type {Map<Variable, Capture>} */
		this.captures = new Map();
		/** @type {Reference[]} those that leave moved code */
		this.moved = [];
		const own = analysed.uses.get(unit)?.references ?? [];
		this.queue = own.filter(({ variable }) => variable && !variable.isTopLevel);
		/** @type {Set<Node>} moved text whose references have been followed */
		this.followed = new Set();
		/** @type {Carriers} */
		this.carriers = {
			carry: (variable) => this.carry(variable),
			isMadeThere: (variable) => this.isMadeThere(variable),
			isFilledLater: (variable) => this.isFilledLater(variable),
		};
		this.completions = new Completions(unit, analysed, this.carriers);
	}

	/** @returns {MovesOfUnit} */
	run() {
		do this.follow();
		while (this.complete());
		const { statements, problems } = this.completions;
		const fills = this.completions.fills();
		return {
			fills,
			locals: [...this.locals.values()],
			statements: [...statements.values()],
			captures: [...this.captures.values()],
			references: this.moved,
			problems: [...problems, ...this.definitionsThatStay()],
		};
	}

	/** What is needed by name. */
	follow() {
		for (const reference of this.queue) this.need(reference); // grows while it is walked
		this.queue = [];
	}

	/** @param {Reference} reference */
	need(reference) {
		const named = /** @type {Variable} */ (reference.variable);
		const variable = madeFrom(named);
		const known = this.locals.get(variable);
		if (known && variable !== named) this.locals.set(variable, { ...known, guard: named });
		if (known) return;
		const { local, reason } = classify(this.unit, variable, this.analysed);
		this.set(variable === named ? local : { ...local, guard: named }, reason);
		if (local.channel === 'snapshot' && !whyUncloneable(variable, this.analysed.effects)) {
			for (const one of classesHeld(variable, this.analysed.effects))
				this.moved.push({ ...reference, ...classReference(one, variable) });
		}
	}

	/** @param {Local} local @param {string} reason */
	set(local, reason) {
		const { variable, channel, node } = local;
		this.locals.set(variable, local);
		this.captures.set(variable, { variable, name: variable.name, channel, reason });
		if (channel === 'move' && node) this.followText(node, variable);
	}

	/** @param {Node} node that moves @param {Variable | null} self */
	followText(node, self) {
		if (this.followed.has(node)) return;
		this.followed.add(node);
		const inside = referencesWithin(this.analysed.resolution.references, node).filter(
			({ variable }) =>
				variable !== self &&
				!(variable && isDeclaredIn(variable, node)) &&
				// A worker module has one of its own.
				!(variable && isHandedRequire(variable, this.analysed.resolution.parents)),
		);
		this.moved.push(...inside);
		this.queue.push(...inside.filter((one) => one.variable && !one.variable.isTopLevel));
	}

	/** @returns {boolean} whether a statement or a variable was found that completes what moves */
	complete() {
		let isMore = false;
		for (const { variable, channel, guard } of [...this.locals.values()]) {
			if (channel === 'snapshot' && this.needsText(variable) && this.carry(variable)) isMore = true;
			if (this.locals.get(variable)?.channel !== 'move') continue;
			for (const one of guard ? [variable, guard] : [variable])
				if (this.completions.settle(one, this.regions())) isMore = true;
		}
		for (const { node, property } of this.completions.statements.values())
			if (!property) this.followText(node, null);
		return isMore || this.queue.length > 0;
	}

	/** Whether no copy of a value can take its place: it is a part of what moves, code, or a formatter. @param {Variable} variable @returns {boolean} */
	needsText(variable) {
		const { effects } = this.analysed;
		const what = whatUncloneable(variable, this.analysed);
		const isMade = HOLDS_CODE.test(what) || IS_STATELESS.test(what);
		return isMade || isPartOfMade(variable, effects, this.carriers);
	}

	/** @returns {Node[]} the code that runs in the worker, as far as it is known */
	regions() {
		const moved = [...this.locals.values()].flatMap((one) =>
			one.channel === 'move' && one.node ? [one.node] : [],
		);
		return [this.unit.node, ...moved, ...this.completions.statements.keys()];
	}

	/** @param {Variable} variable @returns {boolean} */
	isMadeThere(variable) {
		const channel = this.locals.get(madeFrom(variable))?.channel;
		return channel !== undefined && channel !== 'snapshot';
	}

	/**
	 * `const names = ['a', 'b']`, `const P = Row.prototype`: what a statement needs while it runs, and nobody else changes, is made
	 * again in the worker.
	 *
	 * @param {Variable} variable
	 * @returns {boolean} false when it cannot be
	 */
	carry(variable) {
		if (this.isMadeThere(variable)) return true;
		const { analysed, carriers } = this;
		if (variable.isTopLevel) return false;
		const before = this.locals.get(variable);
		const { local } = classify(this.unit, variable, analysed);
		const node = /** @type {Node} */ (variable.declarations[0]?.node);
		if (local.channel === 'snapshot') {
			const value = constantValueOf(variable);
			if (!value || node.type !== 'VariableDeclarator' || isMadeOften(variable, analysed))
				return false;
			const isPart = isPartOfMade(variable, analysed.effects, carriers);
			const isFixed = IS_FIXED.test(whatUncloneable(variable, analysed));
			if (!isPart && !isFixed && this.mayChange(variable)) return false;
			this.locals.set(variable, { variable, channel: 'move', node }); // what a cycle sees
			if (whyStays(node, analysed, carriers)) {
				if (before) this.locals.set(variable, before);
				else this.locals.delete(variable);
				return false;
			}
			this.set({ variable, channel: 'move', node }, TEXT_MOVES);
		} else this.set(local, TEXT_MOVES);
		return true;
	}

	/** Others have the object as well, and may change it. @param {Variable} variable @returns {boolean} */
	mayChange(variable) {
		const { effects, sites } = this.analysed;
		if (effects.shared.objects.isPrimitive(variable)) return false;
		return (sites.escapes.get(variable) ?? []).length > 0;
	}

	/** Classes and closures that mean something else outside the function that makes them. @returns {LocalPlan['problems']} */
	definitionsThatStay() {
		return [...this.locals.values()].flatMap(({ variable, channel, node }) => {
			if (channel !== 'move' || !node || /^TS/.test(node.type)) return [];
			const stay = isFunction(node) ? null : whyStays(node, this.analysed, this.carriers);
			if (stay) return [{ variable, ...stay }];
			const hidden = this.hiddenFrom(variable, node) ?? this.setTooLate(variable, node);
			return hidden ? [{ variable, ...hidden }] : [];
		});
	}

	/** `const early = run(); var h = () => 1;`: no read of a `var` throws before it has its value. @param {Variable} variable @param {Node} node its definition @returns {Stay | null} */
	setTooLate(variable, node) {
		if (variable.kind !== 'var' || node.type !== 'VariableDeclarator') return null;
		return isSetAfterCall(variable, this.unit, this.analysed)
			? { node, reason: 'it has its value only after a call of `%unit%` may come' }
			: null;
	}

	/** What the top level puts into an object further down. @param {Variable} variable of the module @returns {boolean} */
	isFilledLater(variable) {
		if (isCode(variable)) return false;
		const fills = this.analysed.sites.fills.get(variable) ?? [];
		return fills.some(({ node }) => node.start > this.unit.node.start);
	}

	/** `{ const k = 1; var h = () => k; }`, for a unit outside the block. @param {Variable} variable @param {Node} node its definition @returns {Stay | null} */
	hiddenFrom(variable, node) {
		const scope = madeScope(variable, this.unit.node, this.analysed.resolution);
		const reference = referencesWithin(this.analysed.resolution.references, node).find(
			(one) =>
				one.variable && !isDeclaredIn(one.variable, node) && !scope.isWithin(one.variable.scope),
		);
		if (!reference) return null;
		const reason = `it uses \`${reference.name}\`, of a block that \`%unit%\` is not in`;
		return { node: reference.node, reason };
	}
}

/** @param {Variable} variable @param {Analysed} analysed @returns {string} what cannot be cloned; empty for instances, too */
function whatUncloneable(variable, { effects }) {
	const why = whyUncloneable(variable, effects);
	return why && 'what' in why ? why.what : '';
}

/** @param {Variable} held @param {Variable} holder @returns {Pick<Reference, 'variable' | 'name' | 'implicit' | 'why'>} */
export const classReference = (held, holder) => ({
	variable: held,
	name: held.name,
	implicit: true,
	why: `the class of an instance that \`${holder.name}\` is or holds`,
});

/** The function of a block, for a variable around the block that gets no other value. @param {Variable} variable @returns {Variable} */
function madeFrom(variable) {
	const [inner] = variable.blocks;
	return inner && functionOf(variable) ? inner : variable;
}

/** `for (const k of rows) { var h = () => k; }`: each turn gives it another value. @param {Variable} variable @param {Analysed} analysed @returns {boolean} */
function isMadeOften(variable, { resolution: { parents } }) {
	const node = variable.declarations[0]?.node;
	const scope = variable.scope.node;
	if (variable.kind !== 'var' || node?.type !== 'VariableDeclarator') return false;
	return isWithin(node, scope) && isRepeatedWithin(node, scope, parents);
}

/** @param {Unit} unit @param {Variable} variable @param {Analysed} analysed @returns {{ local: Local, reason: string }} */
function classify(unit, variable, analysed) {
	if (analysed.effects.gems.has(variable))
		return { local: { variable, channel: 'gem', node: null }, reason: BY_REFERENCE };
	const value = constantValueOf(variable);
	const code = isMadeOften(variable, analysed) ? null : (functionOf(variable) ?? classOf(variable));
	const declaration = /** @type {Node} */ (variable.declarations[0]?.node);
	const { moduleKind, resolution } = analysed;
	if (moduleKind === 'commonjs' && localRequire(variable, resolution.parents))
		return { local: { variable, channel: 'move', node: declaration }, reason: 'required again' };
	if (
		code ||
		namesCode(variable) ||
		makesConstant(variable) ||
		isMethodTable(variable, analysed) ||
		variable.kind === 'enum' ||
		variable.kind === 'function-name'
	) {
		const isUnit = analysed.units.some((one) => one.node === code && one !== unit);
		const reason = isUnit ? 'annotated too; called directly in the worker' : TEXT_MOVES;
		return { local: { variable, channel: 'move', node: declaration }, reason };
	}
	if (variable.kind === 'const' && value && isPrimitiveLiteral(value)) {
		return {
			local: { variable, channel: 'inline', node: value },
			reason: 'a constant of the source',
		};
	}
	return {
		local: { variable, channel: 'snapshot', node: null },
		reason: 'its value at the call crosses with the arguments',
	};
}
