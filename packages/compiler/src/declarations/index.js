/** @import { Facts, Node, Position, SourceMap, UnitFact } from '../types.js' */
/** @import { Edit } from '../ir/module.js' */
import { parseSource } from '../ast/babel.js';
import { editSource } from '../phases/6-emit/text.js';
import { composeMap } from '../phases/6-emit/maps.js';
import { findSignatures } from './find.js';
import { TypeTexts } from './return-type.js';
import { changeSignature } from './signature.js';

/**
 * A unit whose plain program returns its result at once, and whose calls return a promise once it is lowered.
 *
 * @typedef {Pick<UnitFact, 'id' | 'name' | 'form' | 'generator' | 'parameters' | 'paths' | 'start' | 'end'> & { exported: string[][], escapes: boolean }} TypedUnit
 *   `exported`: those of its paths that start at an export; `escapes`: code that the compiler does not follow may hand it out
 */

/** @typedef {{ unit: string, start: Position, end: Position, declared: string, actual: string }} DeclarationChange `unit` is its id */

/**
 * Why a unit's declaration was not rewritten.
 *
 * `missing`: the module exports it, and the file declares nothing by its path. `named-type`: its type is written elsewhere,
 * under the name in `text`. `unreachable`: the module hands it out in a way that its declarations do not name.
 *
 * @typedef {{ unit: string, kind: 'missing' | 'named-type' | 'unreachable', text: string, start?: Position, end?: Position }} DeclarationProblem
 */

/**
 * @typedef {object} LoweredDeclarations
 * @property {string} code the source itself when nothing changes
 * @property {SourceMap | null} map null when nothing changes
 * @property {DeclarationChange[]} changes in source order
 * @property {DeclarationProblem[]} problems
 */

/**
 * The units of a module that declaration files made from its source describe wrongly.
 *
 * A unit that is declared `async` is typed as it behaves; so is a `try_` unit that stays inline.
 *
 * @param {Facts} facts of `compile`
 * @returns {TypedUnit[]}
 */
export function typedUnits({ units, exports, callSites }) {
	const exported = new Set(['default', 'export=', ...exports.map(({ local }) => local)]);
	return units
		.filter((unit) => unit.lowered && !unit.async)
		.map(({ id, name, form, generator, parameters, paths, start, end }) => {
			const escapes = callSites.some((site) => site.unit === id && site.detail === 'escapes');
			return {
				...{ id, name, form, generator, parameters, paths, start, end, escapes },
				exported: paths.filter(([head]) => exported.has(/** @type {string} */ (head))),
			};
		});
}

/**
 * Type units in a declaration file as their calls behave: `number` becomes `Promise<number>`.
 *
 * Pure, and idempotent. Only return types of units and their callback parameters are touched; every other character stays.
 *
 * @param {string} source of a `.d.ts`, `.d.mts` or `.d.cts` file
 * @param {{ filename: string, units: TypedUnit[], inputSourceMap?: object | string | null }} options `units` of the module
 *   or modules that the file describes; `inputSourceMap`: the declaration map
 * @returns {LoweredDeclarations}
 * @throws {SyntaxError & { loc: Position }} Babel's, for text that cannot be parsed
 *
 * @example
 * lowerDeclarations('export declare function f(x: number): number;', { filename: 'f.d.ts', units: typedUnits(facts) })
 * 	.code === 'export declare function f(x: number): Promise<number>;'
 */
export function lowerDeclarations(source, { filename, units, inputSourceMap }) {
	const plugins = [['typescript', { dts: true }], 'decorators', 'decoratorAutoAccessors'];
	const { program } = parseSource(source, { language: 'ts', moduleKind: 'module', plugins });
	const types = new TypeTexts(source, program);
	/** @type {Map<Node, { edits: Edit[], change: DeclarationChange }>} */
	const found = new Map();
	/** @type {DeclarationProblem[]} */
	const problems = [];
	for (const unit of units) {
		const places = unit.paths.map((path) => ({ path, ...findSignatures(program, path) }));
		const changed = places
			.flatMap(({ signatures }) => signatures)
			.map((node) => ({ node, ...changeSignature(node, unit, types) }));
		problems.push(...problemsOf(unit, [...places, ...changed], types));
		for (const { node, edits, declared, actual } of changed) {
			if (edits.length === 0 || found.has(node)) continue;
			found.set(node, { edits, change: { unit: unit.id, ...span(node), declared, actual } });
		}
	}
	const edits = [...found.values()].flatMap((one) => one.edits);
	const changes = [...found.values()].map((one) => one.change).sort(bySource);
	if (edits.length === 0) return { code: source, map: null, changes, problems };
	const { code, map } = editSource({ source, filename, edits, places: null });
	return { code, map: composeMap(map, inputSourceMap), changes, problems };
}

/**
 * @param {TypedUnit} unit
 * @param {{ path?: string[], signatures?: Node[], stop?: Node | null }[]} places where it was looked for, and what was changed
 * @param {TypeTexts} types
 * @returns {DeclarationProblem[]} none for a unit that stays inside its module
 */
function problemsOf({ id: unit, name, exported, escapes }, places, types) {
	/** @type {DeclarationProblem[]} */
	const problems = [];
	for (const { path, signatures, stop } of places) {
		if (stop) problems.push({ unit, kind: 'named-type', text: types.text(stop), ...span(stop) });
		else if (path && signatures?.length === 0 && exported.includes(path))
			problems.push({ unit, kind: 'missing', text: path.join('.') });
	}
	const isFound = places.some(({ signatures }) => signatures && signatures.length > 0);
	if (!isFound && problems.length === 0 && escapes)
		problems.push({ unit, kind: 'unreachable', text: name });
	return problems;
}

/** @param {Node} node @returns {{ start: Position, end: Position }} */
const span = ({ loc: { start, end } }) => ({
	start: { line: start.line, column: start.column },
	end: { line: end.line, column: end.column },
});

/** @param {DeclarationChange} left @param {DeclarationChange} right */
const bySource = ({ start: left }, { start: right }) =>
	left.line - right.line || left.column - right.column;
