// DeltaBlue: an incremental solver of a hierarchy of one-way constraints (Freeman-Benson, Maloney and Borning, CACM 1990). Written
// anew, with one kind of constraint that has a list of methods.

/** Strengths of constraints: less is stronger. */
const REQUIRED = 0;
const PREFERRED = 2;
const DEFAULT = 4;
const WEAKEST = 6;

class Variable {
	/** @type {Constraint[]} */
	constraints = [];
	/** @type {Constraint | undefined} */
	determinedBy = undefined;
	mark = 0;
	/** the weakest constraint that would have to be given up to change it */
	walkStrength = WEAKEST;
	/** whether it has the same value whenever a plan is run */
	isConstant = true;

	/** @param {number} value */
	constructor(value) {
		this.value = value;
	}
}

/**
 * One way to satisfy a constraint: to compute one variable from the others.
 *
 * @typedef {object} Method
 * @property {Variable} output
 * @property {Variable[]} inputs
 * @property {() => void} run
 */

class Constraint {
	/** @type {Method | undefined} that satisfies it now */
	method = undefined;

	/**
	 * @param {number} strength
	 * @param {Method[]} methods
	 * @param {boolean} [isInput] whether its output comes from outside
	 */
	constructor(strength, methods, isInput = false) {
		this.strength = strength;
		this.methods = methods;
		this.isInput = isInput;
	}

	/** @returns {Variable[]} */
	get variables() {
		const all = this.methods.flatMap(({ inputs, output }) => [...inputs, output]);
		return [...new Set(all)];
	}

	/** @returns {Method} of a constraint that is satisfied */
	get chosen() {
		if (!this.method) throw new Error('the constraint is not satisfied');
		return this.method;
	}

	/** @param {number} mark of variables that may not be changed */
	choose(mark) {
		this.method = undefined;
		for (const method of this.methods) {
			const { mark: own, walkStrength } = method.output;
			if (own === mark || this.strength >= walkStrength) continue;
			if (!this.method || walkStrength > this.method.output.walkStrength) this.method = method;
		}
	}

	/** Find out again how strong its output is, and whether it is constant. */
	recalculate() {
		const { output, inputs, run } = this.chosen;
		output.walkStrength = this.strength;
		for (const { output: other } of this.methods) {
			if (other !== output) output.walkStrength = Math.max(output.walkStrength, other.walkStrength);
		}
		output.isConstant = !this.isInput && inputs.every(({ isConstant }) => isConstant);
		if (output.isConstant) run();
	}

	/** @param {number} mark */
	knowsInputs(mark) {
		return this.chosen.inputs.every(
			(input) => input.mark === mark || input.isConstant || !input.determinedBy,
		);
	}
}

class Planner {
	#mark = 0;

	/** @param {Constraint} constraint */
	add(constraint) {
		for (const variable of constraint.variables) variable.constraints.push(constraint);
		this.#satisfyAll(constraint);
	}

	/** @param {Constraint} first */
	#satisfyAll(first) {
		const mark = ++this.#mark;
		/** @type {Constraint | undefined} */
		let constraint = first;
		while (constraint) constraint = this.#satisfy(constraint, mark);
	}

	/**
	 * @param {Constraint} constraint
	 * @param {number} mark
	 * @returns {Constraint | undefined} a weaker one that is no longer satisfied
	 */
	#satisfy(constraint, mark) {
		constraint.choose(mark);
		if (!constraint.method) {
			if (constraint.strength === REQUIRED) throw new Error('a required constraint cannot be met');
			return undefined;
		}
		const { output, inputs } = constraint.method;
		for (const input of inputs) input.mark = mark;
		const overridden = output.determinedBy;
		if (overridden) overridden.method = undefined;
		output.determinedBy = constraint;
		this.#propagate(constraint, mark);
		output.mark = mark;
		return overridden;
	}

	/**
	 * @param {Constraint} first
	 * @param {number} mark
	 */
	#propagate(first, mark) {
		const todo = [first];
		for (let constraint; (constraint = todo.pop());) {
			const { output } = constraint.chosen;
			if (output.mark === mark) throw new Error('the constraints form a cycle');
			constraint.recalculate();
			todo.push(...consumersOf(output));
		}
	}

	/** @param {Constraint} constraint */
	remove(constraint) {
		const output = constraint.method?.output;
		constraint.method = undefined;
		for (const variable of constraint.variables) {
			variable.constraints = variable.constraints.filter((each) => each !== constraint);
		}
		if (!output) return;
		const unsatisfied = this.#forget(output);
		unsatisfied.sort((a, b) => a.strength - b.strength);
		for (const each of unsatisfied) this.#satisfyAll(each);
	}

	/**
	 * @param {Variable} first that nothing determines any more
	 * @returns {Constraint[]} which might be satisfied now
	 */
	#forget(first) {
		first.determinedBy = undefined;
		first.walkStrength = WEAKEST;
		first.isConstant = true;
		/** @type {Constraint[]} */
		const unsatisfied = [];
		const todo = [first];
		for (let variable; (variable = todo.pop());) {
			unsatisfied.push(...variable.constraints.filter(({ method }) => !method));
			for (const constraint of consumersOf(variable)) {
				constraint.recalculate();
				todo.push(constraint.chosen.output);
			}
		}
		return unsatisfied;
	}

	/**
	 * @param {Constraint[]} sources inputs that change
	 * @returns {Method[]} in the order in which they have to be run for that
	 */
	plan(sources) {
		const mark = ++this.#mark;
		/** @type {Method[]} */
		const plan = [];
		const todo = sources.filter(({ isInput, method }) => isInput && method);
		for (let constraint; (constraint = todo.pop());) {
			const { chosen } = constraint;
			if (chosen.output.mark === mark || !constraint.knowsInputs(mark)) continue;
			plan.push(chosen);
			chosen.output.mark = mark;
			todo.push(...consumersOf(chosen.output));
		}
		return plan;
	}
}

