/** @import { Wrap } from '../ir/summary.js' */
/** @import { Fix } from './unit-uses.js' */

/**
 * Put the texts of fixes into a source. Several fixes may ask for the same change; it is made once.
 *
 * @param {string} source
 * @param {readonly Pick<Fix, 'edits'>[]} fixes
 * @param {string} filename of the source
 * @returns {string}
 */
export function applyFixes(source, fixes, filename) {
	/** @type {Map<string, Wrap>} */
	const wraps = new Map();
	for (const { edits } of fixes) {
		for (const wrap of edits.get(filename) ?? []) wraps.set(JSON.stringify(wrap), wrap);
	}
	const insertions = [...wraps.values()].flatMap(({ start, end, before, after }) => [
		{ at: start, text: before, isEnd: false, length: end - start },
		{ at: end, text: after, isEnd: true, length: end - start },
	]);
	// At one place what ends goes before what starts; inner ranges end first and start last.
	insertions.sort(
		(a, b) =>
			a.at - b.at ||
			Number(b.isEnd) - Number(a.isEnd) ||
			(a.isEnd ? a.length - b.length : b.length - a.length),
	);
	let text = '';
	let done = 0;
	for (const { at, text: inserted } of insertions) {
		text += source.slice(done, at) + inserted;
		done = at;
	}
	return text + source.slice(done);
}
