/** @import { AskOfThreadFact } from '../../../ir/summary.js' */
/** @import { Placed } from './codes.js' */
/** @import { View } from './view.js' */
import { dottedName, isCall, isMember, propertyName, unwrap } from '../../../ast/shapes.js';
import { nodesOf } from '../../../ast/tree.js';
import { OF_THE_MODULE } from '../../../ir/platform-names.js';
import { constantValueOf } from '../../../ir/values.js';
import { spanOf } from './spans.js';

/** Most files ask none of it. */
const MAY_ASK = /\b(require\.main|module\.\w+|getStore)\b/;

/**
 * Where a module asks for what its thread or Node's loader has, and another thread has not: which module is the program, and the
 * context of an `AsyncLocalStorage`.
 *
 * @param {View} view
 * @returns {Placed<AskOfThreadFact>[]}
 */
export function findAsks({ discovered, program, parents, variableOf }) {
	if (!MAY_ASK.test(discovered.source)) return [];
	/** @type {Placed<AskOfThreadFact>[]} */
	const found = [];
	for (const node of nodesOf(program, ['MemberExpression', 'OptionalMemberExpression'])) {
		const text = dottedName(node);
		const root = unwrap(node.object);
		if (text === null || root.type !== 'Identifier' || !node.loc) continue;
		const variable = variableOf.get(root);
		const span = spanOf(node);
		const isOfModule = variable === null && OF_THE_MODULE.has(text);
		if (isOfModule) found.push({ start: node.start, fact: { ...span, text, kind: 'module' } });
		const call = parents.get(node);
		const isAsked = isMember(node) && propertyName(node) === 'getStore' && isCall(call);
		const made = isAsked && variable ? constantValueOf(variable) : null;
		if (made?.type !== 'NewExpression') continue;
		if (/(^|\.)AsyncLocalStorage$/.test(dottedName(made.callee) ?? ''))
			found.push({ start: node.start, fact: { ...span, text: `${text}()`, kind: 'context' } });
	}
	return found;
}
