/** @import { Unit } from '../../ir/module.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Node } from '../../types.js' */
import { isCall, unwrap } from '../../ast/shapes.js';
import { isWithin, nodesOf } from '../../ast/tree.js';
import { referencesWithin } from '../../ast/references.js';
import { markedOf } from '../../ir/marks.js';

/**
 * Which units may run where they are called: the stub keeps the function of the source for such a call. What that calls of other units has to
 * run there, too, in place of their stubs: its calls of them get marks, which its text in the worker does not have.
 */
export class RunningHere {
	/**
	 * @param {readonly Unit[]} units
	 * @param {{ effects: EffectAnalysis, isHostLive: (node: Node) => boolean }} context
	 */
	constructor(units, { effects, isHostLive }) {
		this.effects = effects;
		this.isHostLive = isHostLive;
		this.byNode = new Map(units.map((unit) => [unit.node, unit]));
		/** @type {Map<Unit, ReadonlyMap<Node, Unit> | null>} */
		this.known = new Map();
	}

	/** @param {Unit} unit @returns {boolean} */
	may(unit) {
		return this.#reached([unit]) !== null;
	}

	/**
	 * @param {Iterable<Unit>} units that run where they are called
	 * @returns {Map<Node, Unit>} calls in them, and in the units that these call, which run there, too
	 */
	callsIn(units) {
		return this.#reached(units) ?? new Map();
	}

	/** @param {Iterable<Unit>} units @returns {Map<Node, Unit> | null} null where a call cannot have a mark */
	#reached(units) {
		/** @type {Map<Node, Unit>} */
		const all = new Map();
		const seen = new Set(units);
		for (const unit of seen) {
			const calls = this.#callsOf(unit);
			if (!calls) return null;
			for (const [call, called] of calls) {
				all.set(call, called);
				seen.add(called); // a Set grows while it is walked
			}
		}
		return all;
	}

	/** @param {Unit} unit @returns {ReadonlyMap<Node, Unit> | null} */
	#callsOf(unit) {
		const before = this.known.get(unit);
		if (before !== undefined) return before;
		const found = this.#find(unit);
		this.known.set(unit, found);
		return found;
	}

	/** @param {Unit} unit @returns {ReadonlyMap<Node, Unit> | null} calls of other units in its text */
	#find(unit) {
		const { callees, resolution } = this.effects;
		/** @type {Map<Node, Unit>} */
		const found = new Map();
		const code = new Set([unit.node]);
		for (const fn of code) {
			// The inner ones first: in a chain of calls, each asks what the one before it gives.
			for (const node of [...nodesOf(fn, RUNNING)].reverse()) {
				for (const run of this.effects.mayRun(node)) {
					const called = this.byNode.get(run);
					// In its copy the name of a unit means the copy.
					const isOther = !called && !isWithin(run, unit.node) && !this.isHostLive(run);
					if (isOther) code.add(run); // a Set grows while it is walked
					if (!called || (called === unit && unit.variable !== null)) continue;
					const isSure = isCall(node) && callees.ofCall(node).length === 1;
					if (!isSure || fn !== unit.node || markedOf(node) === null) return null;
					found.set(node, called);
				}
			}
			for (const { node: name, variable } of referencesWithin(resolution.references, fn)) {
				const named = variable && this.#unitOf(variable);
				if (named && !this.#isCalled(name)) return null;
			}
		}
		return found;
	}

	/** @param {import('../../ast/scope.js').Variable} variable @returns {Unit | undefined} */
	#unitOf(variable) {
		for (const unit of this.byNode.values()) if (unit.variable === variable) return unit;
		return undefined;
	}

	/** @param {Node} name @returns {boolean} */
	#isCalled(name) {
		let child = name;
		let parent = /** @type {Node} */ (this.effects.parents.get(name));
		while (unwrap(parent) === child) {
			child = parent;
			parent = /** @type {Node} */ (this.effects.parents.get(parent));
		}
		return isCall(parent) && unwrap(parent.callee) === name;
	}
}

const RUNNING = [
	'CallExpression',
	'OptionalCallExpression',
	'NewExpression',
	'TaggedTemplateExpression',
];
