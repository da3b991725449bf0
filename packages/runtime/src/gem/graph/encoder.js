/** @import { Region } from '../memory/region.js' */
/** @import { Shape } from './shapes.js' */
/** @import { Held } from './slots.js' */
/** @import { TypedArray } from './typed.js' */
/** @typedef {Record<string, unknown>} Keyed */
import { F64, I32 } from '../memory/heap.js';
import { pathOf, refuse, refusedKind } from './classify.js';
import { cellsForTable, putEntry, putTable } from './dictionary-table.js';
import { DocumentBlocks } from './document-blocks.js';
import { seemsInts } from './fixed-ints.js';
import { keyListFor, noteShape, shapeInDocument } from './key-lists.js';
import {
	BOXED,
	DETAIL_SHIFT,
	DICTIONARY,
	FIELD_ANY,
	FIELD_DOUBLE,
	FIELD_FLAG,
	FIELD_INT,
	FIELD_NODE,
	FIELD_STRING,
	FIXED,
	HEADER_CELLS,
	INTS,
	MAX_FIELDS,
	STRUCT,
	TAG_NODE,
	TAG_STRING,
	TYPED,
	VALUES,
	capacityDetail,
	evenCells,
	roundCapacity,
} from './layout.js';
import { DENSE, isTooSparse, lengthToRead, MOST_LEVELS, TOO_SPARSE, tooDeep } from './limits.js';
import { materialise } from './materialise.js';
import { Node } from './node.js';
import { shapeFor, widened } from './shapes.js';
import { Column, columnOf, SharedStrings } from './shared-strings.js';
import {
	fieldTypeOf,
	heldFlag,
	heldInField,
	HELD_HOLE,
	isInt32,
	putBoxed,
	putField,
	putHeld,
} from './slots.js';
import { cellsForString, hashText, isWide, writeString } from './strings.js';
import { isExact, toData } from './to-data.js';
import { cellsForTyped, elementTypeOf, lengthOfTyped, viewOf } from './typed.js';

const EMPTY = {};
/** How many documents this thread has encoded; each has a number. */
const documents = { last: 0 };
/** Shapes that one document may bring; the keys of further kinds of objects are taken for data. */
const MOST_SHAPES = 512;
/** Elements of a list that is worth some preparations. */
const LONG = 4096;

/**
 * Writes plain data into memory that nobody else knows yet; one for each document.
 *
 * The value is read once, as JSON.stringify reads it. When something in it is refused, or there is no memory left, `blocks.discard`
 * gives back what was allocated.
 *
 * Threads: who may allocate in the region. Blocks: see `Region.allocate`.
 */
export class Encoder {
	/**
	 * @param {Region} region
	 * @param {string} root what paths in messages begin with
	 * @param {boolean} isNew see DocumentBlocks
	 */
	constructor(region, root, isNew) {
		this.region = region;
		this.root = root;
		this.stamp = region.stamp();
		this.document = ++documents.last;
		this.strings = new SharedStrings();
		/** Of strings that are in no field and in no long list. */
		this.column = new Column(this.document);
		/** Where the encoder is: keys and indexes from the root. @type {(string | number)[]} */
		this.steps = [];
		/** @type {object[]} */
		this.ancestors = [];
		this.blocks = new DocumentBlocks(region, isNew);
		this.shapesBrought = 0;
		/** Of the object that was encoded last: a guess for the next one. @type {Shape | null} */
		this.shape = null;
		/** What was encoded and put nowhere yet; undefined when it is left out. @type {Held | undefined} */
		this.pending = undefined;
		/** Of the object that is built next at the outermost level. */
		this.flags = 0;
		/** Keeps -0, NaN, Infinity and holes, which JSON does not have: the value comes from a document. */
		this.isExact = false;
		this.mayGuess = true;
		// Somebody has added to the prototype of all objects: `for in` would not do.
		for (const _ in EMPTY) this.mayGuess = false;
	}

