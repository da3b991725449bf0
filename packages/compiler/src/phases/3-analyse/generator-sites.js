/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Discovered } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
import {
	chainRoot,
	dottedName,
	isCall,
	isMember,
	isWrapper,
	propertyName,
} from '../../ast/shapes.js';
import { functionOf, importOf } from '../../ir/values.js';
import { contextOf, functionAround } from './call-context.js';

/**
 * What the code around an iterator does with it: takes its values one by one as they come, wants them
 * at once, or hands it on to where that does not show.
 *
 * @typedef {{ kind: 'async' | 'escapes' | 'sync', detail: string, place?: Node }} Taking `place`: of the sync use
 */

/**
 * Judge one use of a generator that is not declared `async`. Its stub is an async generator, so only
 * what takes the values of either kind means the same with and without the compiler.
 *
 * @param {Node} node an expression whose value is the generator function
 * @param {Discovered} discovered
 * @returns {Taking & { at: Node }} `at`: the call, or the function where it is not called
 */
export function useOfGenerator(node, discovered) {
	const { child, parent } = outermost(node, discovered.resolution.parents);
	if (isCall(parent) && parent.callee === child)
		return { ...useOf(parent, discovered, new Set()), at: parent };
	return { ...useOfFunction(parent, child), at: node };
}

/** @param {Node} node @param {Parents} parents @returns {{ child: Node, parent: Node }} past parentheses and assertions */
function outermost(node, parents) {
	let child = node;
	let parent = /** @type {Node} */ (parents.get(node));
	while (isWrapper(parent) || parent.type === 'AwaitExpression') {
		child = parent;
		parent = /** @type {Node} */ (parents.get(parent));
	}
	return { child, parent };
}

/** The unit itself is named, not called. @param {Node} parent @param {Node} child @returns {Taking} */
function useOfFunction(parent, child) {
	const isHarmless =
		/^(Export|UnaryExpression|BinaryExpression|IfStatement|ExpressionStatement)/.test(
			parent.type,
		) ||
		(isMember(parent) &&
			parent.object === child &&
			!['call', 'apply', 'bind'].includes(propertyName(parent) ?? '')) ||
		(parent.type === 'AssignmentExpression' &&
			/^(module|exports)\b/.test(dottedName(parent.left) ?? ''));
	return isHarmless
		? { kind: 'async', detail: 'named, not called' }
		: { kind: 'escapes', detail: 'escapes' };
}

/** Calls that take the values of an iterator of either kind. */
const TAKES_BOTH = new Set([
	'Array.fromAsync',
	'Readable.from',
	'stream.Readable.from',
	'ReadableStream.from',
]);

/** Calls and constructors of the platform that take the values of a plain iterator. */
const TAKES_SYNC =
	/^(Array\.from|Object\.fromEntries|Map\.groupBy|Object\.groupBy|Promise\.(all|allSettled|any|race)|Iterator\.from|(Weak)?(Map|Set)|\w+Array(\.from)?)$/;

/**
 * @param {Node} node an expression that gives the iterator
 * @param {Discovered} discovered
 * @param {Set<Variable>} seen constants that hold it, followed already
 * @returns {Taking}
 */
function useOf(node, discovered, seen) {
	const { parents } = discovered.resolution;
	const { child, parent } = outermost(node, parents);
	switch (parent.type) {
		case 'ForOfStatement':
			if (parent.right !== child) break;
			return parent.await
				? { kind: 'async', detail: 'for await' }
				: { kind: 'sync', detail: '`for … of`', place: parent.right };
		case 'YieldExpression':
			if (!parent.delegate) return { kind: 'escapes', detail: 'yielded' };
			return functionAround(parent, parents).fn?.async
				? { kind: 'async', detail: 'yield* of an async generator' }
				: { kind: 'sync', detail: '`yield*` of a plain generator', place: parent };
		case 'SpreadElement':
			return { kind: 'sync', detail: 'a spread', place: parent };
		case 'ArrayPattern':
			return { kind: 'sync', detail: 'destructuring', place: child };
		case 'ExpressionStatement':
			return { kind: 'async', detail: 'never asked for a value' };
		case 'UnaryExpression':
			if (parent.operator === 'void') return { kind: 'async', detail: 'never asked for a value' };
			break;
		case 'MemberExpression':
		case 'OptionalMemberExpression':
			if (parent.object === child) return useOfMember(parent, discovered);
			break;
		case 'VariableDeclarator':
			return useOfDeclarator(parent, discovered, seen);
		case 'CallExpression':
		case 'OptionalCallExpression':
		case 'NewExpression':
			if (parent.callee !== child) return useOfArgument(child, parent, { discovered, seen });
	}
	return { kind: 'escapes', detail: 'escapes' };
}

