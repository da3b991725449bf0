/** @import { Planned, SharedClass } from '../../ir/module.js' */
/** @import { Parents } from '../../ast/parents.js' */
/** @import { Linked, Node } from '../../types.js' */
/** @import { Scope, Variable } from '../../ast/scope.js' */
import { isBuiltin } from 'node:module';
import { ERROR_ONLY, NAMED, ONLY_ITSELF } from '@lapidary/runtime/abi';
import { isCall } from '../../ast/shapes.js';
import { nodesOf } from '../../ast/tree.js';
import { IS_CLASS } from '../../ir/class-names.js';
import {
	extendsError,
	isSubclassOf,
	whyNoInstance,
	whyNoInstanceHere,
} from '../../ir/instances.js';
import { makesClass } from '../../ir/made-classes.js';
import { classOf, constantValueOf, functionOf, hasPrototype, importOf } from '../../ir/values.js';
import { classOriginOf } from './class-origins.js';
import { findErrorClasses } from './error-classes.js';
import { findLateClasses } from './late-classes.js';

/**
 * The classes that host and worker module both have under the same name, by which an instance or an
 * error that crosses is known again on the other side: those of the slice whose instances can cross,
 * and imported ones that worker code instantiates or tests for. Those that a static method is called
 * on are known by themselves, whatever their instances hold.
 *
 * @param {Omit<Planned, 'classes'>} planned
 * @param {Pick<Linked, 'host' | 'typed'>} linked which imports workers may load for a class
 * @returns {SharedClass[]}
 */
export function findClasses(planned, linked) {
	const { slice, imports, resolution } = planned;
	const { parents } = resolution;
	/** @type {Set<Variable>} */
	const found = new Set();
	/** @type {Variable[]} */
	const onlyNamed = [];
	const kept = slice.filter((entry) => entry.kept).map((entry) => entry.fragment);
	const regions = [...kept.map((one) => one.node), ...planned.plans.map((one) => one.unit.node)];
	const constructed = constructedIn(regions, resolution.program);
	// Of a function that both sides have, either may make instances.
	const anywhere = constructedIn([resolution.program.node], resolution.program);
	for (const variable of kept.flatMap((fragment) => fragment.defines)) {
		const isClass = classOf(variable) !== null;
		const isConstructor = hasPrototype(variable, parents);
		const isMade = makesClass(variable);
		if (!isClass && !isConstructor && !isMade && !anywhere.has(variable)) continue;
		const isCode = isClass || functionOf(variable) !== null;
		const crosses = isCode && whyNoInstance(variable) === null;
		if (crosses || extendsError(variable)) found.add(variable);
		else if (isClass && whyNoInstanceHere(variable, parents) === null) onlyNamed.push(variable);
		else if (isMade || isMadeByCall(variable, parents)) onlyNamed.push(variable);
	}
	const named = namedIn(regions, resolution.program);
	for (const variable of imports) {
		const from = importOf(variable, parents);
		if (!from || found.has(variable)) continue;
		if (constructed.has(variable)) found.add(variable);
		else if ((named.has(variable) || anywhere.has(variable)) && !isBuiltin(from.source))
			onlyNamed.push(variable);
	}
	/** @type {SharedClass[]} */
	const shared = [...found].map((variable) => ({ variable, key: variable.name }));
	for (const variable of onlyNamed) {
		const origin = classOriginOf(variable, parents) ?? undefined;
		shared.push({ variable, key: `${NAMED}${variable.name}`, origin });
	}
	shared.push(...findLateClasses(planned, new Set(shared.map(({ key }) => key)), linked));
	// What errors are known by as well, under another name.
	const known = new Set(shared.map(({ key }) => key));
	const errors = findErrorClasses(planned, new Set([...found, ...onlyNamed.filter(classOf)]));
	const isNamed = (/** @type {SharedClass} */ { key }) => known.has(key.replace(ERROR_ONLY, NAMED));
	shared.push(...errors.filter((one) => !isNamed(one)));
	const receivers = new Set(
		planned.plans.flatMap(({ receiver }) => (receiver?.kind === 'class' ? receiver.variable : [])),
	);
	for (const variable of kept.flatMap((fragment) => fragment.defines)) {
		const isReceiver = receivers.has(variable) || isSubclassOf(variable, receivers);
		if (isReceiver && !found.has(variable))
			shared.push({ variable, key: `${ONLY_ITSELF}${variable.name}` });
	}
	return shared;
}

/**
 * What code uses as a class: `new X`, `x instanceof X`.
 *
 * @param {Node[]} regions
 * @param {Scope} program
 * @returns {Set<Variable>} top-level variables
 */
function constructedIn(regions, program) {
	/** @type {Set<Variable>} */
	const found = new Set();
	for (const region of regions) {
		for (const node of nodesOf(region, ['BinaryExpression', 'NewExpression'])) {
			if (node.type === 'BinaryExpression' && node.operator !== 'instanceof') continue;
			const named = node.callee ?? node.right;
			const variable = named.type === 'Identifier' ? program.lookup(named.name) : null;
			if (variable) found.add(variable);
		}
	}
	return found;
}

/**
 * What code names as classes are named, whatever it does with it: `Vec3.ZERO`, `Vec3.of(1)`, `[Circle, Square]`,
 * `shape.constructor === Circle`. Whether it is a class shows at run time.
 *
 * @param {Node[]} regions
 * @param {Scope} program
 * @returns {Set<Variable>} top-level variables
 */
function namedIn(regions, program) {
	const isIn = (/** @type {Node} */ node) =>
		regions.some((one) => one.start <= node.start && node.end <= one.end);
	return new Set(
		[...program.variables.values()].filter(
			(one) =>
				IS_CLASS.test(one.name) &&
				one.references.some(({ node, role }) => role === 'read' && isIn(node)),
		),
	);
}

/** `const Item = createClass({ … })`: which class it is, and whether it is one, shows at run time. @param {Variable} variable @param {Parents} parents @returns {boolean} */
function isMadeByCall(variable, parents) {
	const value = constantValueOf(variable);
	return value !== null && isCall(value) && importOf(variable, parents) === null;
}
