/** @import { Analysed, Fragment } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { isFunction, isPrimitiveLiteral } from '../../ast/shapes.js';
import { extendsError, ownFunctionOf, superclassesOf } from '../../ir/instances.js';
import { makesClass } from '../../ir/made-classes.js';
import { classOf, constantValueOf } from '../../ir/values.js';

/**
 * Classes that a worker module can have for nothing: to define one runs no other code, nothing changes it, and all that its
 * methods name are functions, constants and classes like it. An instance that arrives inside an argument, a snapshot or `this`
 * needs its class, which no text of the unit may name; a class that brings imports or captures along would have a price in each call.
 */
export class PlainClasses {
	/** @param {Analysed} analysed */
	constructor(analysed) {
		this.analysed = analysed;
		/** @type {Map<Variable, Fragment[]>} */
		this.definitions = new Map();
		for (const fragment of analysed.fragments)
			for (const one of fragment.defines)
				this.definitions.set(one, [...(this.definitions.get(one) ?? []), fragment]);
		/** @type {Map<Variable, Set<Variable> | null>} what each needs directly; null where it is not plain by itself */
		this.needs = new Map();
	}

	/** @param {Variable} variable that names a class @returns {boolean} false for classes of units and of errors, which cross in other ways */
	has(variable) {
		const definition =
			classOf(variable) ?? (makesClass(variable) ? constantValueOf(variable) : null);
		const hasUnit = this.analysed.units.some(
			({ node }) => definition && definition.start <= node.start && node.end <= definition.end,
		);
		if (!definition || hasUnit || ownFunctionOf(variable) !== null || extendsError(variable))
			return false;
		const reached = new Set([variable]);
		// A Set grows while it is walked.
		for (const one of reached) {
			const needs = this.needsOf(one);
			if (!needs) return false;
			for (const other of needs) reached.add(other);
		}
		return true;
	}

	/** @param {Variable} variable @returns {Set<Variable> | null} */
	needsOf(variable) {
		const known = this.needs.get(variable);
		if (known !== undefined) return known;
		const found = this.isPlainAlone(variable) ? this.namedBy(variable) : null;
		this.needs.set(variable, found);
		return found;
	}

	/** @param {Variable} variable @returns {boolean} */
	isPlainAlone(variable) {
		const { sites } = this.analysed;
		const value = constantValueOf(variable);
		const isCode =
			classOf(variable) !== null || makesClass(variable) || (value !== null && isFunction(value));
		const fragments = this.definitions.get(variable) ?? [];
		return (
			(isCode || (value !== null && isPrimitiveLiteral(value))) &&
			fragments.length === 1 &&
			!sites.fills.has(variable) &&
			!sites.later.has(variable) &&
			fragments.every((one) => (sites.effects.get(one) ?? []).length === 0)
		);
	}

	/** @param {Variable} variable @returns {Set<Variable>} with the classes that it extends */
	namedBy(variable) {
		const named = (this.definitions.get(variable) ?? []).flatMap(({ references }) =>
			references.flatMap((one) => one.variable ?? []),
		);
		return new Set([...named.filter((one) => one.isTopLevel), ...superclassesOf(variable)]);
	}
}
