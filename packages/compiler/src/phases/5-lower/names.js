/** @import { Planned, Unit } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */

/**
 * Names for what lowering adds to a module: they start with `$lp_`, or with `$lp1_` and so on in a
 * source that has such names already.
 */
export class Names {
	/** @param {Planned} planned */
	constructor({ source, plans }) {
		let prefix = '$lp_';
		for (let count = 1; source.includes(prefix); count++) prefix = `$lp${count}_`;
		this.prefix = prefix;
		/** @type {Map<Unit, string>} */
		this.units = new Map();
		/** @type {Map<Variable, string>} */
		this.getters = new Map();
		const taken = new Set([
			'call',
			'callWithCallback',
			'callOrRun',
			'generate',
			'unit',
			'units',
			'classes',
		]);
		for (const { unit } of plans) {
			const base = /** @type {string} */ (unit.name.split('.').pop()).replace(/[^\w$]/g, '_');
			let name = base;
			for (let count = 2; taken.has(name); count++) name = `${base}_${count}`;
			taken.add(name);
			this.units.set(unit, prefix + name);
		}
	}

	/** @param {Unit} unit @returns {string} the host's variable for the reference to a unit */
	ofUnit(unit) {
		return /** @type {string} */ (this.units.get(unit));
	}

	/** @param {Variable} variable @returns {string} the function that reads a shadowed variable */
	ofGetter(variable) {
		const known = this.getters.get(variable);
		if (known) return known;
		const base = `${this.prefix}get_${variable.name}`;
		const taken = new Set(this.getters.values());
		let name = base;
		for (let count = 2; taken.has(name); count++) name = `${base}_${count}`;
		this.getters.set(variable, name);
		return name;
	}

	/** @param {string} name @returns {string} */
	of(name) {
		return this.prefix + name;
	}
}
