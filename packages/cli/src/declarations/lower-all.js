/** @import { TypedUnit } from '@lapidary/compiler/declarations' */
/** @import { Diagnostic, SourceFile } from '../types.js' */
/** @import { Declaration } from './locate.js' */
/** @import { Rewritten, UnitOfFile } from './rewrite.js' */
import { describeMissing, rewriteDeclarations } from './rewrite.js';

/** @typedef {Declaration & Rewritten} RewrittenDeclaration */

/**
 * Rewrite the declaration files of sources.
 *
 * @param {SourceFile[]} sources
 * @param {ReadonlyMap<string, TypedUnit[]>} unitsBySource by absolute path
 * @param {object} options
 * @param {ReturnType<import('./locate.js').locateDeclarations>} options.locate
 * @param {boolean} options.mustExist whether an exported unit needs a declaration file; else one that has none is left alone
 * @returns {{ rewritten: RewrittenDeclaration[], diagnostics: Diagnostic[] }} files in the order of their first source, unchanged
 *   ones included
 */
export function lowerAllDeclarations(sources, unitsBySource, { locate, mustExist }) {
	/** @type {Map<string, { declaration: Declaration, units: UnitOfFile[] }>} */
	const byFile = new Map();
	/** @type {Diagnostic[]} */
	const diagnostics = [];
	for (const source of sources) {
		const units = (unitsBySource.get(source.path) ?? []).map((unit) => ({
			...unit,
			source: source.path,
		}));
		if (units.length === 0) continue;
		const { declaration, exists } = locate(source);
		if (exists) {
			const known = byFile.get(declaration.path)?.units ?? [];
			byFile.set(declaration.path, { declaration, units: [...known, ...units] });
		} else if (mustExist) {
			const exported = units.filter((unit) => unit.exported.length > 0);
			diagnostics.push(...exported.map((unit) => describeMissing(unit, declaration.path)));
		}
	}
	const rewritten = [...byFile.values()].map(({ declaration, units }) => ({
		...declaration,
		...rewriteDeclarations(declaration.path, units),
	}));
	diagnostics.push(...rewritten.flatMap((one) => one.diagnostics));
	return { rewritten, diagnostics };
}
