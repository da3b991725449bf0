/** @import { Node } from '../../types.js' */
/** @import { Analysed, Unit } from '../../ir/module.js' */
/** @import { Reference, Variable } from '../../ast/scope.js' */
import { walk } from '../../ast/babel.js';
import { isMember, isPrimitiveLiteral, membersOf, propertyName } from '../../ast/shapes.js';
import { isSubclassOf, ownFunctionOf, whyNoClass, whyNoInstance } from '../../ir/instances.js';
import { classOf } from '../../ir/values.js';

/**
 * Classes of the module that no worker code names, but that units may meet: subclasses of what `this`
 * is, or is an instance of, and classes whose instances may be among the arguments: one that a type
 * annotation of a parameter names, or a method of which is called on something.
 *
 * A unit can do without them, so they join the slice only where they bring no problem of their own.
 *
 * @param {Analysed} analysed
 * @param {Node[]} workerCode
 * @returns {Reference[]} as if the units named the classes; `why` says what for
 */
export function findArgumentClasses(analysed, workerCode) {
	const { resolution, units } = analysed;
	const others = [...resolution.program.variables.values()].filter((variable) => {
		const definition = classOf(variable);
		return definition && !isInside(definition, workerCode);
	});
	if (others.length === 0) return [];
	const candidates = others.filter((variable) => whyNoInstance(variable) === null);
	const receivers = receiversOf(analysed);
	const subclasses = others.flatMap((variable) => {
		const crosses = candidates.includes(variable) && isSubclassOf(variable, receivers.instance);
		const isKnown = whyNoClass(variable) === null && isSubclassOf(variable, receivers.class);
		return crosses || isKnown ? [reference(variable, 'a subclass, for `this` as well')] : [];
	});
	const called = membersUsed(workerCode);
	const annotated = new Set(units.flatMap(typesOfParameters));
	const given = candidates.flatMap((variable) => {
		const member = methodsOf(variable).find((name) => called.has(name));
		const why = annotated.has(variable.name)
			? 'the class of an argument, by its type annotation'
			: member && `\`${member}\` may be called on an instance among the arguments`;
		return why ? [reference(variable, why)] : [];
	});
	const isGiven = (/** @type {Reference} */ one) =>
		given.some(({ variable }) => variable === one.variable);
	return [...subclasses.filter((one) => !isGiven(one)), ...given];
}

/** @param {Analysed} analysed @returns {Record<'instance' | 'class', Set<Variable>>} what `this` is in units, or is an instance of */
function receiversOf({ units, uses }) {
	const found = {
		instance: /** @type {Set<Variable>} */ (new Set()),
		class: /** @type {Set<Variable>} */ (new Set()),
	};
	for (const unit of units) {
		const receiver = uses.get(unit)?.receiver;
		if (receiver && receiver.kind !== 'data') found[receiver.kind].add(receiver.variable);
	}
	return found;
}

/** @param {Variable} variable @param {string} why @returns {Reference} */
const reference = (variable, why) => ({
	node: /** @type {Node} */ (variable.declarations[0]?.id),
	name: variable.name,
	variable,
	role: 'read',
	scope: variable.scope,
	implicit: true,
	why,
});

/** @param {Node} node @param {Node[]} regions @returns {boolean} */
const isInside = (node, regions) =>
	regions.some((one) => one.start <= node.start && node.end <= one.end);

/** Names that objects of the platform have as well, and that say nothing of a class. */
const COMMON = new Set(Object.getOwnPropertyNames(Object.prototype));

/** @param {Node[]} regions @returns {Set<string>} properties that code reads of anything but literals and `this` */
function membersUsed(regions) {
	/** @type {Set<string>} */
	const names = new Set();
	for (const region of regions) {
		walk(region, (node) => {
			if (!isMember(node) || node.object.type === 'ThisExpression') return;
			const name = isPrimitiveLiteral(node.object) ? null : propertyName(node);
			if (name !== null && !COMMON.has(name)) names.add(name);
		});
	}
	return names;
}

/** @param {Variable} variable @returns {string[]} the instance methods and accessors of its class, and a function of each instance's own */
function methodsOf(variable) {
	const definition = /** @type {Node} */ (classOf(variable));
	const own = ownFunctionOf(variable);
	const methods = membersOf(definition).flatMap((/** @type {Node} */ one) => {
		const name = one.static || one.kind === 'constructor' ? null : propertyName(one);
		return name !== null && /Method$/.test(one.type) ? [name] : [];
	});
	return own === null ? methods : [...methods, own];
}

/** `Point` of `(points: Point[])`. @param {Unit} unit @returns {string[]} */
function typesOfParameters({ node }) {
	/** @type {string[]} */
	const names = [];
	for (const param of node.params) {
		const annotation = param.typeAnnotation ?? param.left?.typeAnnotation;
		if (!annotation) continue;
		walk(annotation, (inner) => {
			if (inner.type === 'TSTypeReference' && inner.typeName.type === 'Identifier')
				names.push(inner.typeName.name);
		});
	}
	return names;
}
