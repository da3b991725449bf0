/** @import { Node } from '../../types.js' */
/** @import { Fragment, Parsed } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { isClass, isTypeOnly, patternNames } from '../../ast/shapes.js';

/**
 * Cut the top level of a module into the pieces that a slice takes or leaves: statements, and the
 * declarators of a declaration one by one (`const a = 1, b = effect()` is two).
 *
 * @param {Parsed} parsed
 * @returns {Fragment[]} in source order
 */
export function cutFragments({ file, resolution }) {
	/** @type {Fragment[]} */
	const fragments = [];
	/** @param {Node} statement @param {Node} node @param {Fragment['kind']} kind @param {Node[]} ids */
	const add = (statement, node, kind, ids) => {
		const defines = [
			...new Set(
				ids.map((id) => /** @type {Variable} */ (resolution.program.variables.get(id.name))),
			),
		].filter(Boolean);
		fragments.push({ index: fragments.length, node, statement, kind, defines, references: [] });
	};
	for (const statement of file.program.body) {
		const inner = /^Export(Named|Default)/.test(statement.type)
			? (statement.declaration ?? statement)
			: statement;
		if (inner.type === 'VariableDeclaration' && !isTypeOnly(inner)) {
			for (const declarator of inner.declarations)
				add(statement, declarator, 'variable', patternNames(declarator.id));
		} else add(statement, inner, kindOf(statement, inner), declaredIds(inner));
	}
	defineHoisted(fragments, resolution.program.variables.values());
	for (const reference of resolution.references) {
		if (!reference.variable?.isTopLevel) continue;
		fragmentAt(fragments, reference.node.start)?.references.push(reference);
	}
	return fragments;
}

/**
 * `if (…) { var a = 1 }` defines `a`, and so does `for (var i = 0; …)`.
 *
 * @param {Fragment[]} fragments in source order, changed in place
 * @param {Iterable<Variable>} variables of the top level
 */
function defineHoisted(fragments, variables) {
	for (const variable of variables) {
		for (const { id } of variable.declarations) {
			const fragment = fragmentAt(fragments, id.start);
			if (fragment?.kind === 'statement' && !fragment.defines.includes(variable))
				fragment.defines.push(variable);
		}
	}
}

/** @param {Node} statement @param {Node} inner @returns {Fragment['kind']} */
function kindOf(statement, inner) {
	if (isTypeOnly(statement) || isTypeOnly(inner)) return 'type';
	if (inner.type === 'FunctionDeclaration' && inner.id) return 'function';
	if (isClass(inner) && inner.id) return 'class';
	if (/^(ImportDeclaration|TSImportEqualsDeclaration)$/.test(inner.type)) return 'import';
	if (inner.type === 'TSEnumDeclaration') return 'enum';
	if (inner.type === 'TSModuleDeclaration') return 'namespace';
	return /^Export(Named|All)/.test(inner.type) ? 'export-list' : 'statement';
}

/** @param {Node} node @returns {Node[]} */
function declaredIds(node) {
	if (node.type === 'ImportDeclaration')
		return node.specifiers.map((/** @type {Node} */ one) => one.local);
	return node.id?.type === 'Identifier' && !isTypeOnly(node) ? [node.id] : [];
}

/**
 * @param {Fragment[]} fragments in source order
 * @param {number} offset
 * @returns {Fragment | undefined} the one around an offset
 */
export function fragmentAt(fragments, offset) {
	let low = 0;
	let high = fragments.length - 1;
	while (low <= high) {
		const middle = (low + high) >> 1;
		const fragment = /** @type {Fragment} */ (fragments[middle]);
		if (offset < fragment.node.start) high = middle - 1;
		else if (offset >= fragment.node.end) low = middle + 1;
		else return fragment;
	}
	return undefined;
}
