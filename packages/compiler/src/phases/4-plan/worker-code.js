/** @import { Node } from '../../types.js' */
/** @import { Analysed, Fragment } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Found } from './worker-search.js' */
import { Nesting } from '../../ast/nesting.js';
import { isClass, isFunction, propertyName } from '../../ast/shapes.js';
import { isWithin } from '../../ast/tree.js';
import { holdsPrivateEntries } from '../../ir/private-entries.js';
import { constantValueOf } from '../../ir/values.js';
import { partsChanged } from './changed-parts.js';
import { ExportsRead } from './exports-read.js';
import { WorkerSearch } from './worker-search.js';

/** What every function has, and private names, which no other code may write. */
const OF_FUNCTIONS =
	/^(#.*|prototype|name|length|call|apply|bind|toString|hasOwnProperty|isPrototypeOf)$/;

/**
 * The code that may run in a worker: the units, and of the functions, classes and literals that they reach by name all but the
 * methods and constructors that nothing there can run.
 *
 * ```js
 * class Account { static next = 1; constructor() { this.id = Account.next++; } total() { return this.n * 2; } }
 * async function sum(accounts) { 'use cpu_bound'; return accounts.map((one) => one.total()); }
 * ```
 * The worker module has the whole class, but its constructor runs on the host alone, and nobody reads `next` in a worker.
 */
export class WorkerCode {
	/**
	 * @param {Node[]} regions what units reach by name
	 * @param {Analysed} analysed
	 */
	constructor(regions, analysed) {
		this.regions = regions;
		this.analysed = analysed;
		/** @type {Found | undefined} */
		this.known = undefined;
		/** @type {Nesting | undefined} regions */
		this.around = undefined;
		/** @type {Nesting | undefined} code in them that runs on the host alone */
		this.idle = undefined;
		this.exportsRead = new ExportsRead(analysed, (node) => this.has(node));
	}

	/** Most modules are never asked. @returns {Found} */
	get found() {
		this.known ??= new WorkerSearch(this.regions, this.analysed).run();
		return this.known;
	}

	/** @param {Node} node @returns {boolean} */
	has(node) {
		this.around ??= new Nesting(this.regions);
		const around = this.around.around(node);
		if (around.length === 0) return false;
		this.idle ??= new Nesting(this.found.idle);
		const idle = this.idle.around(node);
		// What moves out of a function that only the host calls is a region of its own.
		return around.some((region) => !idle.some((one) => isWithin(one, region)));
	}

	/**
	 * Whether units may read what a place changes of a class, a function or a literal.
	 *
	 * @param {Variable} variable
	 * @param {{ kind: string, node: Node }} change
	 * @param {'partsRead' | 'partsUsed'} [by] `partsUsed`: what runs while the worker module loads counts as well
	 * @returns {boolean} true for any other variable
	 */
	reads(variable, { kind, node }, by = 'partsRead') {
		if (kind === 'mutate' && this.exportsRead.isOther(variable, node)) return false;
		const holder = kind === 'mutate' && mayBeHolder(variable) && this.found.holders.of(variable);
		if (!holder) return true;
		const read = this.found[by](holder);
		const changed =
			read &&
			partsChanged(node, holder, {
				holders: this.found.holders,
				effects: this.analysed.effects,
			});
		return !changed || [...changed].some((one) => read.has(one));
	}

	/** @param {Variable} variable that holds a class, a function or a literal @returns {string[]} the properties with data that worker code reads */
	dataRead(variable) {
		const exported = this.exportsRead.of(variable);
		if (exported) return [...exported].sort();
		const { holders, partsNamed } = this.found;
		const holder = holders.of(variable);
		if (!holder) return [];
		const read = partsNamed(holder);
		// A static property that holds a function may get another one.
		const methods = holders.upwards(holder).flatMap((one) => one.methods);
		const code = new Set(methods.filter((one) => !one.static || isFunction(one)).map(propertyName));
		return [...read].filter((name) => !code.has(name) && !OF_FUNCTIONS.test(name)).sort();
	}

	/**
	 * @param {Variable} variable
	 * @param {Fragment} fragment that fills it
	 * @returns {boolean} whether a worker needs what the fragment does to the variable
	 */
	needsFill(variable, fragment) {
		if (holdsPrivateEntries(variable, this.analysed.resolution.parents))
			return this.found.needsEntry(variable, fragment);
		return (this.analysed.sites.effects.get(fragment) ?? []).some(
			(one) =>
				'variable' in one && one.variable === variable && this.reads(variable, one, 'partsUsed'),
		);
	}
}

/** @param {Variable} variable @returns {boolean} */
function mayBeHolder(variable) {
	const value = constantValueOf(variable);
	return isFunction(value) || isClass(value) || value?.type === 'ObjectExpression';
}
