/** @import { Planned, Unit } from '../../ir/module.js' */
/** @import { Resolution } from '../../ast/resolve.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { GEM_EXPORTS } from '@lapidary/runtime/abi';
import { mayReadQuery } from './location.js';

/**
 * Names for what lowering adds to a module: they start with `$lp_`, or with `$lp1_` and so on in a
 * source that has such names already.
 */
export class Names {
	/** @param {Planned} planned */
	constructor(planned) {
		const { source, plans, gemAccess, resolution } = planned;
		let prefix = '$lp_';
		for (let count = 1; source.includes(prefix); count++) prefix = `$lp${count}_`;
		this.prefix = prefix;
		/** An expression for the class URL: a source may have a variable of its own called so. */
		this.urlClass = isDeclared('URL', resolution) ? 'globalThis.URL' : 'URL';
		this.symbols = isDeclared('Symbol', resolution) ? 'globalThis.Symbol' : 'Symbol';
		/** Instances of the worker module by queries may differ. */
		this.areQueriesRead = mayReadQuery(planned);
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
			'checks',
			'in_out',
			'receiver',
			'print',
			'hasValue',
			'host',
			'show',
			'original',
			'copies',
			'apart',
		]);
		// Beside variables of sites, `$lp_v1`, a unit that is called so has another name.
		const hasSites = gemAccess.host.regions.length > 0;
		if (hasSites) for (const kind of GEM_EXPORTS) taken.add(kind);
		for (const { unit } of plans) {
			const own = /** @type {string} */ (unit.name.split('.').pop()).replace(/[^\w$]/g, '_');
			const isLikeOthers = NUMBERED.test(own) || (hasSites && /^[a-z]\d/.test(own));
			const base = isLikeOthers ? `unit_${own}` : own;
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

/** Parameters of stubs, variables for copies, and functions that read shadowed variables. */
const NUMBERED = /^(p|c[a-z])\d+$|^get_/;

/** @param {string} name @param {Resolution} resolution @returns {boolean} a variable of the module is called so */
export const isDeclared = (name, { references, scopes }) =>
	references.some((one) => one.name === name && one.variable) ||
	[...scopes.values()].some((scope) => scope.variables.has(name));
