/** @import { Node } from '../../types.js' */
/** @import { Flow, Frame } from './flow.js' */
import { extended } from '../../ast/records.js';
import { pushChildren } from '../../ast/babel.js';
import {
	dottedName,
	isClass,
	isFunction,
	isMember,
	memberName,
	isTypeOnly,
	isWrapper,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';
import { rowOf } from '../../knowledge/platform/table.js';
import {
	awaitedOf,
	cellWith,
	globalValue,
	iterate,
	readComputed,
	readNamed,
	unionOf,
} from './access.js';
import { bind } from './bind.js';
import { bodyOf } from './bodies.js';
import { call, construct, initialise } from './calls.js';
import { callUnknown } from './given.js';
import { enterClass, fillLiteral } from './definitions.js';
import { Cell } from './graph.js';
import { callMethod, isPlatformMethod } from './methods.js';
import { isNumber } from './numbers.js';
import { declarator, enumeration, loop, yieldExpression } from './statements.js';
import { ownerOfThis, selfOf, valueOfImport } from './surroundings.js';

/** @typedef {(flow: Flow, node: Node, frame: Frame) => void} Rule */

/** Nodes that hold others and do nothing by themselves. */
const PLAIN = new Set([
	...['BlockStatement', 'BreakStatement', 'ContinueStatement', 'DebuggerStatement', 'Directive'],
	...[
		'DirectiveLiteral',
		'DoWhileStatement',
		'EmptyStatement',
		'ExpressionStatement',
		'ForStatement',
	],
	...['IfStatement', 'LabeledStatement', 'SwitchCase', 'SwitchStatement', 'TryStatement'],
	...['VariableDeclaration', 'WhileStatement', 'BigIntLiteral', 'BooleanLiteral', 'NullLiteral'],
	...['NumericLiteral', 'StringLiteral', 'TemplateElement', 'TemplateLiteral', 'BinaryExpression'],
	...['InterpreterDirective', 'PrivateName', 'SpreadElement', 'Super', 'Program', 'File'],
	...['ImportDeclaration', 'ImportSpecifier', 'ImportDefaultSpecifier', 'ImportNamespaceSpecifier'],
	...[
		'ObjectProperty',
		'ArrayPattern',
		'ObjectPattern',
		'RestElement',
		'AssignmentPattern',
		'Import',
	],
	...[
		'ExportNamedDeclaration',
		'ExportDefaultDeclaration',
		'ExportSpecifier',
		'ExportAllDeclaration',
	],
	...['ImportAttribute', 'TSParameterProperty', 'ArgumentPlaceholder', 'TSExportAssignment'],
]);

/**
 * Read code: each expression gets its edges, nested functions when they are called.
 *
 * @param {Flow} flow
 * @param {Node} root
 * @param {Frame} frame
 */
export function readCode(flow, root, frame) {
	const stack = [root];
	for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
		flow.graph.steps++;
		if (isTypeOnly(node)) continue;
		if (isFunction(node)) {
			defineFunction(flow, node);
			if (node.computed) stack.push(node.key);
			continue;
		}
		if (isClass(node)) {
			enterClass(flow, node, { frame, read: (part) => stack.push(part) });
			continue;
		}
		const rule = RULES[node.type];
		if (rule) rule(flow, node, frame);
		else if (!PLAIN.has(node.type) && !isWrapper(node)) flow.giveUp(`a ${node.type}`);
		pushChildren(node, stack);
	}
}

/** @param {Flow} flow @param {Node} node */
function defineFunction(flow, node) {
	const value = flow.made(node, 'other', 'function');
	flow.graph.add(flow.cellOf(node), value);
	if (node.type !== 'FunctionDeclaration' && node.type !== 'FunctionExpression') return;
	const variable = node.id ? flow.declarations.get(node.id) : undefined;
	if (!variable) return;
	flow.declared.add(variable);
	flow.graph.add(flow.cellOfVariable(variable), value);
}

/** @param {Flow} flow @param {Node} node @param {Frame} frame @param {Cell} cell */
const give = (flow, node, frame, cell) => {
	void frame;
	flow.graph.flow(cell, flow.cellOf(node));
};

/** @type {Rule} */
function identifier(flow, node, frame) {
	const variable = flow.references.get(node);
	if (variable === undefined) return;
	const { name } = node;
	const cell = flow.cellOf(node);
	if (variable) {
		flow.graph.flow(flow.cellOfVariable(variable), cell);
		const imported = valueOfImport(flow, variable);
		if (imported) flow.graph.add(flow.cellOfVariable(variable), imported);
		return;
	}
	if (name === 'undefined' || name === 'NaN' || name === 'Infinity') return;
	if (name === 'arguments') {
		const owner = ownerOfThis(flow, node);
		if (owner && isFunction(owner)) {
			const { list, params } = bodyOf(flow, owner);
			flow.graph.add(cell, list);
			// In sloppy code they are the parameters by another name.
			for (const param of params) flow.graph.flow(list.all, param);
		} else flow.graph.add(cell, flow.outside);
		return;
	}
	if (name === 'eval') flow.giveUp('`eval`');
	if (name === 'Symbol' && !isFollowed(flow, node)) flow.giveUp('a symbol by another name');
	const isOwn = name === 'module' || name === 'exports' || name === 'require';
	flow.graph.add(cell, isOwn ? flow.outside : globalOf(flow, name));
	void frame;
}

