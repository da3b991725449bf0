/** @import { SourceMap } from '../../types.js' */
/** @import { Copy, Edit, Piece } from '../../ir/module.js' */
import MagicString, { Bundle } from 'magic-string';

/**
 * Apply changes to a source text; everything else stays as its author wrote it.
 *
 * @param {{ source: string, filename: string, edits: Edit[], places: number[] | null }} input `places`: of the source, that the map has; null: each word and sign
 * @returns {{ code: string, map: SourceMap }}
 */
export function editSource({ source, filename, edits, places }) {
	const text = mapped(applyEdits(source, edits), places);
	const map = text.generateMap({
		source: filename,
		includeContent: true,
		hires: places ? false : 'boundary',
	});
	return { code: text.toString(), map: plain(map) };
}

/**
 * Put a module together from pieces of a source and new text.
 *
 * @param {object} input
 * @param {string} input.source
 * @param {string} input.filename
 * @param {Piece[]} input.pieces
 * @param {Edit[]} input.edits hold in every piece of the source
 * @param {Copy[]} [input.copies] stand in every piece that holds their range
 * @param {Range[]} input.fixed ranges whose line starts are data: template literals
 * @param {number[] | null} input.places of the source, that the map has; null: each word and sign
 * @param {string} input.prefix
 * @returns {{ code: string, map: SourceMap }}
 */
export function assemblePieces({
	source,
	filename,
	pieces,
	edits,
	copies = [],
	fixed,
	places,
	prefix,
}) {
	const base = mapped(applyEdits(source, edits), places);
	const lineBreak = source.includes('\r\n') ? '\r\n' : '\n';
	const bundle = new Bundle({ separator: '' });
	if (prefix) bundle.addSource({ content: new MagicString(prefix) });
	for (const piece of pieces) {
		if (piece.kind === 'text') {
			bundle.addSource({ content: new MagicString(piece.text.replaceAll('\n', lineBreak)) });
			continue;
		}
		for (const part of partsOf(piece, copies)) {
			const own = part.edits ?? edits;
			if (part.before) bundle.addSource({ content: new MagicString(part.before) });
			const text = part.edits ? mapped(applyEdits(source, part.edits), places) : base;
			const content = text.snip(part.start, part.end);
			if (piece.indent !== undefined)
				reindent(content, source, { ...piece, ...part }, [...own, ...fixed]);
			bundle.addSource({ filename, content });
		}
	}
	const map = bundle.generateMap({ includeContent: true, hires: places ? false : 'boundary' });
	return { code: bundle.toString(), map: plain(map) };
}

/** @typedef {{ start: number, end: number }} Range */

/**
 * @param {Range} piece
 * @param {Copy[]} copies
 * @returns {(Range & { before?: string, edits?: Edit[], first: number })[]} what a piece is put together from; `first`: where it begins
 */
function partsOf({ start, end }, copies) {
	const inside = copies.filter((one) => start <= one.start && one.end <= end);
	/** @type {(Range & { before?: string, edits?: Edit[], first: number })[]} */
	const parts = [];
	let from = start;
	for (const copy of inside.sort((a, b) => a.start - b.start)) {
		if (copy.start > from) parts.push({ start: from, end: copy.start, first: start });
		parts.push({ ...copy, first: start });
		from = copy.start;
	}
	return [...parts, { start: from, end, first: start }];
}

/**
 * Shift the lines of a piece after its first, so that code which moves stands as a person would
 * have written it.
 *
 * @param {MagicString} content
 * @param {string} source
 * @param {{ start: number, end: number, first: number, indent?: string }} piece `first`: where the code begins that moves
 * @param {Range[]} untouchable ranges in which no line is shifted
 */
function reindent(content, source, { start, end, first, indent = '' }, untouchable) {
	const line = source.lastIndexOf('\n', first - 1) + 1;
	const old = /^[ \t]*/.exec(source.slice(line, first))?.[0] ?? '';
	for (
		let at = source.indexOf('\n', start) + 1;
		at > 0 && at < end;
		at = source.indexOf('\n', at) + 1
	) {
		const isFixed = untouchable.some((range) => range.start <= at && at < range.end);
		const isBlank = source[at] === '\n' || source[at] === '\r';
		if (isFixed || isBlank || !source.startsWith(old, at) || old === indent) continue;
		if (old === '') content.appendLeft(at, indent);
		else content.update(at, at + old.length, indent);
	}
}

/** @param {MagicString} text @param {number[] | null} places @returns {MagicString} the same, whose map has them */
function mapped(text, places) {
	for (const place of places ?? []) text.addSourcemapLocation(place);
	return text;
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
