/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { Aliases } from './aliases.js' */
import { chainRoot, dottedName, isCall, isMember, propertyName, unwrap } from '../ast/shapes.js';
import { givesPrimitive } from '../knowledge/calls.js';
import { pathOfImport, rowOf, rowOfMethod } from '../knowledge/platform/table.js';
import { platformPath } from './platform-path.js';
import { constantValueOf, importOf } from './values.js';

/** Classes of what literals make. @type {Record<string, string>} */
const OF_LITERALS = {
	ArrayExpression: 'Array',
	StringLiteral: 'String',
	TemplateLiteral: 'String',
	NumericLiteral: 'Number',
	RegExpLiteral: 'RegExp',
};

/** Classes of what rows of the table say that they give, where that is no name of a class. @type {Record<string, string>} */
const OF_RESULTS = {
	array: 'Array',
	copy: 'Array',
	flat: 'Array',
	mapped: 'Array',
	iterated: 'Iterator',
	iterator: 'Iterator',
};

/** `a = b` after `b = a` leads nowhere. */
const DEPTH = 8;

/**
 * The class of the platform that a value is always an instance of: `Buffer` of `Buffer.from(x)`, `Hash` of
 * `createHash('md5').update(x)`. What its methods do is then known, whatever other classes call theirs.
 *
 * @param {Node | null | undefined} expression
 * @param {Aliases} aliases
 * @param {number} [depth]
 * @returns {string | null} null where the text does not show it
 */
export function builtInClassOf(expression, aliases, depth = 0) {
	const node = unwrap(expression);
	if (!node || depth > DEPTH) return null;
	const literal = OF_LITERALS[node.type];
	if (literal) return literal;
	if (node.type === 'Identifier') {
		const variable = aliases.variableOf(node);
		if (variable === null && /^__(file|dir)name$/.test(node.name)) return 'String';
		const value = variable ? constantValueOf(variable) : null;
		return value && builtInClassOf(value, aliases, depth + 1);
	}
	const isNew = node.type === 'NewExpression';
	if (!isNew && !isCall(node)) return null;
	const callee = /** @type {Node} */ (unwrap(node.callee));
	const path = importedPath(callee, aliases) ?? platformPath(callee, aliases);
	const row = path === null ? null : rowOf(isNew ? 'new' : 'call', path);
	if (row) return nameOf(row.gives, null);
	if (isNew || !isMember(callee)) return null;
	const receiver = builtInClassOf(callee.object, aliases, depth + 1);
	const method = receiver && rowOfMethod(receiver, propertyName(callee) ?? '');
	return method ? nameOf(method.gives, receiver) : null;
}

/** @param {Variable} variable @param {Aliases} aliases @returns {boolean} a number, a string or a truth value, as what the platform gives: `join(dir, 'a.txt')` */
export function isPrimitiveOfPlatform(variable, aliases) {
	const value = constantValueOf(variable);
	return value !== null && isCall(value) && givesPrimitiveOfPlatform(value, aliases);
}

/** @param {Node} call @param {Aliases} aliases @returns {boolean} a number, a string or a truth value comes of it: `randomUUID()`, `process.hrtime.bigint()` */
export function givesPrimitiveOfPlatform({ callee }, aliases) {
	const called = /** @type {Node} */ (unwrap(callee));
	const path =
		importedPath(called, aliases) ?? platformPath(called, aliases) ?? globalPath(called, aliases);
	return path !== null && givesPrimitive(path);
}

/** What a program may put something into, too. @param {Node} node @param {Aliases} aliases @returns {string | null} `process.hrtime.bigint`; null for a name of the module */
function globalPath(node, aliases) {
	const root = chainRoot(node);
	const isGlobal = root.type === 'Identifier' && !aliases.variableOf(root);
	return isGlobal ? dottedName(node) : null;
}

/** @param {string | undefined} gives of a row @param {string | null} receiver @returns {string | null} */
function nameOf(gives, receiver) {
	if (gives === undefined) return null;
	if (gives === 'this' || gives === 'view') return receiver;
	return OF_RESULTS[gives] ?? (/^[A-Z]/.test(gives) ? gives : null);
}

/**
 * What a name, or a member of it, means of a module of Node.
 *
 * @param {Node} expression
 * @param {Aliases} aliases
 * @returns {string | null} as the table has it: `node:path.join`; null for anything else
 */
export function importedPath(expression, aliases) {
	// Its root first: of most members, it is no import.
	let root = /** @type {Node} */ (unwrap(expression));
	while (isMember(root)) root = unwrap(root.object);
	const variable = root.type === 'Identifier' ? aliases.variableOf(root) : null;
	const from = variable ? importOf(variable, aliases.parents) : null;
	if (!from) return null;
	/** @type {string[]} */
	const names = [];
	for (
		let node = /** @type {Node} */ (unwrap(expression));
		isMember(node);
		node = unwrap(node.object)
	) {
		const name = propertyName(node);
		if (name === null) return null;
		if (name !== 'default') names.unshift(name);
	}
	const own = from.name === '*' || from.name === 'default' ? [] : [from.name];
	return pathOfImport(from.source, [...own, ...names]);
}
