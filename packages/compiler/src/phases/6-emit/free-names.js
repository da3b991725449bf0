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

// Types have no names at run time, except those of TypeScript's syntax that do.
const ERASED =
	/^TS(?!AsExpression|NonNull|Satisfies|Enum|Module|ParameterProperty|TypeAssertion|Instantiation)/;
// Blocks need no scope: what they declare counts for the whole function.
const OPENS =
	/Function|^(Program|CatchClause|Class\w+|StaticBlock|TSModuleBlock|TSEnumDeclaration)$/;

/** @typedef {{ names: Set<string>, outer: Scope | null }} Scope */

/** What a type of node is, asked once for each type. @type {Map<string, 'erased' | 'scope' | 'name' | 'other'>} */
const KINDS = new Map();

/** @param {string} type */
function kindOf(type) {
	let kind = KINDS.get(type);
	if (kind === undefined) {
		if (ERASED.test(type)) kind = 'erased';
		else if (OPENS.test(type)) kind = 'scope';
		else kind = type === 'Identifier' || type === 'JSXIdentifier' ? 'name' : 'other';
		KINDS.set(type, kind);
	}
	return kind;
}

/**
 * The names that a program uses and does not declare, as a second opinion on what was emitted.
 *
 * Works on acorn's tree and by scopes of functions; it shares no code with the analysis that it
 * checks. A name counts as declared where any enclosing scope declares it.
 *
 * @param {Estree} program
 * @returns {Set<string>}
 */
export function freeNames(program) {
	/** @type {Set<string>} */
	const free = new Set();
	visit(program, null, free);
	return free;
}

/**
 * A worklist and no recursion: a chain of thousands of calls is as deep as it is long.
 *
 * @param {Estree} root @param {Scope | null} outermost @param {Set<string>} free
 */
function visit(root, outermost, free) {
	/** @type {Estree[]} */
	const nodes = [root];
	/** @type {(Scope | null)[]} */
	const scopes = [outermost];
	for (let node = nodes.pop(); node; node = nodes.pop()) {
		const scope = /** @type {Scope | null} */ (scopes.pop());
		const kind = kindOf(node.type);
		if (kind === 'erased' || node.declare) continue;
		if (kind === 'name') {
			const isTag = node.type === 'Identifier' || !/^[a-z]/.test(node.name);
			if (isTag && !isDeclared(node.name, scope)) free.add(node.name);
			continue;
		}
		const inner = kind === 'scope' ? { names: declaredIn(node), outer: scope } : scope;
		for (const key in node) {
			if (node[key] === null || typeof node[key] !== 'object' || isNameOnly(node, key)) continue;
			pushChildren(node, key, nodes);
			while (scopes.length < nodes.length) scopes.push(inner);
		}
	}
}

/** @param {Estree} node @param {string} key @param {Estree[]} nodes gains those that `node` has there */
function pushChildren(node, key, nodes) {
	const child = node[key];
	if (child === null || typeof child !== 'object' || SKIPPED.has(key)) return;
	if (!Array.isArray(child)) {
		if (child.type) nodes.push(child);
	} else for (const one of child) if (one?.type) nodes.push(one);
}

/** @param {string} name @param {Scope | null} scope @returns {boolean} */
export function isDeclared(name, scope) {
	for (let at = scope; at; at = at.outer) if (at.names.has(name)) return true;
	return false;
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
export function declaredIn(node) {
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
	// Only static blocks declare anything in a class, and they keep it.
	if (!/^Class|^CatchClause$/.test(node.type)) collect(node, names);
	return names;
}

/** Declarations of a scope; nested functions and classes keep theirs. @param {Estree} root @param {Set<string>} names */
function collect(root, names) {
	/** @type {Estree[]} */
	const nodes = [root];
	for (let node = nodes.pop(); node; node = nodes.pop()) {
		if (node !== root && declare(node, names)) continue;
		for (const key in node) pushChildren(node, key, nodes);
	}
}

/** @param {Estree} node @param {Set<string>} names @returns {boolean} whether nothing inside of it declares for the scope */
function declare(node, names) {
	switch (node.type) {
		case 'VariableDeclarator':
			addPattern(node.id, names);
			return false;
		case 'ImportSpecifier':
		case 'ImportDefaultSpecifier':
		case 'ImportNamespaceSpecifier':
			names.add(node.local.name);
			return true;
		case 'FunctionDeclaration':
		case 'ClassDeclaration':
			if (node.id?.name) names.add(node.id.name);
			return true;
		case 'FunctionExpression':
		case 'ArrowFunctionExpression':
		case 'ClassExpression':
		case 'Identifier':
		case 'Literal':
			return true;
		case 'TSEnumDeclaration':
		case 'TSModuleDeclaration':
			if (node.id?.name) names.add(node.id.name);
			return false;
		case 'TSImportEqualsDeclaration':
			names.add(node.id.name);
			return false;
		default:
			return false;
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
