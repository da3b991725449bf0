/** @import { TypedUnit } from '@lapidary/compiler/declarations' */
/** @import { PlannedFile } from '../build/plan-outputs.js' */
/** @import { Stage } from '../build/stage.js' */
/** @import { Diagnostic } from '../types.js' */
import { reasonOf } from '../build/paths.js';
import { unwritable } from '../build/commit.js';
import { exitStatus } from '../diagnostics/command-failure.js';
import { isDeclaration, locateDeclarations } from './locate.js';
import { lowerAllDeclarations } from './lower-all.js';
import { stageRewritten } from './write.js';

/**
 * Rewrite the declarations among the copies that a build has staged. A source without declarations in the tree has none
 * that could be wrong: they are emitted later, if at all.
 *
 * @param {PlannedFile[]} files of the build
 * @param {ReadonlyMap<string, TypedUnit[]>} typedUnits by the absolute path of their source
 * @param {Stage} stage
 * @returns {Diagnostic[]} LP7005, LP7008, LP7019 to LP7022
 */
export function typeStaged(files, typedUnits, stage) {
	const staged = new Set(files.map(({ path }) => path));
	const locateAny = locateDeclarations(files);
	/** @type {typeof locateAny} */
	const locate = (source) => {
		const { declaration, exists } = locateAny(source);
		return { declaration, exists: exists && staged.has(declaration.path) };
	};
	const lowered = lowerAllDeclarations(files, typedUnits, { locate, mustExist: false });
	if (exitStatus(lowered.diagnostics) !== 0) return lowered.diagnostics;
	try {
		for (const one of lowered.rewritten) if (one.changes.length > 0) stageRewritten(one, stage);
	} catch (error) {
		return [...lowered.diagnostics, unwritable(stage.outDir, reasonOf(error))];
	}
	return lowered.diagnostics;
}

/**
 * Declarations and their sources go together: what changes in one decides what becomes of the other.
 *
 * @param {PlannedFile[]} files of the whole tree
 * @param {ReadonlySet<string>} pending absolute paths
 * @returns {Set<string>} `pending`, with the source of each declaration and the declarations of each source
 */
export function withPartners(files, pending) {
	const locate = locateDeclarations(files);
	const all = new Set(pending);
	for (const file of files) {
		if (isDeclaration(file.path)) continue;
		const { declaration, exists } = locate(file);
		if (exists && (pending.has(file.path) || pending.has(declaration.path)))
			all.add(file.path).add(declaration.path);
	}
	return all;
}