	/** Keep what JSON does not have in all that is encoded from now on. */
	keepExactly() {
		this.isExact = true;
		this.mayGuess = false;
	}

	/** Encodes a part of a document exactly. @param {Node} node @returns {number} address */
	copy(node) {
		return this.exactly(materialise(this.region, node));
	}

	/** @param {object} data a plain copy of a part of a document @returns {number} address */
	exactly(data) {
		const { isExact: wasExact, mayGuess } = this;
		this.keepExactly();
		const address = this.node(data, null);
		this.isExact = wasExact;
		this.mayGuess = mayGuess;
		return address;
	}

	/** @param {object} data see `toData` @param {Shape | null} guess @returns {number} address */
	object(data, guess) {
		return isExact(data) ? this.exactly(data) : this.node(data, guess);
	}

	/** @param {string} what @returns {Error} LP8104 for where the encoder is */
	refusal(what) {
		return refuse(pathOf(this.steps, this.root), what);
	}

	/** @param {unknown[]} value @throws {Error} LP8104 */
	refuseSparse(value) {
		if (isTooSparse(value)) throw refuse(pathOf(this.steps, this.root), TOO_SPARSE, DENSE);
	}

	/** @param {number} address @param {number} word0 @param {number} slots @param {number} length @returns {number} address */
	putHeader(address, word0, slots, length) {
		I32[2 * address] = word0;
		I32[2 * address + 1] = this.stamp;
		I32[2 * address + 2] = slots;
		I32[2 * address + 3] = length;
		return address;
	}

	/** @param {string} text @param {Column} column @returns {number} address; one owner of it is the caller's */
	string(text, column) {
		const shared = this.strings.find(text, column);
		if (shared !== 0) return shared;
		const wide = isWide(text);
		const address = this.blocks.take(cellsForString(text.length, wide));
		writeString(address, text, wide, this.stamp);
		this.strings.offer(text, address, column);
		return address;
	}

	/**
	 * @param {unknown} value
	 * @param {string | number} key where it is
	 * @param {Shape | null} guess of its shape, or of its elements'
	 * @returns {Held | undefined} undefined when JSON would leave it out
	 */
	hold(value, key, guess) {
		if ((typeof value !== 'object' || value === null) && typeof value !== 'function') {
			return this.holdPrimitive(value, key);
		}
		const low = this.child(value, key, guess);
		return low === 0 ? this.pending : { tag: TAG_NODE, low, number: 0 };
	}

	/**
	 * @param {object} value
	 * @param {string | number} key where it is
	 * @param {Shape | null} guess
	 * @returns {number} address; 0 = its `toJSON` has given a primitive, which `pending` is then
	 */
	child(value, key, guess) {
		const data = toData(value, key);
		if (typeof data !== 'object' || data === null) {
			this.pending = this.holdPrimitive(data, key);
			return 0;
		}
		if (this.steps.push(key) > MOST_LEVELS) throw tooDeep(this.steps, this.root);
		const address = data === value ? this.node(data, guess) : this.object(data, guess);
		this.steps.pop();
		return address;
	}

	/** @param {unknown} value no object @param {string | number} key @returns {Held | undefined} */
	holdPrimitive(value, key) {
		switch (typeof value) {
			case 'number':
				if (this.isExact) return { tag: 0, low: 0, number: value };
				return Number.isFinite(value) ? { tag: 0, low: 0, number: value + 0 } : heldFlag(null);
			case 'string':
				return { tag: TAG_STRING, low: this.string(value, this.column), number: 0 };
			case 'bigint':
			case 'symbol':
				this.steps.push(key);
				throw this.refusal(`a ${typeof value}`);
			case 'boolean':
				return heldFlag(value);
			default:
				return value === null ? heldFlag(null) : undefined;
		}
	}