/** @param {Flow} flow @param {Node} node `Symbol` @returns {boolean} it makes a symbol, or one of the language stands where its name is the key */
function isFollowed({ parents }, node) {
	const member = parents.get(node);
	if (!isMember(member) || member?.object !== node) return member?.callee === node;
	const user = parents.get(member);
	if (!user) return false;
	if (/^(for|keyFor)$/.test(propertyName(member) ?? '')) return user.callee === member;
	const key = isMember(user) ? user.property : user.key;
	return user.computed && key === member;
}

/** Globals that the table of the platform has functions of. @param {Flow} flow @param {string} name */
function globalOf(flow, name) {
	const value = globalValue(flow, name);
	return isKnownGlobal(name) ? value : flow.outside;
}

/** @param {string} name @returns {boolean} */
const isKnownGlobal = (name) =>
	GLOBALS.has(name) || rowOf('call', name) !== null || rowOf('new', name) !== null;

const GLOBALS = new Set(
	'Math JSON Object Reflect Atomics Intl WebAssembly console process performance crypto globalThis global self Buffer Symbol BigInt'.split(
		' ',
	),
);

/** @type {Rule} */
function member(flow, node, frame) {
	const parent = flow.parents.get(node);
	if (parent && isTarget(node, parent)) return;
	const cell = flow.cellOf(node);
	flow.graph.flow(readOf(flow, node, frame), cell);
	if (!parent || parent.callee !== node) addMethod(flow, node, cell);
}

/** @param {Flow} flow @param {Node} node @param {Frame} frame @returns {Cell} */
function readOf(flow, node, frame) {
	if (unwrap(node.object).type === 'Super') return readOfSuper(flow, node, frame);
	const base = flow.cellOf(node.object);
	const name = memberName(node);
	if (name !== null) return readNamed(flow, { base, name, frame });
	return readComputed(flow, { base, frame, isIndex: isNumber(node.property, flow) });
}

/** @param {Flow} flow @param {Node} node @param {Frame} frame @returns {Cell} */
function readOfSuper(flow, node, frame) {
	const name = memberName(node);
	const self = selfOf(flow, node);
	return name === null
		? readComputed(flow, { base: self, frame, isIndex: false })
		: readNamed(flow, { base: self, name, frame });
}

/** A method of the platform that is read and not called here. @param {Flow} flow @param {Node} node @param {Cell} cell */
function addMethod(flow, node, cell) {
	const name = memberName(node);
	if (name !== null && isPlatformMethod(name) && !isPlatformFunction(flow, node))
		flow.graph.add(cell, flow.namedValue('method', name));
}

/** @param {Flow} flow @param {Node} node a member @returns {boolean} `Object.keys`, which is no method of something */
function isPlatformFunction(flow, node) {
	let root = node;
	while (isMember(root)) root = unwrap(root.object);
	const path = dottedName(node);
	return flow.references.get(root) === null && path !== null && rowOf('call', path) !== null;
}

/** @param {Node} node @param {Node} parent @returns {boolean} it is written to or taken away, and not read */
function isTarget(node, parent) {
	switch (parent.type) {
		case 'AssignmentExpression':
			return parent.left === node && parent.operator === '=';
		case 'ForInStatement':
		case 'ForOfStatement':
			return parent.left === node;
		case 'UnaryExpression':
			return parent.operator === 'delete';
		case 'ArrayPattern':
		case 'RestElement':
			return true;
		case 'AssignmentPattern':
			return parent.left === node;
		default:
			return false;
	}
}

/** @param {Flow} flow @param {Node[]} list @param {Frame} frame @returns {{ args: Cell[], rest: Cell | null }} */
function argumentsIn(flow, list, frame) {
	const spread = list.findIndex((one) => one.type === 'SpreadElement');
	if (spread < 0) return { args: list.map((one) => flow.cellOf(one)), rest: null };
	const others = list
		.slice(spread)
		.map((one) =>
			one.type === 'SpreadElement'
				? iterate(flow, flow.cellOf(one.argument), frame)
				: flow.cellOf(one),
		);
	return {
		args: list.slice(0, spread).map((one) => flow.cellOf(one)),
		rest: unionOf(flow, others),
	};
}

