/** @import { Analysed, Unit } from '../../ir/module.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { CALLS, isCall, isMember, propertyName, unwrap } from '../../ast/shapes.js';
import { nodesOf } from '../../ast/tree.js';
import { gemWrittenInUnit } from '../../diagnostics/codes.js';
import { constantValueOf } from '../../ir/values.js';
import { isMutatorMethod } from '../../knowledge/methods.js';
import { typeCreated } from './gem-blocks.js';

/**
 * Point out what units write to a GEM that `ReadOnly.create` of this module has made: in a thread that got it, nobody may.
 *
 * @param {Analysed} analysed
 * @param {Unit[]} units
 * @param {Reporter} reporter LP4010
 */
export function checkGemWrites({ resolution, effects }, units, reporter) {
	const { aliases, gems } = effects;
	/** @type {Map<Variable, Node>} */
	const readOnly = new Map();
	for (const variable of resolution.program.variables.values()) {
		const made = gems.has(variable) ? constantValueOf(variable) : null;
		if (made && isCall(made) && typeCreated(made, effects) === 'ReadOnly')
			readOnly.set(variable, made);
	}
	if (readOnly.size === 0) return;
	for (const unit of units) {
		for (const node of nodesOf(unit.node.body, WRITING)) {
			const object = objectWritten(node);
			if (!object || !gems.isGem(object)) continue;
			const variable = [...aliases.of(object)].find((one) => readOnly.has(one));
			if (!variable) continue;
			gemWrittenInUnit(reporter, node, { unit: unit.name, name: variable.name }, [
				{ message: `\`${variable.name}\` is made here`, place: readOnly.get(variable) },
			]);
		}
	}
}

const WRITING = /** @type {const} */ ([
	...['AssignmentExpression', 'UpdateExpression', 'UnaryExpression'],
	...CALLS,
]);

/** @param {Node} node @returns {Node | null} `rows` of `rows[0] = 1`, `delete rows.x`, `rows.push(1)` */
function objectWritten(node) {
	if (isCall(node)) {
		const callee = /** @type {Node} */ (unwrap(node.callee));
		const isMutator = isMember(callee) && isMutatorMethod(propertyName(callee) ?? '');
		return isMutator ? callee.object : null;
	}
	if (node.type === 'UnaryExpression' && node.operator !== 'delete') return null;
	const target = /** @type {Node} */ (unwrap(node.left ?? node.argument));
	return isMember(target) ? target.object : null;
}
