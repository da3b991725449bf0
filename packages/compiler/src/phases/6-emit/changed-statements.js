/** @import { Node } from '../../types.js' */
/** @import { Edit } from '../../ir/module.js' */

/** @typedef {{ start: number, end: number, growth: number }} Region of a source; `growth`: by how much its edits lengthen it */

/**
 * What an edited text has in place of the statements that its edits touch. The other statements are
 * the source's own, which has been parsed.
 *
 * @param {string} code the source after its edits
 * @param {object} from
 * @param {string} from.source
 * @param {Node} from.program of the source
 * @param {readonly Edit[]} from.edits
 * @returns {string} statements of the top level, in order, each region on lines of its own; the whole text when
 *   edits lie inside of each other, so that where a statement went cannot be told
 */
export function changedStatements(code, { source, program, edits }) {
	const growth = edits.reduce((sum, edit) => sum + growthOf(edit), 0);
	if (source.length + growth !== code.length) return code;
	/** @type {string[]} */
	const texts = [];
	let shift = 0;
	for (const region of touchedRegions(program, edits)) {
		const end = region.end + shift + region.growth;
		texts.push(code.slice(region.start + shift, end));
		shift += region.growth;
	}
	return texts.join('\n');
}

/** @param {Edit} edit */
const growthOf = ({ start, end, text }) => text.length - (end - start);

/**
 * @param {Node} program
 * @param {readonly Edit[]} edits
 * @returns {Region[]} in source order, apart from each other; each holds whole statements and whole edits
 */
function touchedRegions(program, edits) {
	/** @type {Region[]} */
	const regions = [];
	const sorted = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
	const statements = [...program.directives, ...program.body];
	let next = 0;
	for (const edit of sorted) {
		let { start, end } = edit;
		while (next < statements.length && statements[next].end < start) next++;
		for (let at = next; at < statements.length && statements[at].start <= end; at++) {
			start = Math.min(start, statements[at].start);
			end = Math.max(end, statements[at].end);
		}
		const last = regions.at(-1);
		if (last && start <= last.end) {
			last.end = Math.max(last.end, end);
			last.growth += growthOf(edit);
		} else regions.push({ start, end, growth: growthOf(edit) });
	}
	return regions;
}
