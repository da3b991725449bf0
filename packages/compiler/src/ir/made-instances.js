/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { Path } from './sources.js' */
import { walk } from '../ast/babel.js';
import {
	isClass,
	isFunction,
	isMember,
	membersOf,
	patternNames,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { argumentsAt, indexOfParameter, parametersOf } from './parameters.js';

/** What a constructor puts into an instance: `name` of the property, null for one that the text does not tell. @typedef {{ name: string | null, value: Node }} Field */

/**
 * Answers which variables' objects lie in a new instance of the module's own classes: `new Holder(rows)` has `rows` where its
 * constructor puts it.
 *
 * @param {EffectAnalysis} analysis
 * @returns {(made: Node, path: Path) => Set<Variable>}
 */
export function createMadeInstances(analysis) {
	/** @type {Map<Node, Field[]>} */
	const known = new Map();
	/** @param {Node} fn @returns {Field[]} */
	const fieldsOf = (fn) => {
		const fields = known.get(fn) ?? findFields(fn);
		known.set(fn, fields);
		return fields;
	};
	return (made, [first, ...rest]) => {
		/** @type {Set<Variable>} */
		const found = new Set();
		if (first === undefined) return found;
		for (const { fn, args } of analysis.callees.ofCall(made)) {
			for (const { name, value } of fieldsOf(fn)) {
				if (name !== first && name !== null && first !== null) continue;
				for (const variable of analysis.aliases.of(value, rest)) {
					const index = indexOfParameter(fn, variable);
					const given = index < 0 ? [] : argumentsAt(args, index, fn);
					if (variable.isTopLevel) found.add(variable);
					for (const argument of given)
						for (const one of analysis.aliases.of(argument, rest)) found.add(one);
				}
			}
		}
		return found;
	};
}

/** @param {Node} fn a class, or a function that serves as one @returns {Field[]} */
function findFields(fn) {
	/** @type {Field[]} */
	const fields = [];
	const bodies = isClass(fn) ? [] : [fn.body];
	for (const one of isClass(fn) ? membersOf(fn) : []) {
		if (one.kind === 'constructor') bodies.push(one.body);
		else if (!one.static && !isFunction(one) && one.value)
			fields.push({ name: propertyName(one), value: one.value });
	}
	for (const param of parametersOf(fn)) {
		if (param.type !== 'TSParameterProperty') continue;
		for (const id of patternNames(param)) fields.push({ name: id.name, value: id });
	}
	for (const body of bodies) {
		walk(body, (node) => {
			const target = node.type === 'AssignmentExpression' ? unwrap(node.left) : null;
			if (isMember(target) && target.object.type === 'ThisExpression')
				fields.push({ name: propertyName(target), value: node.right });
			return !isFunction(node) || node.type === 'ArrowFunctionExpression';
		});
	}
	return fields;
}
