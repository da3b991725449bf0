/** @import { Edit, Planned } from '../../ir/module.js' */
/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { keepsBody } from '../../ir/host-code.js';
import { isWithin } from '../../ast/tree.js';

/**
 * TypeScript leaves out an import of which nothing is used, and units have moved to the worker module with their uses. The plain
 * program loads the other file, which may change state of a third one then and has objects that results are compared with: so does
 * the host. A package does neither as a rule, and may take long to load; JSON never does.
 *
 * ```ts
 * import { rates } from './rates.ts'; import './rates.ts';
 * ```
 *
 * @param {Planned} planned
 * @returns {Edit[]}
 */
export function keepImports({ language, moduleKind, imports, others, plans, resolution, source }) {
	if (language === 'js' || moduleKind !== 'module') return [];
	const gone = plans.flatMap(({ unit }) => (keepsBody(unit) ? [] : unit.node.body));
	/** @type {Set<Node>} */
	const declarations = new Set();
	for (const variable of imports) {
		if (!variable.references.every(({ node }) => gone.some((body) => isWithin(node, body))))
			continue;
		const declaration = declarationOf(variable, resolution.parents);
		const mayAct = /^\.(?!.*\.json$)/.test(declaration?.source.value ?? '');
		if (declaration && (mayAct || others.length > 0)) declarations.add(declaration);
	}
	return [...declarations].map((node) => {
		const text = source.slice(node.source.start, node.end);
		const isEnded = text.endsWith(';');
		const at = { start: node.end, end: node.end };
		return { ...at, text: `${isEnded ? '' : ';'} import ${text}${isEnded ? '' : ';'}` };
	});
}

/** @param {Variable} variable @param {Planned['resolution']['parents']} parents @returns {Node | null} */
function declarationOf({ kind, declarations: [declared] }, parents) {
	const parent = kind === 'import' && declared ? parents.get(declared.node) : null;
	return parent?.type === 'ImportDeclaration' ? parent : null;
}
