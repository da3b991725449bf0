/** @import { Facts, Node } from '../types.js' */
/** @import { Discovered } from './module.js' */
import { isMember, propertyName } from '../ast/shapes.js';

/**
 * What a module exports, and which of it are units.
 *
 * A function that has no name of its own (`export default () => …`, `exports.parse = (text) => …`) goes by the name of its
 * export.
 *
 * @param {Pick<Discovered, 'file' | 'units' | 'moduleKind'>} module
 * @returns {Facts['exports']} in source order
 */
export function exportsOf({ file, units, moduleKind }) {
	/** @type {Facts['exports']} */
	const found = [];
	/** @param {string} exported @param {Node | null | undefined} value a name, or an expression */
	const add = (exported, value) => {
		const isName = value?.type === 'Identifier';
		const local = isName ? value.name : (value?.id?.name ?? exported);
		const unit = units.find((one) =>
			isName || value?.id ? one.isTopLevel && one.variable?.name === local : one.node === value,
		);
		found.push({ exported, local, ...(unit ? { unit: unit.id } : {}) });
	};
	for (const statement of file.program.body) {
		if (moduleKind === 'commonjs') addCommonJs(statement, add);
		addDeclared(statement, add);
	}
	return found;
}

/** @typedef {(exported: string, value: Node | null | undefined) => void} Add */

/** @param {Node} statement @param {Add} add */
function addDeclared(statement, add) {
	if (statement.type === 'ExportDefaultDeclaration') add('default', statement.declaration);
	if (statement.type === 'TSExportAssignment') add('export=', statement.expression);
	if (statement.type !== 'ExportNamedDeclaration' || statement.source) return;
	for (const { exported, local } of statement.specifiers)
		add(exported.name ?? exported.value, local);
	const { declaration } = statement;
	if (declaration?.id?.name) add(declaration.id.name, declaration);
	for (const { id } of declaration?.declarations ?? []) {
		if (id.type === 'Identifier') add(id.name, id);
	}
}

/**
 * `module.exports = { f, g: h }`, `module.exports = f`, `exports.f = …`, `module.exports.f = …`.
 *
 * @param {Node} statement
 * @param {Add} add
 */
function addCommonJs({ type, expression }, add) {
	if (type !== 'ExpressionStatement' || expression.type !== 'AssignmentExpression') return;
	const { left, right } = expression;
	if (isModuleExports(left)) {
		if (right.type !== 'ObjectExpression') return add('export=', right);
		for (const property of right.properties) {
			const name = propertyName(property);
			if (name !== null) add(name, property.value ?? property);
		}
	} else if (isMember(left) && (isModuleExports(left.object) || left.object.name === 'exports')) {
		const name = propertyName(left);
		if (name !== null) add(name, right);
	}
}

/** @param {Node} node @returns {boolean} */
const isModuleExports = (node) =>
	isMember(node) && node.object.name === 'module' && propertyName(node) === 'exports';
