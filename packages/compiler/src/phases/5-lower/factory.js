/** @import { Node } from '../../types.js' */
/** @import { Local, LocalStatement, Piece, Planned, Unit, UnitPlan } from '../../ir/module.js' */
/** @import { Scope, Variable } from '../../ast/scope.js' */
/** @import { Names } from './names.js' */
import { madeScope } from '../../ir/made-scope.js';
import { isSent } from '../../ir/sent.js';
import { handOut } from './checks.js';
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
export function factoryPieces(plan, planned, names) {
	const { unit, receiver, locals, snapshots, statements, unready, checks } = plan;
	const hasRoots = checks !== undefined && checks.locals.length > 0;
	const levels = scopeLevels([...locals, ...statements], plan, planned);
	const ofModule = snapshots.filter((variable) => planned.moduleSnapshots.includes(variable));
	// A local of the same name would be what the assignment to the module's variable means.
	const hides = locals.some((one) => ofModule.some(({ name }) => name === one.variable.name));
	const isFlat = canFlatten(levels) && !hides && unready.length === 0;
	const outermost = hides ? 1 : 0;
	const direct = new Set(
		isFlat ? locals.filter((one) => isSent(one.channel)).map((one) => one.variable) : [],
	);
	const { received, parameterOf, propertyOf, readyOf } = parametersOf(plan, direct, names);
	const isStrict = !planned.strict && standsInStrictCode(unit, planned);
	// In sloppy code a function that is declared in a block is a variable of the function around it, too (ECMA-262, B.3.2), and
	// would stand for what is outside.
	const isSloppy = !planned.strict && !isStrict;
	const isBlock = !isSloppy || !locals.some(({ node }) => node?.type === 'FunctionDeclaration');
	const [openLevel, closeLevel] = isBlock ? ['{', '}'] : ['return (() => {', '})();'];
	const lines = new Lines();
	for (const variable of ofModule) lines.add(text(`${variable.name} = ${parameterOf(variable)};`));
	levels.forEach((level, index) => {
		if (!isFlat && outermost + index > 0) lines.open(openLevel, closeLevel);
		const rest = names.of(`rest${index}`);
		const setting = { level, direct, parameterOf, propertyOf, planned };
		for (const part of level) {
			const ready = readyOf(part);
			const found = linesOf(part, setting, lines.indent);
			if (ready !== null && found.length > 0) lines.add(text(`if (!${ready}) return ${rest}();`));
			for (const line of found) lines.add(...line);
		}
		// Where a call comes before a declaration, the function ends before it: reads of the variable throw then, as in the source.
		if (!level.some(readyOf)) return;
		lines.add(text(`return ${rest}();`));
		lines.open(`function ${rest}() {`, '}');
	});
	const isBare = lines.isEmpty && !isStrict;
	const indent = isBare ? '\t' : lines.indent;
	const isNamed = unit.isTopLevel || locals.some((one) => one.variable === unit.variable);
	const bare = isNamed
		? [text(/** @type {NonNullable<Unit['variable']>} */ (unit.variable).name)]
		: unitExpression(unit, { planned, indent, isReturned: !isBare });
	const expression = receiver ? bound(bare, unit, names.of('this')) : bare;
	const type = planned.language === 'js' ? '' : ': any';
	const sent = `[${received.join(', ')}]${type}`;
	const head = hasRoots
		? text(`(${sent}, ${names.of('roots')}${type}) => `)
		: text(received.length > 0 ? `(${sent}) => ` : '() => ');
	if (isBare) return [head, ...expression];
	if (hasRoots) lines.add(text(handOut(plan, names.of('roots'))));
	lines.add(text('return '), ...expression, text(';'));
	// A function whose parameters are a pattern cannot be strict by itself.
	const [open, close] = isStrict ? [`(() => {\n\t\t'use strict';\n`, '\t})()'] : ['{\n', '\t}'];
	return [head, text(open), ...lines.closed(), text(close)];
}

/** The lines of a factory's body, with what is open around the next one. */
class Lines {
	constructor() {
		/** @type {Piece[]} */
		this.pieces = [];
		/** @type {string[]} outermost first */
		this.ends = [];
	}

	/** @returns {boolean} */
	get isEmpty() {
		return this.pieces.length === 0;
	}

	/** @returns {string} of the next line */
	get indent() {
		return '\t'.repeat(this.ends.length + 2);
	}

	/** @param {Piece[]} pieces */
	add(...pieces) {
		this.pieces.push(text(this.indent), ...pieces, text('\n'));
	}

	/** @param {string} opening @param {string} end */
	open(opening, end) {
		this.add(text(opening));
		this.ends.push(end);
	}

	/** @returns {Piece[]} */
	closed() {
		for (let end = this.ends.pop(); end !== undefined; end = this.ends.pop()) this.add(text(end));
		return this.pieces;
	}
}

/**
 * The parameters of a factory: what the stub sends, in its order.
 *
 * @param {UnitPlan} plan
 * @param {Set<Variable>} direct snapshots whose parameters have their names
 * @param {Names} names
 */
