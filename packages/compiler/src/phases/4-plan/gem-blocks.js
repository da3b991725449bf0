/** @import { Analysed, Unit } from '../../ir/module.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
import { chainRoot, isCall, isFunction, isMember, propertyName, unwrap } from '../../ast/shapes.js';
import { gemReadOutsideBlock } from '../../diagnostics/codes.js';
import { constantValueOf, importOf } from '../../ir/values.js';
import { methodCalledOn } from './unknown-methods.js';

/** Types whose fields are read and written in blocks only. */
const IN_BLOCKS = /^Atomic(?:LK|STM)$/;

/**
 * Point out uses of fields of a GEM outside of a block that gives the right to them, where the text shows both: the GEM is made by
 * `AtomicLK.create` or `AtomicSTM.create`, and the use is at the top level of the module or of a unit, which no block surrounds.
 *
 * @param {Analysed} analysed
 * @param {Unit[]} units
 * @param {Reporter} reporter LP4002
 */
export function checkGemBlocks({ resolution, effects }, units, reporter) {
	const { parents, program } = resolution;
	for (const variable of program.variables.values()) {
		const made = effects.gems.has(variable) ? constantValueOf(variable) : null;
		const type = made && isCall(made) ? typeCreated(made, effects) : null;
		if (!type || !IN_BLOCKS.test(type)) continue;
		for (const { node } of variable.references) {
			const member = parents.get(node);
			if (!member || !isMember(member) || member.object !== node) continue;
			const key = propertyName(member);
			const isCalled = methodCalledOn(node, parents) !== null;
			if (key === null || isCalled || !isOutside(node, parents, units)) continue;
			gemReadOutsideBlock(reporter, member, { name: variable.name, key, type }, [
				{ message: `\`${variable.name}\` is made here`, place: made },
			]);
		}
	}
}

/** @param {Node} call @param {Analysed['effects']} effects @returns {string | null} 'AtomicLK' of `AtomicLK.create({})` */
export function typeCreated(call, { gems, aliases, parents }) {
	const callee = unwrap(call.callee);
	if (gems.libraryCallee(callee) !== 'create') return null;
	const object = unwrap(callee?.object);
	if (object && isMember(object)) return propertyName(object);
	const root = chainRoot(callee);
	const variable = root.type === 'Identifier' ? aliases.variableOf(root) : null;
	return (variable && importOf(variable, parents)?.name) ?? null;
}

/** @param {Node} node @param {Parents} parents @param {Unit[]} units @returns {boolean} no function is around it but a unit's own */
function isOutside(node, parents, units) {
	for (let at = parents.get(node); at; at = parents.get(at))
		if (isFunction(at) || /^(?:Class|Static)/.test(at.type))
			return units.some((unit) => unit.node === at);
	return true;
}
