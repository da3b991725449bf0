/** @import { DeclarationProblem, TypedUnit } from '@lapidary/compiler/declarations' */
/** @import { SourceMap } from '../build/lower-source.js' */
/** @import { Diagnostic, Place } from '../types.js' */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { lowerDeclarations } from '@lapidary/compiler/declarations';
import { readInputMap } from '@lapidary/compiler/input-map';
import { displayPath, reasonOf } from '../build/paths.js';
import { decodeUtf8 } from '../build/utf8.js';
import {
	declarationNotFound,
	declarationOfNamedType,
	declarationOutOfReach,
	unreadableDeclaration,
	unreadableFile,
} from '../diagnostics/codes.js';

/** @typedef {TypedUnit & { source: string }} UnitOfFile `source`: absolute path of the file that has the unit */

/** @typedef {{ unit: UnitOfFile, declared: string, actual: string, place: Place }} Change */

/**
 * A declaration file whose units are typed as they behave.
 *
 * @typedef {object} Rewritten
 * @property {string} text
 * @property {SourceMap | null} map for the file's declaration map; null when the text is unchanged or has none
 * @property {Change[]} changes
 * @property {Diagnostic[]} diagnostics LP7002, LP7005, LP7019 to LP7022
 */

/**
 * Rewrite one declaration file. Reads it and its map, writes nothing.
 *
 * @param {string} file absolute
 * @param {UnitOfFile[]} units that it is to describe
 * @returns {Rewritten}
 */
export function rewriteDeclarations(file, units) {
	let bytes;
	try {
		bytes = readFileSync(file);
	} catch (error) {
		const params = { path: displayPath(file), reason: reasonOf(error) };
		return failed('', unreadableFile(params, { filename: file }));
	}
	const { text, problem } = decodeUtf8(bytes, file);
	if (problem) return failed(text, problem);
	const inputSourceMap = readInputMap(text, file);
	let lowered;
	try {
		lowered = lowerDeclarations(text, { filename: path.basename(file), units, inputSourceMap });
	} catch (error) {
		const diagnostic = syntaxProblem(error, file);
		if (!diagnostic) throw error;
		return failed(text, diagnostic);
	}
	/** @param {string} id */
	const unitOf = (id) => /** @type {UnitOfFile} */ (units.find((one) => one.id === id));
	return {
		text: lowered.code,
		map: inputSourceMap && lowered.map,
		changes: lowered.changes.map(({ unit, declared, actual, start, end }) => ({
			unit: unitOf(unit),
			declared,
			actual,
			place: { filename: file, start, end },
		})),
		diagnostics: lowered.problems.map((one) => describe(one, unitOf(one.unit), file)),
	};
}

/**
 * @param {string} text
 * @param {Diagnostic} diagnostic
 * @returns {Rewritten}
 */
const failed = (text, diagnostic) => ({ text, map: null, changes: [], diagnostics: [diagnostic] });

/**
 * @param {unknown} error
 * @param {string} filename absolute
 * @returns {Diagnostic | undefined} undefined for an error that is none of the file's syntax
 */
function syntaxProblem(error, filename) {
	const { code, loc, message } = /** @type {{ code?: string, loc?: any, message: string }} */ (
		error
	);
	if (!code?.startsWith('BABEL_')) return undefined;
	const reason = message.replace(/ \(\d+:\d+\)$/, '');
	const start = { line: loc.line, column: loc.column };
	return unreadableDeclaration({ path: displayPath(filename), reason }, { filename, start });
}

/**
 * @param {DeclarationProblem} problem
 * @param {UnitOfFile} unit
 * @param {string} file absolute, the declaration file
 * @returns {Diagnostic}
 */
function describe({ kind, text, start, end }, unit, file) {
	const { name } = unit;
	const inSource = { filename: unit.source, start: unit.start, end: undefined };
	if (kind === 'named-type')
		return declarationOfNamedType(
			{ unit: name, type: shortened(text) },
			{ filename: file, start, end },
		);
	const path_ = displayPath(file);
	return kind === 'missing'
		? declarationNotFound(
				{ unit: name, reason: `\`${path_}\` declares nothing by that name` },
				inSource,
			)
		: declarationOutOfReach({ unit: name, path: path_ }, inSource);
}

/**
 * @param {UnitOfFile} unit
 * @param {string} file absolute, where its declarations were looked for
 * @returns {Diagnostic} LP7019
 */
export function describeMissing(unit, file) {
	const reason = `there is no \`${displayPath(file)}\``;
	return declarationNotFound(
		{ unit: unit.name, reason },
		{ filename: unit.source, start: unit.start },
	);
}

/** A longer type says nothing more in a message. */
const LONGEST_TYPE = 60;

/**
 * @param {string} type
 * @returns {string} in one line
 */
export function shortened(type) {
	const line = type.replace(/\s+/g, ' ');
	return line.length > LONGEST_TYPE ? `${line.slice(0, LONGEST_TYPE - 1)}…` : line;
}