/** @param {Variable} variable @returns {Constraint[]} which compute something from it */
const consumersOf = (variable) =>
	variable.constraints.filter(({ method }) => method && method.output !== variable);

/** @param {Variable} output @param {number} strength */
const stay = (output, strength) =>
	new Constraint(strength, [{ output, inputs: [], run: () => undefined }]);

/** @param {Variable} output @param {number} strength */
const edit = (output, strength) =>
	new Constraint(strength, [{ output, inputs: [], run: () => undefined }], true);

/** @param {Variable} a @param {Variable} b */
const equal = (a, b) =>
	new Constraint(REQUIRED, [
		{ output: b, inputs: [a], run: () => (b.value = a.value) },
		{ output: a, inputs: [b], run: () => (a.value = b.value) },
	]);

/**
 * @param {Variable} source
 * @param {Variable} target is `source * factor + offset`
 * @param {{ factor: Variable, offset: Variable }} line
 */
const scaled = (source, target, { factor, offset }) =>
	new Constraint(REQUIRED, [
		{
			output: target,
			inputs: [source, factor, offset],
			run: () => (target.value = source.value * factor.value + offset.value),
		},
		{
			output: source,
			inputs: [target, factor, offset],
			run: () => (source.value = Math.trunc((target.value - offset.value) / factor.value)),
		},
	]);

/**
 * @param {Planner} planner
 * @param {Variable} variable
 * @param {number[]} values
 */
function change(planner, variable, values) {
	const editing = edit(variable, PREFERRED);
	planner.add(editing);
	const plan = planner.plan([editing]);
	for (const value of values) {
		variable.value = value;
		for (const method of plan) method.run();
	}
	planner.remove(editing);
}

/** @param {number} length of a chain of equal variables @returns {number} the value at its end */
function chain(length) {
	const planner = new Planner();
	const variables = Array.from({ length: length + 1 }, () => new Variable(0));
	for (let index = 0; index < length; index++) {
		planner.add(equal(variables[index], variables[index + 1]));
	}
	const [first] = variables;
	const last = variables[length];
	planner.add(stay(last, DEFAULT));
	change(planner, first, [...Array(100).keys()]);
	if (last.value !== 99) throw new Error(`the end of the chain is ${last.value}`);
	return last.value;
}

/** @param {number} count of points that are projected by one line @returns {number} the sum of their projections */
function projection(count) {
	const planner = new Planner();
	const line = { factor: new Variable(10), offset: new Variable(1000) };
	/** @type {Variable[]} */
	const projected = [];
	for (let index = 0; index < count; index++) {
		const source = new Variable(index);
		const target = new Variable(index);
		projected.push(target);
		planner.add(stay(source, DEFAULT));
		planner.add(scaled(source, target, line));
	}
	change(planner, line.factor, [5, 7, 5]);
	change(planner, line.offset, [1500, 2000]);
	projected.forEach(({ value }, index) => {
		if (value !== 5 * index + 2000) throw new Error(`point ${index} is at ${value}`);
	});
	return projected.reduce((sum, { value }) => sum + value, 0);
}

/**
 * @param {number} size of both problems
 * @returns {Promise<{ end: number, sum: number }>}
 */
export async function deltablue(size) {
	'use cpu_bound';
	return { end: chain(size), sum: projection(size) };
}
