/** @import { Planned } from '../../ir/module.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
/** @import { Parents } from '../../ast/parents.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Node } from '../../types.js' */
import { isBuiltin } from 'node:module';
import { isCall, isMember, propertyName, unwrap } from '../../ast/shapes.js';
import { methodOfUnknownClass } from '../../diagnostics/codes.js';
import { IS_SURELY_CLASS } from '../../ir/class-names.js';
import { importOf } from '../../ir/values.js';
import { isMethodOfPlatform } from '../../knowledge/methods.js';
import { workerRegions } from './locals.js';

/**
 * Point out calls of methods of a captured parameter that no value can have once it is cloned: the platform has no such method, and
 * the file neither defines one nor names a class that may have it, by which an instance would be one again in the worker.
 *
 * @param {Pick<Planned, 'plans' | 'effects' | 'resolution'>} planned
 * @param {Reporter} reporter LP2055
 */
export function checkUnknownMethods({ plans, effects, resolution }, reporter) {
	const { parents, program } = resolution;
	const imports = [...program.variables.values()];
	if (imports.some((one) => mayBringClasses(one, importOf(one, parents)))) return;
	for (const { unit, locals, statements } of plans) {
		if (unit.isOptional) continue;
		const regions = workerRegions(unit, { locals, statements });
		for (const { variable, channel } of locals) {
			if (channel !== 'snapshot' || variable.kind !== 'param') continue;
			const inside = variable.references.filter(({ node }) =>
				regions.some((region) => region.start <= node.start && node.end <= region.end),
			);
			for (const { node } of inside) {
				const method = methodCalledOn(node, parents);
				if (!method || isMethodOfPlatform(method) || effects.gems.isOwnMethod(method)) continue;
				const { name } = variable;
				const declared = {
					message: `\`${name}\` is declared here`,
					place: variable.declarations[0]?.id,
				};
				methodOfUnknownClass(reporter, node, { unit: unit.name, name, method }, [declared]);
				break;
			}
		}
	}
}

/** @param {Variable} variable @param {{ source: string, name: string | null } | null} from @returns {boolean} an import that is a class, or may hold some */
function mayBringClasses({ name, declarations }, from) {
	if (!from || isBuiltin(from.source)) return false;
	return IS_SURELY_CLASS.test(name) || declarations[0]?.node.type === 'ImportNamespaceSpecifier';
}

/** @param {Node} reference @param {Parents} parents @returns {string | null} */
export function methodCalledOn(reference, parents) {
	const member = parents.get(reference);
	if (!member || !isMember(member) || member.object !== reference) return null;
	const call = parents.get(member);
	return call && isCall(call) && unwrap(call.callee) === member ? propertyName(member) : null;
}