/** @type {Rule} */
function callExpression(flow, node, frame) {
	const callee = /** @type {Node} */ (unwrap(node.callee));
	const out = flow.cellOf(node);
	const given = extended(argumentsIn(flow, node.arguments, frame), { out, frame, node });
	if (callee.type === 'Import') {
		flow.graph.add(out, flow.outside);
		return;
	}
	if (callee.type === 'Super') callSuper(flow, callee, given);
	else callThrough(flow, callee, given);
}

/**
 * `super(…)`. An object that the base constructor returns takes the place of the instance: it is `this` from then on, gets the
 * fields of the class, and is what `new` gives.
 *
 * @param {Flow} flow
 * @param {Node} callee
 * @param {Omit<import('./given.js').Call, 'self'>} given
 */
function callSuper(flow, callee, given) {
	const { graph } = flow;
	const self = selfOf(flow, callee);
	graph.flow(self, given.out);
	const definition = classAround(flow, callee);
	if (!definition) return;
	const returned = new Cell();
	graph.watch(flow.cellOf(definition.superClass), (value) =>
		initialise(flow, value, extended(given, { self, out: returned })),
	);
	const constructor = ownerOfThis(flow, callee);
	const others = constructor ? [bodyOf(flow, constructor).returned] : [];
	const { replacing } = bodyOf(flow, definition);
	for (const cell of [self, replacing, given.out, ...others]) graph.flow(returned, cell);
}

/** @param {Flow} flow @param {Node} node in a constructor @returns {Node | undefined} its class */
function classAround(flow, node) {
	let at = flow.parents.get(node);
	while (at && !isClass(at)) at = flow.parents.get(at);
	return at;
}

/**
 * @param {Flow} flow
 * @param {Node} callee
 * @param {Omit<import('./given.js').Call, 'self'>} given
 */
function callThrough(flow, callee, given) {
	const self = isMember(callee)
		? unwrap(callee.object).type === 'Super'
			? selfOf(flow, callee)
			: flow.cellOf(callee.object)
		: new Cell();
	const name = isMember(callee) ? memberName(callee) : null;
	const called = new Cell();
	flow.graph.flow(flow.cellOf(callee), called);
	const isMethod = name !== null && isPlatformMethod(name) && !isPlatformFunction(flow, callee);
	flow.graph.watch(called, (value) => {
		// What an object of the platform holds is no function in place of one of its methods.
		if (isMethod && (value.kind === 'fresh' || isMethodOfValue(value))) return;
		// Of what came with a call, the methods of classes of the program are called, which are known by their names.
		if (name !== null && value.kind === 'input') return;
		call(flow, value, extended(given, { self }));
	});
	if (name !== null) callHeld(flow, name, extended(given, { self }));
	if (isMethod) {
		callMethod(flow, name, extended(given, { self }), true);
		return;
	}
	const text = dottedName(callee) ?? name ?? 'an expression';
	flow.callees.push({ cell: called, frame: given.frame, text, given: extended(given, { self }) });
	if (!isMember(callee)) return;
	flow.graph.watch(self, (value) => {
		const isForeign = value.kind === 'fresh' && (value.shape === 'other' || value.shape === null);
		if (isForeign && value !== flow.prototypes)
			callUnknown(flow, extended(given, { self }), `\`${name}\` of an object of the platform`);
	});
}

/** @param {import('./value.js').Value} value @returns {boolean} `Array.prototype.slice.call`, `process.argv.at`: a method of something that is no namespace */
function isMethodOfValue({ kind, name }) {
	if (kind !== 'platform') return false;
	const holder = name.slice(0, name.lastIndexOf('.'));
	return /\.(call|apply|bind)$/.test(name) || rowOf('value', holder) !== null;
}

/** A function that came with a call, and that the program has put into an object of its own. @param {Flow} flow @param {string} name @param {import('./given.js').Call} given */
function callHeld(flow, name, given) {
	const { graph } = flow;
	const run = (/** @type {import('./value.js').Value} */ value) => {
		if (value.kind === 'input') call(flow, value, given);
	};
	graph.watch(given.self, (holder) => {
		if (holder.kind !== 'fresh' && holder.kind !== 'class' && holder.kind !== 'function') return;
		graph.watch(holder.field(name, graph), run);
		if (holder.shape === 'array' || holder.shape === 'map') return;
		if (!holder.own.has(name)) graph.watch(holder.spread, run);
		if (holder.shape === 'object') graph.watch(holder.star, run);
	});
}

/** @type {Rule} */
function newExpression(flow, node, frame) {
	const out = flow.cellOf(node);
	const cell = flow.cellOf(node.callee);
	const given = extended(argumentsIn(flow, node.arguments, frame), {
		self: new Cell(),
		out,
		frame,
		node,
	});
	flow.callees.push({ cell, frame, text: dottedName(node.callee) ?? 'an expression', given });
	flow.graph.watch(cell, (value) => construct(flow, value, given));
}

