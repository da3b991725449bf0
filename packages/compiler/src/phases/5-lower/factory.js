/** @import { Node } from '../../types.js' */
/** @import { Local, Piece, Planned, Unit, UnitPlan } from '../../ir/module.js' */
/** @import { Scope } from '../../ast/scope.js' */
/** @import { Names } from './names.js' */
import { isSent } from '../../ir/sent.js';
import { isClass, isFunction, propertyName } from '../../ast/shapes.js';

/**
 * The function that makes a unit from the captures of a call.
 *
 * ```js
 * ([weights]) => async function score(rows) { return rows.map((row) => norm(dot(row, weights))); }
 * ```
 *
 * Captures of enclosing functions become parameters and constants around the unit. Where names of
 * different scopes could meet, the scopes are nested as they are in the source.
 *
 * @param {UnitPlan} plan
 * @param {Planned} planned
 * @param {Names} names
 * @returns {Piece[]}
 */
export function factoryPieces({ unit, receiver, locals, snapshots }, planned, names) {
	const levels = scopeLevels(locals);
	const ofModule = snapshots.filter((variable) => planned.moduleSnapshots.includes(variable));
	// A local of the same name would be what the assignment to the module's variable means.
	const hides = locals.some((one) => ofModule.some(({ name }) => name === one.variable.name));
	const isFlat = canFlatten(levels) && !hides;
	const outermost = hides ? 1 : 0;
	const direct = new Set(
		isFlat ? locals.filter((one) => isSent(one.channel)).map((one) => one.variable) : [],
	);
	const parameters = snapshots.map((variable, index) =>
		direct.has(variable) ? variable.name : names.of(`c${index}`),
	);
	/** @param {Local['variable']} variable */
	const parameterOf = (variable) => /** @type {string} */ (parameters[snapshots.indexOf(variable)]);
	const received = receiver ? [names.of('this'), ...parameters] : parameters;
	const isStrict = !planned.strict && standsInStrictCode(unit, planned);
	// In sloppy code a function that is declared in a block is a variable of the function around it, too (ECMA-262, B.3.2), and
	// would stand for what is outside.
	const isSloppy = !planned.strict && !isStrict;
	const isBlock = !isSloppy || !locals.some(({ node }) => node?.type === 'FunctionDeclaration');
	const [openLevel, closeLevel] = isBlock ? ['{', '}'] : ['return (() => {', '})();'];
	/** @type {Piece[]} */
	const body = isStrict ? [text(`\t\t'use strict';\n`)] : [];
	/** @param {number} depth of nested scopes @param {Piece[]} pieces */
	const addLine = (depth, ...pieces) =>
		body.push(text('\t'.repeat(depth + 2)), ...pieces, text('\n'));
	for (const variable of ofModule) {
		addLine(0, text(`${variable.name} = ${parameterOf(variable)};`));
	}
	levels.forEach((level, index) => {
		const depth = isFlat ? 0 : outermost + index;
		if (depth > 0) addLine(depth - 1, text(openLevel));
		for (const local of level) {
			const { channel, variable } = local;
			if (isRepeated(local, level)) continue;
			if (!isSent(channel)) addLine(depth, ...definition(local, '\t'.repeat(depth + 2)));
			if (local.guard)
				addLine(depth, text(`if (!${parameterOf(local.guard)}) ${variable.name} = undefined;`));
			if (!isSent(channel)) continue;
			if (!direct.has(variable))
				addLine(depth, text(`const ${variable.name} = ${parameterOf(variable)};`));
		}
	});
	const depth = isFlat ? 0 : Math.max(0, outermost + levels.length - 1);
	const indent = body.length === 0 ? '\t' : '\t'.repeat(depth + 2);
	const isNamed = unit.isTopLevel || locals.some((one) => one.variable === unit.variable);
	const bare = isNamed
		? [text(/** @type {NonNullable<Unit['variable']>} */ (unit.variable).name)]
		: unitExpression(unit, { planned, indent, isReturned: body.length > 0 });
	const expression = receiver ? bound(bare, unit, names.of('this')) : bare;
	const type = planned.language === 'js' ? '' : ': any';
	const head = text(received.length > 0 ? `([${received.join(', ')}]${type}) => ` : '() => ');
	if (body.length === 0) return [head, ...expression];
	addLine(depth, text('return '), ...expression, text(';'));
	for (let at = depth - 1; at >= 0; at--) addLine(at, text(closeLevel));
	// A function whose parameters are a pattern cannot be strict by itself.
	const [open, close] = isStrict ? ['(() => {\n', '\t})()'] : ['{\n', '\t}'];
	return [head, text(open), ...body, text(close)];
}

