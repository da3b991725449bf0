/** @import { SourceMap } from '../../types.js' */
/** @import { Edit, Piece } from '../../ir/module.js' */
import MagicString, { Bundle } from 'magic-string';

/**
 * Apply changes to a source text; everything else stays as its author wrote it.
 *
 * @param {{ source: string, filename: string, edits: Edit[] }} input
 * @returns {{ code: string, map: SourceMap }}
 */
export function editSource({ source, filename, edits }) {
	const text = applyEdits(source, edits);
	const map = text.generateMap({ source: filename, includeContent: true, hires: 'boundary' });
	return { code: text.toString(), map: plain(map) };
}

/**
 * Put a module together from pieces of a source and new text.
 *
 * @param {{ source: string, filename: string, pieces: Piece[], edits: Edit[], prefix: string }} input
 *   `edits` hold in every piece of the source
 * @returns {{ code: string, map: SourceMap }}
 */
export function assemblePieces({ source, filename, pieces, edits, prefix }) {
	const base = applyEdits(source, edits);
	const bundle = new Bundle({ separator: '' });
	if (prefix) bundle.addSource({ content: new MagicString(prefix) });
	for (const piece of pieces) {
		if (piece.kind === 'text') bundle.addSource({ content: new MagicString(piece.text) });
		else bundle.addSource({ filename, content: base.snip(piece.start, piece.end) });
	}
	const map = bundle.generateMap({ includeContent: true, hires: 'boundary' });
	return { code: bundle.toString(), map: plain(map) };
}

/** @param {string} source @param {Edit[]} edits @returns {MagicString} */
function applyEdits(source, edits) {
	const text = new MagicString(source);
	for (const { start, end, text: replacement } of edits) {
		if (start === end) text.appendLeft(start, replacement);
		else if (replacement === '') text.remove(start, end);
		else text.update(start, end, replacement);
	}
	return text;
}

/** @param {{ version: number, sources: string[], sourcesContent?: (string | null)[] | undefined, names: string[], mappings: string }} map @returns {SourceMap} */
const plain = ({ sources, sourcesContent, names, mappings }) => ({
	version: 3,
	sources,
	...(sourcesContent ? { sourcesContent } : {}),
	names,
	mappings,
});
