/** @import { Node } from '../../types.js' */
/** @import { Local, Piece, Planned, Unit, UnitPlan } from '../../ir/module.js' */
/** @import { Scope } from '../../ast/scope.js' */
/** @import { Names } from './names.js' */
import { propertyName } from '../../ast/shapes.js';

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
export function factoryPieces({ unit, locals, snapshots }, planned, names) {
	const levels = scopeLevels(locals);
	const isFlat = canFlatten(levels);
	const direct = new Set(
		isFlat ? locals.filter((one) => one.channel === 'snapshot').map((one) => one.variable) : [],
	);
	const parameters = snapshots.map((variable, index) =>
		direct.has(variable) ? variable.name : names.of(`c${index}`),
	);
	/** @param {Local['variable']} variable */
	const parameterOf = (variable) => /** @type {string} */ (parameters[snapshots.indexOf(variable)]);
	/** @type {Piece[]} */
	const body = [];
	for (const variable of snapshots) {
		if (planned.moduleSnapshots.includes(variable))
			body.push(text(`\t\t${variable.name} = ${parameterOf(variable)};\n`));
	}
	levels.forEach((level, index) => {
		if (index > 0 && !isFlat) body.push(text('\t\t{\n'));
		for (const local of level) {
			if (local.channel !== 'snapshot') body.push(text('\t\t'), ...definition(local), text('\n'));
			else if (!direct.has(local.variable))
				body.push(text(`\t\tconst ${local.variable.name} = ${parameterOf(local.variable)};\n`));
		}
	});
	const isNamed = unit.isTopLevel || locals.some((one) => one.variable === unit.variable);
	const expression = isNamed
		? [text(/** @type {Unit['variable'] & {}} */ (unit.variable).name)]
		: unitExpression(unit, planned);
	const type = planned.language === 'js' ? '' : ': any';
	const head = text(parameters.length > 0 ? `([${parameters.join(', ')}]${type}) => ` : '() => ');
	if (body.length === 0) return [head, ...expression];
	const closing = '\t\t}\n'.repeat(isFlat ? 0 : Math.max(0, levels.length - 1));
	return [head, text('{\n'), ...body, text('\t\treturn '), ...expression, text(`;\n${closing}\t}`)];
}

/** @param {string} value @returns {Piece} */
const text = (value) => ({ kind: 'text', text: value });

/** @param {{ start: number, end: number }} range @returns {Piece} */
const source = ({ start, end }) => ({ kind: 'source', start, end });

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

/** @param {Local} local @returns {Piece[]} */
function definition({ variable, channel, node }) {
	const value = /** @type {Node} */ (node);
	if (channel === 'inline') return [text(`const ${variable.name} = `), source(value), text(';')];
	if (value.type === 'VariableDeclarator') return [text('const '), source(value), text(';')];
	if (variable.kind === 'function-name')
		return [text(`const ${variable.name} = `), source(value), text(';')];
	return [source(value)];
}

/** @param {Unit} unit @param {Planned} planned @returns {Piece[]} the unit as an expression */
function unitExpression(unit, planned) {
	const { node, kind, name } = unit;
	if (kind === 'function' || kind === 'arrow') {
		const label = node.id ? null : unit.variable?.name;
		// The name that its variable gave it, for stack traces.
		return label ? [text(`({ ${label}: `), source(node), text(` }).${label}`)] : [source(node)];
	}
	const key = propertyName(node) ?? /** @type {string} */ (name.split('.').pop());
	const isIdentifier = /^[A-Za-z_$][\w$]*$/.test(key);
	const quoted = isIdentifier ? key : JSON.stringify(key);
	const open = planned.source.indexOf('(', node.typeParameters?.end ?? node.key.end);
	return [
		text(`({ ${node.async ? 'async ' : ''}${quoted}`),
		source({ start: open, end: node.end }),
		text(isIdentifier ? ` }).${key}` : ` })[${quoted}]`),
	];
}
