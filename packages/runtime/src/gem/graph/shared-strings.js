/** @import { Shape } from './shapes.js' */
import { I32 } from '../memory/heap.js';
import { BLOCK_OWNERS } from '../memory/layout.js';

/** Longest string worth looking for another one like it. */
const SHARED_LENGTH = 256;
/** Strings of a document that are looked for. */
const MOST_SHARED = 65_536;
/** Strings of a column after which it shows whether they occur again, and how many of them have to. */
const SAMPLE = 8192;
const WORTH_OF_SAMPLE = SAMPLE / 16;

/** Strings of one place in a document: of a field, or of a list. Threads: one. Blocks: never. */
export class Column {
	looked = 0;
	found = 0;
	/** whether they hardly occur again: to look for each costs more than to write it once more */
	isUnique = false;
	/** @param {number} document its number */
	constructor(document) {
		this.document = document;
	}
}

/**
 * @param {Shape} shape
 * @param {number} field
 * @param {number} document that is encoded now
 * @returns {Column} of the field
 *
 * Threads: its own. Blocks: never.
 */
export function columnOf({ columns }, field, document) {
	const column = columns[field];
	if (column !== undefined && column.document === document) return column;
	return (columns[field] = new Column(document));
}

/**
 * The strings of the document that is encoded now, so that equal ones are one: V8 has the hash of a string already, or keeps it.
 *
 * Threads: the one that encodes the document, which nobody else knows yet. Blocks: never.
 */
export class SharedStrings {
	/** addresses @type {Map<string, number> | undefined} */
	#known = undefined;

	/**
	 * @param {string} text
	 * @param {Column} column
	 * @returns {number} address of the same string that the document has already, with one owner more; 0 = there is none
	 */
	find(text, column) {
		// Whether a long one is there, V8 would go through all of it to say.
		if (column.isUnique || text.length > SHARED_LENGTH) return 0;
		if (column.looked++ === SAMPLE) {
			column.isUnique = column.found < WORTH_OF_SAMPLE;
			column.looked = column.found = 0;
		}
		const address = this.#known?.get(text);
		if (address === undefined) return 0;
		column.found++;
		I32[2 * address + BLOCK_OWNERS]++;
		return address;
	}

	/**
	 * It must live as long as the document is being encoded.
	 *
	 * @param {string} text
	 * @param {number} address
	 * @param {Column} column
	 */
	offer(text, address, column) {
		if (column.isUnique || text.length > SHARED_LENGTH) return;
		this.#known ??= new Map();
		if (this.#known.size < MOST_SHARED) this.#known.set(text, address);
	}
}