/** Code of a class is strict in a sloppy module, too: a missing `this` is undefined there. @param {Unit} unit @param {Planned} planned @returns {boolean} */
function standsInStrictCode({ node }, { resolution }) {
	for (let at = resolution.parents.get(node); at; at = resolution.parents.get(at)) {
		if (isClass(at) || (isFunction(at) && hasStrictDirective(at.body))) return true;
	}
	return false;
}

/** @param {Node} body @returns {boolean} */
const hasStrictDirective = ({ directives = [] }) =>
	directives.some((/** @type {Node} */ one) => one.value.value === 'use strict');

/** The unit with the `this` of a call. @param {Piece[]} expression @param {Unit} unit @param {string} name of its parameter @returns {Piece[]} */
function bound(expression, { kind }, name) {
	if (kind === 'arrow')
		return [text('(function () { return '), ...expression, text(`; }).call(${name})`)];
	return [text('('), ...expression, text(`).bind(${name})`)];
}

/** @param {string} value @returns {Piece} */
const text = (value) => ({ kind: 'text', text: value });

/** @param {{ start: number, end: number }} range @param {string} indent @returns {Piece} */
const source = ({ start, end }, indent) => ({ kind: 'source', start, end, indent });

/** Locals by the scope that declares them, outermost first, in source order. @param {Local[]} locals @returns {Local[][]} */
function scopeLevels(locals) {
	/** @type {Map<Scope, Local[]>} */
	const byScope = new Map();
	for (const local of locals) {
		byScope.set(local.variable.scope, [...(byScope.get(local.variable.scope) ?? []), local]);
	}
	/** @param {Scope} scope */
	const depth = (scope) => {
		let count = 0;
		for (let at = scope.parent; at; at = at.parent) count++;
		return count;
	};
	/** @param {Local} local */
	const start = ({ variable }) => variable.declarations[0]?.id.start ?? 0;
	return [...byScope]
		.sort(([a], [b]) => depth(a) - depth(b))
		.map(([, level]) => level.sort((a, b) => start(a) - start(b)));
}

/**
 * One level is enough when no name occurs twice and no moved code stands outside a level whose
 * names it must not see.
 *
 * @param {Local[][]} levels
 * @returns {boolean}
 */
function canFlatten(levels) {
	const all = levels.flat().map(({ variable }) => variable.name);
	const outer = levels.slice(0, -1).flat();
	return new Set(all).size === all.length && !outer.some((local) => local.channel === 'move');
}

/** `const { floor, ceil } = Math` is one text for two names. @param {Local} local @param {Local[]} level @returns {boolean} */
const isRepeated = (local, level) =>
	local.node !== null && level.find((one) => one.node === local.node) !== local;

/** @param {Local} local @param {string} indent @returns {Piece[]} */
function definition({ variable, channel, node }, indent) {
	const value = /** @type {Node} */ (node);
	if (channel === 'inline')
		return [text(`const ${variable.name} = `), source(value, indent), text(';')];
	if (value.type === 'VariableDeclarator')
		return [text('const '), source(value, indent), text(';')];
	if (variable.kind === 'function-name')
		return [text(`const ${variable.name} = `), source(value, indent), text(';')];
	return [source(value, indent)];
}

/**
 * @param {Unit} unit
 * @param {{ planned: Planned, indent: string, isReturned: boolean }} setting `isReturned`: no parentheses are
 *   needed around an object literal
 * @returns {Piece[]} the unit as an expression
 */
function unitExpression(unit, { planned, indent, isReturned }) {
	const { node, kind, name } = unit;
	const [open, close] = isReturned ? ['{', '}'] : ['({', '})'];
	if (kind === 'function' || kind === 'arrow') {
		const label = node.id ? null : unit.variable?.name;
		// The name that its variable gave it, for stack traces.
		return label
			? [text(`${open} ${label}: `), source(node, indent), text(` ${close}.${label}`)]
			: [source(node, indent)];
	}
	const key = propertyName(node) ?? /** @type {string} */ (name.split('.').pop());
	const isIdentifier = /^[A-Za-z_$][\w$]*$/.test(key);
	const quoted = isIdentifier ? key : JSON.stringify(key);
	const start = planned.source.indexOf('(', node.typeParameters?.end ?? node.key.end);
	return [
		text(`${open} ${node.async ? 'async ' : ''}${node.generator ? '*' : ''}${quoted}`),
		source({ start, end: node.end }, indent),
		text(isIdentifier ? ` ${close}.${key}` : ` ${close}[${quoted}]`),
	];
}
