/** @import { Node } from '../types.js' */
/** @import { Scope, VariableKind } from './scope.js' */
import { walk } from './babel.js';
import { isTypeOnly, patternNames } from './shapes.js';

/**
 * Declare what a statement brings into its scope, and the `var`s that it hoists out of nested ones.
 *
 * @param {Node} statement
 * @param {Scope} scope
 */
export function declareStatement(statement, scope) {
	let node =
		statement.declaration && /^Export/.test(statement.type) ? statement.declaration : statement;
	if (isTypeOnly(node)) return;
	while (node.type === 'LabeledStatement') node = node.body; // `label: function f() {}` is one of sloppy code
	switch (node.type) {
		case 'ImportDeclaration':
			for (const specifier of node.specifiers)
				declareId(specifier.local, 'import', specifier, scope);
			return;
		case 'TSImportEqualsDeclaration':
			declareId(node.id, 'import', node, scope);
			return;
		case 'FunctionDeclaration':
			if (node.id) declareId(node.id, 'function', node, scope);
			return;
		case 'ClassDeclaration':
			if (node.id) declareId(node.id, 'class', node, scope);
			return;
		case 'TSEnumDeclaration':
			declareId(node.id, 'enum', node, scope);
			return;
		case 'TSModuleDeclaration':
			if (node.id.type === 'Identifier') declareId(node.id, 'namespace', node, scope);
			return;
		case 'VariableDeclaration':
			if (node.kind !== 'var') declareVariables(node, scope);
			else declareVariables(node, scope.varScope);
			return;
		default:
			hoistVars(node, scope.varScope);
	}
}

/** `var`s of nested statements belong to the function. @param {Node} root @param {Scope} scope */
function hoistVars(root, scope) {
	walk(root, (node) => {
		if (node.type === 'VariableDeclaration' && node.kind === 'var') declareVariables(node, scope);
		return /Statement$|^SwitchCase$|^CatchClause$/.test(node.type);
	});
}

/** @param {Node} node @param {Scope} scope */
export function declareVariables(node, scope) {
	const kind = /** @type {VariableKind} */ (node.kind === 'await using' ? 'using' : node.kind);
	for (const declarator of node.declarations) {
		for (const id of patternNames(declarator.id)) declareId(id, kind, declarator, scope);
	}
}

/** @param {Node} id @param {VariableKind} kind @param {Node} node @param {Scope} scope */
function declareId(id, kind, node, scope) {
	const known = scope.variables.get(id.name);
	if (known?.declarations.some((declaration) => declaration.id === id)) return;
	scope.declare(id.name, kind, { id, node });
}
