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

// Only static blocks declare anything in a class, and they keep it.
const PASSING = /^Class|^CatchClause$/;

/** `isPassing`: what is declared within it belongs to the scope around it. @typedef {{ names: Set<string>, outer: Scope | null, isPassing?: boolean }} Scope */

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
	/** @type {{ name: string, scope: Scope }[]} */
	const uses = [];
	visit(program, uses);
	/** @type {Set<string>} */
	const free = new Set();
	// Names are declared after their uses, too.
	for (const { name, scope } of uses) if (!isDeclared(name, scope)) free.add(name);
	return free;
}

/**
 * Collect uses of names, and what scopes declare, in one walk. A worklist and no recursion: a chain of thousands of calls
 * is as deep as it is long.
 *
 * @param {Estree} root @param {{ name: string, scope: Scope }[]} uses gains them
 */
function visit(root, uses) {
	/** @type {Estree[]} */
	const nodes = [root];
	/** @type {Scope[]} */
	const scopes = [{ names: new Set(), outer: null }];
	for (let node = nodes.pop(); node; node = nodes.pop()) {
		const scope = /** @type {Scope} */ (scopes.pop());
		const kind = kindOf(node.type);
		if (kind === 'name') {
			const isTag = node.type === 'Identifier' || !/^[a-z]/.test(node.name);
			if (isTag) uses.push({ name: node.name, scope });
			continue;
		}
		const declaring = declaringScope(scope);
		if (kind === 'erased' || node.declare) {
			if (!declare(node, declaring.names)) collect(node, declaring.names);
			continue;
		}
		declare(node, declaring.names);
		const inner = kind === 'scope' ? innerScope(node, scope) : scope;
		for (const key in node) {
			if (node[key] === null || typeof node[key] !== 'object' || isNameOnly(node, key)) continue;
			pushChildren(node, key, nodes);
			while (scopes.length < nodes.length) scopes.push(inner);
		}
	}
}

/** @param {Estree} node that opens a scope @param {Scope} outer @returns {Scope} with the names that its head declares */
function innerScope(node, outer) {
	/** @type {Set<string>} */
	const names = new Set();
	declareHead(node, names);
	return { names, outer, isPassing: PASSING.test(node.type) };
}

/** @param {Scope} scope @returns {Scope} that a declaration within it belongs to */
function declaringScope(scope) {
	let at = scope;
	while (at.isPassing && at.outer) at = at.outer;
	return at;
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
	switch (key) {
		case 'property':
			return node.type === 'MetaProperty' || (isMember(node) && !node.computed);
		case 'meta':
			return node.type === 'MetaProperty';
		case 'key':
			return !node.computed;
		case 'label':
		case 'imported':
		case 'exported':
			return true;
		case 'local':
			return node.type === 'ExportSpecifier';
		case 'name':
			return node.type === 'JSXAttribute';
		case 'id':
			return node.type === 'TSEnumMember';
		default:
			return false;
	}
}

/** @param {Estree} node @returns {boolean} */
const isMember = ({ type }) => type.endsWith('MemberExpression');

/** @param {Estree} node @returns {Set<string>} what a scope declares: its parameters, declarations and hoisted names */
export function declaredIn(node) {
	/** @type {Set<string>} */
	const names = new Set();
	declareHead(node, names);
	if (!PASSING.test(node.type)) collect(node, names);
	return names;
}

/** The name and the parameters of what opens a scope. @param {Estree} node @param {Set<string>} names */
function declareHead(node, names) {
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