	/** @param {object} value see `toData` @param {Shape | null} guess @returns {number} address */
	node(value, guess) {
		if (this.ancestors.includes(value)) throw this.refusal('an object that contains itself');
		if (Array.isArray(value)) return this.array(value, guess);
		const prototype = Object.getPrototypeOf(value);
		const isPlain = prototype === Object.prototype || prototype === null;
		if (!isPlain || ArrayBuffer.isView(value)) {
			if (value instanceof Node) return this.copy(value);
			const kind = refusedKind(value);
			if (kind !== undefined) throw this.refusal(kind);
			if (ArrayBuffer.isView(value)) return this.typed(value);
		}
		this.ancestors.push(value);
		const address =
			isPlain && guess !== null && this.isGuessed(value, guess)
				? this.struct(/** @type {Keyed} */ (value), guess)
				: this.collect(/** @type {Keyed} */ (value), Object.keys(value), [], []);
		this.ancestors.pop();
		return address;
	}

	/** @param {object} value @param {Shape} guess @returns {boolean} whether it has exactly the keys of the shape */
	isGuessed(value, guess) {
		if (guess.document !== this.document || !this.mayGuess) return false;
		const { keys } = guess;
		let field = 0;
		for (const key in value) if (key !== keys[field++]) return false;
		return field === keys.length;
	}

	/** @param {Keyed} value with the keys of the shape @param {Shape} guess @returns {number} address */
	struct(value, guess) {
		const { keys } = guess;
		const address = this.blocks.take(HEADER_CELLS);
		const slots = this.blocks.take(evenCells(keys.length));
		let shape = guess;
		let field = 0;
		// As fast as it gets in V8: keys and values of this loop come from the hidden class.
		for (const key in value) {
			if (key !== keys[field]) break; // a getter or a Proxy has changed its mind
			const item = value[key];
			if (!this.put(shape, field, slots + field, item)) {
				const next = this.putSlowly(shape, field, slots + field, item);
				if (next === null) {
					return this.startAgain(value, { shape, field, address, slots, wasRead: true });
				}
				shape = next;
			}
			field++;
		}
		if (field !== keys.length) {
			return this.startAgain(value, { shape, field, address, slots, wasRead: false });
		}
		this.shape = shape;
		return this.putHeader(
			address,
			STRUCT | (shape.id << DETAIL_SHIFT),
			slots,
			evenCells(keys.length),
		);
	}

	/** @param {Shape} shape @param {number} field @param {number} cell @param {unknown} item @returns {boolean} false: `putSlowly` has to see */
	put(shape, field, cell, item) {
		switch (shape.types[field]) {
			case FIELD_INT:
				if (typeof item !== 'number' || (item | 0) !== item) return false;
				putBoxed(cell, 0, item);
				return true;
			case FIELD_DOUBLE:
				if (typeof item !== 'number' || !Number.isFinite(item)) return false;
				F64[cell] = item + 0; // JSON has no -0
				return true;
			case FIELD_STRING:
				if (typeof item !== 'string') return false;
				putBoxed(cell, 0, this.string(item, columnOf(shape, field, this.document)));
				return true;
			case FIELD_FLAG:
				if (typeof item === 'boolean') putBoxed(cell, 0, item ? 1 : 0);
				else if (item === null) putBoxed(cell, 0, 2);
				else return false;
				return true;
			default:
				return false;
		}
	}

	/**
	 * @param {Shape} shape
	 * @param {number} field
	 * @param {number} cell
	 * @param {unknown} item
	 * @returns {Shape | null} a wider one where the field does not take the item; null: start again, `pending` is the item
	 */
	putSlowly(shape, field, cell, item) {
		const key = shape.keys[field];
		const guess = shape.inner[field];
		let held;
		if (typeof item === 'object' && item !== null) {
			const low = this.child(item, key, guess);
			if (low !== 0) {
				shape.inner[field] = this.shape;
				if (shape.types[field] === FIELD_NODE) {
					putBoxed(cell, 0, low);
					return shape;
				}
			}
			held = low === 0 ? this.pending : { tag: TAG_NODE, low, number: 0 };
		} else {
			held = this.hold(item, key, guess);
		}
		this.pending = held;
		if (held === undefined) return null;
		const next = widened(shape, field, fieldTypeOf(held));
		if (next === null) return null;
		putField(next.types[field], cell, held);
		if (next !== shape && next.document !== this.document) {
			next.inner = shape.inner;
			next.columns = shape.columns;
			if (shape.list !== null) noteShape(shape.list, next, this.document);
		}
		return next;
	}

