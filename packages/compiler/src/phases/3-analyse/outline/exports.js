/** @import { Node } from '../../../types.js' */
/** @import { ExportLink, ValueFact } from '../../../ir/summary.js' */
/** @import { View } from './view.js' */
import { isTypeOnly, patternNames } from '../../../ast/shapes.js';
import { findCommonJsExports } from './common-js-exports.js';
import { nameOf } from './imports.js';

/**
 * What a module exports, by whichever syntax.
 *
 * @param {View} view
 * @param {{ ofExpression: (node: Node) => ValueFact, ofVariable: (name: string) => ValueFact, ofRoot: (node: Node) => ValueFact }} values
 *   `ofRoot`: of an `export … from` or one of its specifiers
 * @returns {ExportLink[]}
 */
export function findExports(view, values) {
	/** @type {ExportLink[]} */
	const found = [];
	for (const node of view.program.body) {
		if (node.exportKind === 'type' || isTypeOnly(node)) continue;
		if (node.type === 'ExportAllDeclaration') found.push({ name: '*', value: values.ofRoot(node) });
		else if (node.type === 'ExportNamedDeclaration') found.push(...namedExports(node, values));
		else if (node.type === 'ExportDefaultDeclaration') {
			const { declaration } = node;
			const value = declaration.id
				? values.ofVariable(declaration.id.name)
				: values.ofExpression(declaration);
			found.push({ name: 'default', value });
		} else if (node.type === 'TSExportAssignment') {
			found.push({ name: '=', value: values.ofExpression(node.expression) });
		} else if (node.type === 'TSImportEqualsDeclaration' && node.isExport) {
			found.push({ name: node.id.name, value: values.ofVariable(node.id.name) });
		}
	}
	return [...found, ...findCommonJsExports(view, values.ofExpression)];
}

/** @param {Node} node @param {Parameters<typeof findExports>[1]} values @returns {ExportLink[]} */
function namedExports(node, values) {
	/** @type {ExportLink[]} */
	const found = [];
	for (const specifier of node.specifiers) {
		if (specifier.exportKind === 'type') continue;
		const name = nameOf(specifier.exported);
		const value = node.source
			? values.ofRoot(specifier)
			: values.ofVariable(nameOf(specifier.local));
		found.push({ name, value });
	}
	const { declaration } = node;
	if (!declaration) return found;
	const ids = declaration.id
		? [declaration.id]
		: (declaration.declarations ?? []).flatMap((/** @type {Node} */ one) => patternNames(one.id));
	for (const { name } of ids) found.push({ name, value: values.ofVariable(name) });
	return found;
}