function parametersOf({ receiver, snapshots, statements, unready }, direct, names) {
	const parameters = snapshots.map((variable, index) =>
		direct.has(variable) ? variable.name : names.of(`c${index}`),
	);
	const properties = statements.filter(({ property }) => property !== null);
	/** @param {Variable} variable */
	const parameterOf = (variable) => /** @type {string} */ (parameters[snapshots.indexOf(variable)]);
	/** @param {LocalStatement} one */
	const propertyOf = (one) => names.of(`c${snapshots.length + properties.indexOf(one)}`);
	/** @param {Part} part @returns {string | null} the parameter that says whether it has a value at the call */
	const readyOf = (part) => {
		const index = 'channel' in part ? unready.indexOf(part.variable) : -1;
		return index < 0 ? null : names.of(`r${index}`);
	};
	const received = [
		...(receiver ? [names.of('this')] : []),
		...parameters,
		...properties.map(propertyOf),
		...unready.map((_, index) => names.of(`r${index}`)),
	];
	return { received, parameterOf, propertyOf, readyOf };
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

/** What stands around the unit: a local of an enclosing function, or a statement that completes one. @typedef {Local | LocalStatement} Part */

/**
 * Parts by the scope that they stand in, outermost first, in source order; values that are there in any case come before those
 * that a call may come before.
 *
 * @param {Part[]} parts
 * @param {UnitPlan} plan
 * @param {Planned} planned
 * @returns {Part[][]}
 */
function scopeLevels(parts, { unit, unready }, planned) {
	/** @type {Map<Scope, Part[]>} */
	const byScope = new Map();
	for (const part of parts) {
		const scope =
			'channel' in part ? madeScope(part.variable, unit.node, planned.resolution) : part.scope;
		byScope.set(scope, [...(byScope.get(scope) ?? []), part]);
	}
	/** @param {Scope} scope */
	const depth = (scope) => {
		let count = 0;
		for (let at = scope.parent; at; at = at.parent) count++;
		return count;
	};
	/** @param {Part} part */
	const start = (part) =>
		('channel' in part ? part.variable.declarations[0]?.id.start : part.node.start) ?? 0;
	/** @param {Part} part */
	const isValue = (part) =>
		'channel' in part && isSent(part.channel) && !unready.includes(part.variable);
	const rank = (/** @type {Part} */ part) => (unready.length > 0 && isValue(part) ? 0 : 1);
	return [...byScope]
		.sort(([a], [b]) => depth(a) - depth(b))
		.flatMap(([scope, level]) => {
			const sorted = level.sort((a, b) => rank(a) - rank(b) || start(a) - start(b));
			// Of the cases of a `switch`, a call may have passed over any: what is ready in one says nothing of those before it.
			const isAlone = (/** @type {Part} */ part) =>
				scope.node.type === 'SwitchStatement' &&
				'channel' in part &&
				(part.channel !== 'move' || part.isScratch) &&
				unready.includes(part.variable);
			const rest = sorted.filter((part) => !isAlone(part));
			const alone = sorted.filter(isAlone).map((part) => [part]);
			return rest.length > 0 ? [...alone, rest] : alone;
		});
}

/**
 * One level is enough when no name occurs twice and no moved code stands outside a level whose
 * names it must not see.
 *
 * @param {Part[][]} levels
 * @returns {boolean}
 */
function canFlatten(levels) {
	const all = levels.flat().flatMap((one) => ('channel' in one ? one.variable.name : []));
	const outer = levels.slice(0, -1).flat();
	const isCode = (/** @type {Part} */ one) => !('channel' in one) || one.channel === 'move';
	return new Set(all).size === all.length && !outer.some(isCode);
}

/** `const { floor, ceil } = Math` is one text for two names. @param {Local} local @param {Part[]} level @returns {boolean} */
const isRepeated = (local, level) =>
	local.node !== null && level.find((one) => one.node === local.node) !== local;

/**
 * @param {Part} part
 * @param {object} setting
 * @param {Part[]} setting.level that it is of
 * @param {Set<Variable>} setting.direct snapshots whose parameters have their names
 * @param {(variable: Variable) => string} setting.parameterOf
 * @param {(statement: LocalStatement) => string} setting.propertyOf the parameter with the value of its property
 * @param {Planned} setting.planned
 * @param {string} indent
 * @returns {Piece[][]}
 */
function linesOf(part, { level, direct, parameterOf, propertyOf, planned }, indent) {
	if (!('channel' in part)) return [completion(part, propertyOf, planned, indent)];
	const { channel, variable, guard } = part;
	if (isRepeated(part, level)) return [];
	const { name } = variable;
	if (isSent(channel))
		return direct.has(variable) ? [] : [[text(`const ${name} = ${parameterOf(variable)};`)]];
	const unless = guard ? [[text(`if (!${parameterOf(guard)}) ${name} = undefined;`)]] : [];
	return [definition(part, indent), ...unless];
}

/**
 * @param {LocalStatement} statement
 * @param {(statement: LocalStatement) => string} propertyOf the parameter with the value of its property
 * @param {Planned} planned
 * @param {string} indent
 * @returns {Piece[]}
 */
function completion(statement, propertyOf, planned, indent) {
	const { node, property } = statement;
	if (property)
		return [text(`${property.variable.name}${property.path} = ${propertyOf(statement)};`)];
	// The next line may be another one than in the source, and begin with a bracket.
	const last = planned.source[node.end - 1];
	const isOpen = last !== ';' && (last !== '}' || node.type === 'ExpressionStatement');
	return [source(node, indent), ...(isOpen ? [text(';')] : [])];
}

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
