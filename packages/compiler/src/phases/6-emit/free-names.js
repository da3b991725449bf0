/** @typedef {{ type: string, [field: string]: any }} Estree */

const SKIPPED = new Set([
	'loc',
	'range',
	'start',
	'end',
	'typeAnnotation',
	'typeParameters',
	'typeArguments',
	'returnType',
	'superTypeParameters',
	'implements',
]);

/**
 * The names that a program uses and does not declare, as a second opinion on what was emitted.
 *
 * Works on acorn's tree and by scopes of functions and blocks; it shares no code with the analysis
 * that it checks. A name counts as declared where any enclosing scope declares it.
 *
 * @param {Estree} program
 * @returns {Set<string>}
 */
export function freeNames(program) {
	/** @type {Set<string>} */
	const free = new Set();
	visit(program, [new Set()], free);
	return free;
}

/** @param {Estree} node @param {Set<string>[]} scopes innermost last @param {Set<string>} free */
function visit(node, scopes, free) {
	if (
		/^TS(?!AsExpression|NonNull|Satisfies|Enum|Module|ParameterProperty|TypeAssertion|Instantiation)/.test(
			node.type,
		) ||
		node.declare
	)
		return;
	const opens =
		/Function|^(BlockStatement|Program|For\w*Statement|CatchClause|SwitchStatement|Class\w+|StaticBlock|TSModuleBlock|TSEnumDeclaration)$/.test(
			node.type,
		);
	const inner = opens ? [...scopes, declaredIn(node)] : scopes;
	if (node.type === 'Identifier' || node.type === 'JSXIdentifier') {
		const isTag = node.type === 'Identifier' || !/^[a-z]/.test(node.name);
		if (isTag && !scopes.some((scope) => scope.has(node.name))) free.add(node.name);
		return;
	}
	for (const [key, child] of Object.entries(node)) {
		if (SKIPPED.has(key) || isNameOnly(node, key)) continue;
		if (Array.isArray(child)) child.forEach((one) => one?.type && visit(one, inner, free));
		else if (child?.type) visit(child, inner, free);
	}
}

/** Identifiers that name a property, a label or a module's export, not a variable. @param {Estree} node @param {string} key @returns {boolean} */
function isNameOnly(node, key) {
	if ((key === 'property' && node.type.endsWith('MemberExpression')) || key === 'key')
		return !node.computed;
	if (key === 'label' || node.type === 'MetaProperty') return true;
	if (
		key === 'imported' ||
		key === 'exported' ||
		(key === 'local' && node.type === 'ExportSpecifier')
	)
		return true;
	if (node.type === 'JSXAttribute' && key === 'name') return true;
	return key === 'id' && node.type === 'TSEnumMember';
}

/** @param {Estree} node @returns {Set<string>} what a scope declares: its parameters, declarations and hoisted names */
function declaredIn(node) {
	/** @type {Set<string>} */
	const names = new Set();
	if (node.id?.name) names.add(node.id.name);
	if (/Function/.test(node.type)) {
		node.params.forEach((/** @type {Estree} */ param) => addPattern(param, names));
		if (node.type !== 'ArrowFunctionExpression') names.add('arguments');
	}
	if (node.param) addPattern(node.param, names);
	if (node.type === 'TSEnumDeclaration')
		(node.members ?? node.body?.members ?? []).forEach((/** @type {Estree} */ one) =>
			names.add(one.id.name),
		);
	collect(node, names, true);
	return names;
}

/** Declarations of a scope; nested functions keep theirs. @param {Estree} node @param {Set<string>} names @param {boolean} isRoot */
function collect(node, names, isRoot) {
	if (!isRoot) {
		if (/^(Function|Class|TSEnum|TSModule)Declaration$/.test(node.type) && node.id?.name)
			names.add(node.id.name);
		if (/Function|^Class/.test(node.type)) return;
		if (node.type === 'VariableDeclarator') addPattern(node.id, names);
		if (/^Import\w*Specifier$/.test(node.type)) names.add(node.local.name);
		if (node.type === 'TSImportEqualsDeclaration') names.add(node.id.name);
	}
	for (const [key, child] of Object.entries(node)) {
		if (SKIPPED.has(key)) continue;
		if (Array.isArray(child)) child.forEach((one) => one?.type && collect(one, names, false));
		else if (child?.type) collect(child, names, false);
	}
}

/** @param {Estree | null} pattern @param {Set<string>} names */
function addPattern(pattern, names) {
	switch (pattern?.type) {
		case 'Identifier':
			names.add(pattern.name);
			return;
		case 'ObjectPattern':
			return pattern.properties.forEach((/** @type {Estree} */ one) =>
				addPattern(one.value ?? one.argument, names),
			);
		case 'ArrayPattern':
			return pattern.elements.forEach((/** @type {Estree | null} */ one) => addPattern(one, names));
		case 'AssignmentPattern':
			return addPattern(pattern.left, names);
		case 'RestElement':
			return addPattern(pattern.argument, names);
		case 'TSParameterProperty':
			return addPattern(pattern.parameter, names);
		default:
	}
}