/**
 * @param {Node} argument
 * @param {Node} call
 * @param {{ discovered: Discovered, seen: Set<Variable> }} setting
 * @returns {Taking}
 */
function useOfArgument(argument, call, { discovered, seen }) {
	const path = dottedName(call.callee) ?? '';
	const { references, scopes } = discovered.resolution;
	const callee = references.find((one) => one.node === chainRoot(call.callee))?.variable;
	const own = callee && call.callee.type === 'Identifier' ? functionOf(callee) : null;
	const param = own?.params[call.arguments.indexOf(argument)];
	const held = own && param?.type === 'Identifier' && scopes.get(own)?.variables.get(param.name);
	if (held) return useOfVariable(held, discovered, seen);
	if (callee && importOf(callee, discovered.resolution.parents)?.source.endsWith('stream'))
		return { kind: 'async', detail: path };
	if (callee) return { kind: 'escapes', detail: 'escapes' };
	if (TAKES_BOTH.has(path)) return { kind: 'async', detail: path };
	return TAKES_SYNC.test(path)
		? { kind: 'sync', detail: `\`${path}\``, place: call }
		: { kind: 'escapes', detail: 'escapes' };
}

/** `it.next()`, `it[Symbol.iterator]()`, `it.map(f)`. @param {Node} member @param {Discovered} discovered @returns {Taking} */
function useOfMember(member, discovered) {
	const { parents } = discovered.resolution;
	const name = propertyName(member) ?? dottedName(member.property) ?? '';
	const call = /** @type {Node} */ (parents.get(member));
	if (!/^(next|return|throw)$/.test(name) || !isCall(call) || call.callee !== member) {
		const isAsync = name === 'Symbol.asyncIterator' || name === 'Symbol.asyncDispose';
		return isAsync
			? { kind: 'async', detail: name }
			: { kind: 'sync', detail: `\`${name}\``, place: member };
	}
	const { kind } = contextOf(call, parents, 'promise', discovered);
	return kind === 'promise'
		? { kind: 'async', detail: `awaited .${name}()` }
		: { kind: 'sync', detail: `\`${name}()\` without \`await\``, place: call };
}

/** @param {Node} declarator @param {Discovered} discovered @param {Set<Variable>} seen @returns {Taking} */
function useOfDeclarator(declarator, discovered, seen) {
	if (declarator.id.type === 'ArrayPattern')
		return { kind: 'sync', detail: 'destructuring', place: declarator.id };
	const held = discovered.resolution.references.find(({ variable }) =>
		variable?.declarations.some((one) => one.id === declarator.id),
	)?.variable;
	return held ? useOfVariable(held, discovered, seen) : { kind: 'async', detail: 'never used' };
}

/** @type {Taking} */
const EXPORTED = { kind: 'escapes', detail: 'exported' };

/** @param {Variable} variable that holds the iterator @param {Discovered} discovered @param {Set<Variable>} seen @returns {Taking} */
function useOfVariable(variable, discovered, seen) {
	if (variable.isReassigned) return { kind: 'escapes', detail: 'assigned again' };
	if (seen.has(variable)) return { kind: 'async', detail: 'followed' };
	seen.add(variable);
	const found = variable.references.map(({ node, role }) =>
		role === 'export' ? EXPORTED : useOf(node, discovered, seen),
	);
	return (
		found.find(({ kind }) => kind === 'sync') ??
		found.find(({ kind }) => kind === 'escapes') ?? { kind: 'async', detail: 'taken with await' }
	);
}
