/** @import { Notes } from './notes.js' */
import { hasUnknownTypes, isGemNotes, modulesOf } from './pack-gems.js';
import { missingModules } from './unpack.js';

/**
 * Whether a call's values hold GEMs whose types this thread does not know yet.
 *
 * @param {Notes | undefined} notes of its values
 * @returns {boolean}
 */
export const needsModules = (notes) =>
	notes !== undefined &&
	(isGemNotes(notes)
		? hasUnknownTypes(notes)
		: notes[0].length > 0 && missingModules(notes).length > 0);

/**
 * Evaluate the modules that define those types.
 *
 * @param {Notes} notes
 * @returns {Promise<void>} rejects with what a module threw, or Node's loader
 */
export async function loadModules(notes) {
	const urls = isGemNotes(notes) ? modulesOf(notes) : missingModules(notes);
	for (const url of urls) await import(url);
}

/**
 * The same, of values whose reading says which type is missing if a module cannot be evaluated.
 *
 * @param {Notes | undefined} notes
 * @returns {Promise<void>} never rejects
 */
export async function tryToLoadModules(notes) {
	try {
		if (notes) await loadModules(notes);
	} catch {
		// See above.
	}
}