/** @type {Rule} */
function taggedTemplate(flow, node, frame) {
	const tag = /** @type {Node} */ (unwrap(node.tag));
	const strings = cellWith(flow, flow.made(node.quasi, 'array'));
	const args = [
		strings,
		...node.quasi.expressions.map((/** @type {Node} */ one) => flow.cellOf(one)),
	];
	callThrough(flow, tag, { args, rest: null, out: flow.cellOf(node), frame, node });
}

/** @type {Rule} */
function arrayExpression(flow, node, frame) {
	const value = flow.made(node, 'array');
	flow.graph.add(flow.cellOf(node), value);
	for (const element of node.elements) {
		if (!element) continue;
		const cell =
			element.type === 'SpreadElement'
				? iterate(flow, flow.cellOf(element.argument), frame)
				: flow.cellOf(element);
		flow.graph.flow(cell, value.star);
	}
}

/** @type {Rule} */
function assignment(flow, node, frame) {
	const { operator, left, right } = node;
	const out = flow.cellOf(node);
	if (operator === '=') {
		bind(flow, left, { value: flow.cellOf(right), frame });
		flow.graph.flow(flow.cellOf(right), out);
		return;
	}
	const isLogical = ['||=', '&&=', '??='].includes(operator);
	const value = isLogical ? flow.cellOf(right) : new Cell();
	bind(flow, left, { value, frame });
	if (!isLogical) return;
	flow.graph.flow(flow.cellOf(right), out);
	flow.graph.flow(flow.cellOf(left), out);
}

/** @type {Rule} */
function unary(flow, node, frame) {
	const target = /** @type {Node} */ (unwrap(node.argument));
	if (node.operator !== 'delete' || !isMember(target)) return;
	const base = flow.cellOf(target.object);
	flow.graph.watch(base, (value) => flow.write(frame, node, value));
}

/** @type {Record<string, Rule>} */
const RULES = {
	Identifier: identifier,
	ThisExpression: (flow, node, frame) => give(flow, node, frame, selfOf(flow, node)),
	MemberExpression: member,
	OptionalMemberExpression: member,
	CallExpression: callExpression,
	OptionalCallExpression: callExpression,
	NewExpression: newExpression,
	TaggedTemplateExpression: taggedTemplate,
	ArrayExpression: arrayExpression,
	ObjectExpression: (flow, node, frame) => fillLiteral(flow, node, frame),
	AssignmentExpression: assignment,
	UpdateExpression: (flow, node, frame) => bind(flow, node.argument, { value: new Cell(), frame }),
	UnaryExpression: unary,
	ConditionalExpression(flow, node, frame) {
		give(flow, node, frame, flow.cellOf(node.consequent));
		give(flow, node, frame, flow.cellOf(node.alternate));
	},
	LogicalExpression(flow, node, frame) {
		give(flow, node, frame, flow.cellOf(node.left));
		give(flow, node, frame, flow.cellOf(node.right));
	},
	SequenceExpression: (flow, node, frame) =>
		give(flow, node, frame, flow.cellOf(node.expressions.at(-1))),
	AwaitExpression: (flow, node, frame) =>
		give(flow, node, frame, awaitedOf(flow, flow.cellOf(node.argument))),
	YieldExpression: yieldExpression,
	ForInStatement: loop,
	ForOfStatement: loop,
	VariableDeclarator: declarator,
	ReturnStatement(flow, node, frame) {
		if (node.argument && isFunction(frame))
			flow.graph.flow(flow.cellOf(node.argument), bodyOf(flow, frame).returned);
	},
	ThrowStatement: (flow, node) => flow.graph.flow(flow.cellOf(node.argument), flow.thrown),
	CatchClause(flow, node, frame) {
		if (!node.param) return;
		// `Promise.any` throws an error that holds what was thrown.
		const made = flow.made(node, 'object');
		const list = flow.made(node, 'array');
		flow.graph.flow(flow.caught, list.star);
		flow.graph.add(made.star, list);
		flow.graph.flow(flow.caught, made.star);
		bind(flow, node.param, {
			value: unionOf(flow, [flow.caught, cellWith(flow, made)]),
			frame,
			isDeclaration: true,
		});
	},
	RegExpLiteral: (flow, node, frame) =>
		give(flow, node, frame, cellWith(flow, flow.made(node, 'regexp'))),
	MetaProperty: (flow, node, frame) => give(flow, node, frame, cellWith(flow, flow.outside)),
	ImportExpression: (flow, node, frame) => give(flow, node, frame, cellWith(flow, flow.outside)),
	TSEnumDeclaration: enumeration,
	TSEnumBody() {},
	TSEnumMember() {},
	TSImportEqualsDeclaration() {},
	TSExternalModuleReference() {},
};
