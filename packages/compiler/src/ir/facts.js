/** @import { CompileOptions, Facts, Node, Position } from '../types.js' */
/** @import { Planned, Unit, UnitPlan } from './module.js' */
import { extended } from '../ast/records.js';
import { patternNames } from '../ast/shapes.js';
import { exportsOf } from './exports.js';
import { describeAccesses } from './gem-access/describe.js';
import { declaredPaths } from './declared-path.js';

/**
 * What is known of a file that was not analysed: it has no directive, or cannot be parsed.
 *
 * @param {CompileOptions} options
 * @returns {Facts}
 */
export function emptyFacts({ filename, id, sourceType }) {
	const baseName = /** @type {string} */ (filename.split(/[\\/]/).pop());
	return {
		filename,
		id: id ?? baseName,
		annotated: false,
		moduleKind: sourceType ?? (/\.c[jt]s$/.test(filename) ? 'commonjs' : 'module'),
		language: filename.endsWith('.tsx') ? 'tsx' : /\.[mc]?ts$/.test(filename) ? 'ts' : 'js',
		units: [],
		statements: [],
		callSites: [],
		gemAccesses: [],
		exports: [],
	};
}

/**
 * What the analysis found, as plain data.
 *
 * @param {Planned} planned
 * @returns {Facts}
 */
export function describeModule(planned) {
	const { filename, id, moduleKind, language, units, directives, source } = planned;
	const kept = planned.slice.filter((entry) => entry.kept).map((entry) => entry.fragment);
	/** @param {import('../ast/scope.js').Variable | null} variable */
	const bytesOf = (variable) =>
		kept
			.filter((one) => variable !== null && one.defines.includes(variable))
			.reduce((sum, { node }) => sum + bytes(source, node), 0);
	return {
		filename,
		id,
		annotated: units.length > 0 || directives.length > 0,
		moduleKind,
		language,
		units: units.map((unit) => {
			const plan = planned.plans.find((one) => one.unit === unit);
			return {
				id: unit.id,
				name: unit.name,
				kind: unit.kind,
				directive: { mode: unit.directive.mode, ...unit.directive.options },
				form: formOf(unit),
				async: unit.isAsync,
				generator: unit.node.generator === true,
				parameters: unit.node.params.filter((/** @type {Node} */ one) => one.name !== 'this')
					.length,
				paths: declaredPaths(unit, planned.resolution),
				lowered: plan !== undefined,
				...span(unit.node),
				captures: (plan?.captures ?? []).map(({ name, channel, reason, variable }) => ({
					name,
					channel,
					reason,
					...(bytesOf(variable) > 0 ? { bytes: bytesOf(variable) } : {}),
				})),
				functions: unit.functions.map(({ path, use }) => ({
					path,
					...(use ? { use: position(use, 'start') } : {}),
				})),
				inOut: plan ? inOutOf(unit, planned) : [],
				slice: (plan?.slice ?? []).map(describeEntry),
			};
		}),
		statements: planned.slice.map(({ fragment, kept: isKept, reason }) =>
			extended(span(fragment.node), {
				text: firstLine(source.slice(fragment.node.start, fragment.node.end)),
				kept: isKept,
				reason,
				bytes: bytes(source, fragment.node),
			}),
		),
		callSites: planned.callSites.map(({ unit, node, action, detail }) => ({
			unit: unit.id,
			start: position(node, 'start'),
			action,
			detail,
		})),
		gemAccesses: describeAccesses(planned.gemAccess),
		exports: exportsOf(planned),
	};
}

/** @param {Planned['units'][number]} unit @param {Planned} planned @returns {string[]} */
function inOutOf(unit, { uses }) {
	const use = uses.get(unit);
	const { params } = unit.node;
	const names = (use?.inOut ?? []).flatMap((index) => {
		const param = params[index < 0 ? -1 - index : index];
		return param ? patternNames(param).map((/** @type {Node} */ { name }) => name) : ['arguments'];
	});
	return [...(use?.receiver?.isInOut ? ['this'] : []), ...names];
}

/** @param {UnitPlan['slice'][number]} entry @returns {Facts['units'][number]['slice'][number]} */
const describeEntry = ({ fragment, uses }) => ({
	statement: fragment.index,
	defines: fragment.defines.map((one) => one.name),
	uses: uses.map((one) => ({ name: one.name, line: one.node.loc.start.line })),
});

/** @param {Node} node @returns {{ start: Position, end: Position }} */
const span = (node) => ({ start: position(node, 'start'), end: position(node, 'end') });

/** @param {Node} node @param {'start' | 'end'} edge @returns {Position} */
const position = ({ loc }, edge) => ({ line: loc[edge].line, column: loc[edge].column });

/** @param {string} source @param {Node} node @returns {number} in UTF-8 */
const bytes = (source, node) => Buffer.byteLength(source.slice(node.start, node.end));

/** @param {string} text @returns {string} */
function firstLine(text) {
	const line = /** @type {string} */ (text.split('\n')[0]);
	return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

/** @param {Unit} unit @returns {'promise' | 'callback'} */
const formOf = ({ callback }) => (callback === 'node' ? 'callback' : 'promise');