	/**
	 * An object turned out to have another shape than was guessed: a value is left out, or the shapes are full.
	 *
	 * @param {Keyed} value
	 * @param {{ shape: Shape, field: number, address: number, slots: number, wasRead: boolean }} begun up to which field; whether
	 *   that one has been read, so that `pending` is its value
	 * @returns {number} address
	 */
	startAgain(value, { shape, field, address, slots, wasRead }) {
		const keys = shape.keys.slice(0, field);
		const held = keys.map((_, at) => heldInField(shape.types[at], slots + at));
		const rest = shape.keys.slice(wasRead ? field + 1 : field);
		if (wasRead && this.pending !== undefined) {
			keys.push(shape.keys[field]);
			held.push(this.pending);
		}
		this.blocks.giveBack(slots, evenCells(shape.keys.length));
		this.blocks.giveBack(address, HEADER_CELLS);
		return this.collect(value, rest, keys, held);
	}

	/**
	 * @param {Keyed} value
	 * @param {string[]} rest keys of it that have not been read
	 * @param {string[]} keys those before them, but for what is left out
	 * @param {Held[]} held their values
	 * @returns {number} address
	 */
	collect(value, rest, keys, held) {
		for (const key of rest) {
			const one = this.hold(value[key], key, null);
			if (one === undefined) continue;
			keys.push(key);
			held.push(one);
		}
		return this.build(keys, held, this.ancestors.length === 1 ? this.flags : 0);
	}

	/**
	 * @param {string[]} keys
	 * @param {Held[]} held as many
	 * @param {number} flags FIXED or 0
	 * @returns {number} address
	 */
	build(keys, held, flags) {
		const shape = keys.length > MAX_FIELDS ? null : this.shapeOf(keys, held, flags);
		this.shape = shape;
		const address = this.blocks.take(HEADER_CELLS);
		if (shape === null) return this.dictionary(address, keys, held, flags);
		const slots = this.blocks.take(evenCells(keys.length));
		for (let field = 0; field < held.length; field++) {
			putField(shape.types[field], slots + field, held[field]);
		}
		return this.putHeader(
			address,
			STRUCT | flags | (shape.id << DETAIL_SHIFT),
			slots,
			evenCells(keys.length),
		);
	}

	/** @param {string[]} keys @param {Held[]} held @param {number} flags @returns {Shape | null} null: make a dictionary */
	shapeOf(keys, held, flags) {
		// Threads write different fields of a fixed object at once, so that its shape must do for all values.
		if (flags === FIXED)
			return shapeFor(
				keys,
				keys.map(() => FIELD_ANY),
			);
		const list = keyListFor(keys);
		const before = list.shapes.size;
		if (before === 0 && this.shapesBrought > MOST_SHAPES) return null;
		const shape = shapeInDocument(list, held.map(fieldTypeOf), this.document);
		this.shapesBrought += list.shapes.size - before;
		return shape;
	}

	/** @param {number} address @param {string[]} keys @param {Held[]} held @param {number} flags @returns {number} address */
	dictionary(address, keys, held, flags) {
		const table = this.blocks.take(cellsForTable(keys.length));
		putTable(table, keys.length);
		for (let at = 0; at < held.length; at++) {
			const key = this.string(keys[at], this.column);
			putHeld(putEntry(table, key, hashText(keys[at])), held[at]);
		}
		return this.putHeader(address, DICTIONARY | flags, table, keys.length);
	}

