// Notes: what the other side has to make again of a value that structured clone brings it.
/** @import { GemNotes } from './pack-gems.js' */
/** @import { Path } from '../types.js' */
import { Math } from '../primordials.js';

/**
 * `[names of classes, keep, count, …keys, mark, keep, count, …keys, mark, …]`: the object to be made again is reached by
 * the first `keep` keys of the note before and `count` keys (places.js) more. Flat, and short where many notes are
 * neighbours: a note takes a clone a twentieth of the time that a small object takes.
 *
 * @typedef {[names: string[], ...(string | number)[]]} SearchNotes of a search
 * @typedef {SearchNotes | GemNotes} Notes
 */

/** A Uint8Array: a Buffer over the same memory. */
export const BUFFER = 0;
/** A plain object: one without a prototype. */
export const NO_PROTOTYPE = 1;
/** `{ href }` in place of a URL. */
export const URL_MARK = 2;
/** `{ query }` in place of a URLSearchParams, or `{ query, address }` of one of a URL that crosses, too. */
export const QUERY_MARK = 3;
/** An error's description (error-values.js) in place of the error. */
export const ERROR_MARK = 4;
/** `{ id, place }` in place of a function of the host's (worker/host-function.js). */
export const FUNCTION_MARK = 5;
/** `{ id, words, isAborted, reason }` in place of an AbortSignal (worker/signal.js). */
export const SIGNAL_MARK = 6;
/** `{ name }` in place of a class itself; its name is among the note's names, too. */
export const CLASS_MARK = 7;
/** A reference (gem/define/crossing.js) in place of a GEM; `GEM_MODULE` and its type's module are among the notes' names. */
export const GEM_MARK = 8;
/** What a clone loses of an object beside it (beside.js). */
export const BESIDE_MARK = 9;
/** `{ name, print }` in place of what the platform gives every thread (platform.js). */
export const PLATFORM_MARK = 10;
/** `{ name, path, print }` in place of what both modules have made (identities.js). */
export const OWN_MARK = 11;
/** What has changed of a copy (origins.js) in place of the copy, which goes back to the side that has its original. */
export const ORIGIN_MARK = 12;
/** A list in place of an `arguments` object. */
export const ARGUMENTS_MARK = 13;
/** What stands behind the arguments of a call: the objects among its values, which results may hold (search.js). */
export const LIST_MARK = 14;
/** A list of numbers in place of an array of copies that all go back to the side of their originals (origins.js). */
export const ORIGINS_MARK = 15;
/** Copies that go back, as `[container, key, number, …]`: each is put into its container. */
export const PLACED_MARK = 16;
/** From here on: an instance of the class whose name has this index. */
export const FIRST_CLASS = 17;

/** Where in a root the copies that go back are listed. */
export const PLACED = 'what it has of its arguments';

/** No name of a class begins with it. */
export const GEM_MODULE = 'gem ';

/**
 * @param {SearchNotes | undefined} notes
 * @param {Path} last of the note before
 * @param {Path} path at least one key long
 * @param {number} mark
 * @returns {SearchNotes} the same, one longer
 */
export function addNote(notes = [[]], last, path, mark) {
	const most = Math.min(last.length, path.length - 1);
	let keep = 0;
	while (keep < most && last[keep] === path[keep]) keep++;
	notes.push(keep, path.length - keep);
	for (let index = keep; index < path.length; index++) notes.push(path[index]);
	notes.push(mark);
	return notes;
}
