/** @import { Node } from '../types.js' */
/** @import { Scope, VariableKind } from './scope.js' */
import { walk } from './babel.js';
import { isTypeOnly, patternNames } from './shapes.js';

/**
 * Declare what a statement brings into its scope, and the `var`s that it hoists out of nested ones.
 *
 * @param {Node} statement
 * @param {Scope} scope
 * @param {boolean} strict
 */
export function declareStatement(statement, scope, strict) {
	const node =
		statement.declaration && /^Export/.test(statement.type) ? statement.declaration : statement;
	if (isTypeOnly(node)) return;
	switch (node.type) {
		case 'ImportDeclaration':
			for (const specifier of node.specifiers)
				declareId(specifier.local, 'import', specifier, scope);
			return;
		case 'TSImportEqualsDeclaration':
			declareId(node.id, 'import', node, scope);
			return;
		case 'FunctionDeclaration':
			if (node.id) declareFunction(node, scope, strict);
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

/** @param {Node} node @param {Scope} scope @param {boolean} strict */
function declareFunction(node, scope, strict) {
	const variable = scope.declare(node.id.name, 'function', { id: node.id, node });
	const outer = scope.varScope;
	// Annex B.3.3: in sloppy code a plain function of a block is a `var` of the function too.
	const isSloppy = !strict && scope.kind === 'block' && !node.async && !node.generator;
	if (isSloppy && !outer.lookup(node.id.name)) outer.variables.set(node.id.name, variable);
}