	/** @param {unknown[]} value @param {Shape | null} guess of the elements @returns {number} address */
	array(value, guess) {
		this.ancestors.push(value);
		this.shape = null;
		this.refuseSparse(value);
		const length = lengthToRead(value, this.steps);
		const address = this.blocks.take(HEADER_CELLS);
		if (length === 0) this.putHeader(address, INTS, 0, 0);
		else if (seemsInts(value, length)) this.ints(address, value, { length, guess });
		else {
			const slots = this.blocks.take(roundCapacity(length));
			this.values(address, value, { length, slots, from: 0, guess, flags: 0 });
		}
		this.ancestors.pop();
		return address;
	}

	/**
	 * @param {number} address
	 * @param {unknown[]} value not empty
	 * @param {{ length: number, guess: Shape | null }} of `guess`: of the elements
	 */
	ints(address, value, { length, guess }) {
		const cells = roundCapacity(Math.ceil(length / 2));
		const slots = this.blocks.take(cells);
		// V8 looks up an import in each turn, and making a view of it takes as long as some elements.
		const words = length < LONG ? I32 : I32.subarray(2 * slots, 2 * slots + length);
		const first = length < LONG ? 2 * slots : 0;
		for (let at = 0; at < length; at++) {
			const item = value[at];
			if (typeof item !== 'number' || !isInt32(item)) {
				const wide = this.blocks.take(roundCapacity(length));
				for (let each = 0; each < at; each++) F64[wide + each] = I32[2 * slots + each];
				this.blocks.giveBack(slots, cells);
				this.values(address, value, { length, slots: wide, from: at, guess, flags: 0 });
				return;
			}
			words[first + at] = item;
		}
		this.putHeader(address, INTS | capacityDetail(cells), slots, length);
	}

	/**
	 * @param {number} address
	 * @param {unknown[]} value
	 * @param {{ length: number, slots: number, from: number, guess: Shape | null, flags: number }} begun elements before `from` are numbers, and
	 *   in their slots, which have room for `length`
	 */
	values(address, value, { length, slots, from, guess, flags }) {
		const column = length < LONG ? this.column : new Column(this.document);
		let boxed = 0;
		let expected = guess;
		for (let at = from; at < length; at++) {
			const item = value[at];
			if (typeof item === 'number' && Number.isFinite(item) && !this.isExact) {
				F64[slots + at] = item + 0;
				continue;
			}
			if (typeof item === 'string') {
				boxed = BOXED;
				putBoxed(slots + at, TAG_STRING, this.string(item, column));
				continue;
			}
			const low = typeof item === 'object' && item !== null ? this.child(item, at, expected) : -1;
			if (low > 0) {
				boxed = BOXED;
				putBoxed(slots + at, TAG_NODE, low);
				expected = this.shape;
				continue;
			}
			const held = low === 0 ? this.pending : this.hold(item, at, null);
			const kept = held ?? (this.isExact ? HELD_HOLE : heldFlag(null));
			if (kept.tag !== 0) boxed = BOXED;
			putHeld(slots + at, kept);
		}
		// Elements of the array are reached through it next time: what the last one was is the best guess.
		this.shape = expected;
		const detail = capacityDetail(roundCapacity(length));
		this.putHeader(address, VALUES | boxed | flags | detail, slots, length);
	}

	/** @param {ArrayBufferView} value @returns {number} address */
	typed(value) {
		this.shape = null;
		const type = elementTypeOf(value);
		if (type < 0) throw this.refusal('a typed array of a kind that is not known here');
		const from = /** @type {TypedArray} */ (value);
		const length = lengthOfTyped(from);
		const address = this.blocks.take(HEADER_CELLS);
		const slots = this.blocks.take(cellsForTyped(type, length));
		this.putHeader(address, TYPED | (type << DETAIL_SHIFT), slots, length);
		if (length > 0)
			/** @type {Uint8Array} */ (viewOf(address)).set(/** @type {Uint8Array} */ (from));
		return address;
	}
}
