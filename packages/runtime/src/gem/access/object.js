/** @import { Handle } from '../define/handle.js' */
/** @import { Right } from './place.js' */
/** @import { Part, Setting } from './object-class.js' */
import { toIndex } from '../graph/array.js';
import {
	BOXED,
	DETAIL_SHIFT,
	FIELD_ANY,
	FIELD_DOUBLE,
	FIELD_INT,
	FIXED,
	INTS,
	KIND_MASK,
	STRUCT,
	VALUES,
} from '../graph/layout.js';
import { Node } from '../graph/node.js';
import { shapeById } from '../graph/shapes.js';
import { readField, tagOf } from '../graph/slots.js';
import { I32 } from '../memory/heap.js';
import { NO_OBJECT, ObjectFacts } from './facts.js';
import { classOf } from './object-class.js';
import { LoggedObject, MOST_CELLS } from './logged-object.js';
import { Site } from './site.js';
import { hasLength } from './walk.js';

/** A part, and its value where that is all that is known of it. @typedef {{ part: Part, value: unknown }} Found */

/**
 * A site that accesses primitive values of the object at a path. That of key 0 is `x.g0()`; `x.p0(value)` sets it, unless it returns
 * false. Key 1 has `g1` and `p1`, and so on.
 *
 * Threads: any. Blocks: never.
 *
 * @param {readonly string[]} path of the object
 * @param {readonly string[]} keys of the values
 * @returns {ObjectSite}
 */
export const object = (path, keys) => new ObjectSite(path, keys);

/** @extends {Site<ObjectFacts>} */
class ObjectSite extends Site {
	/** @param {readonly string[]} path @param {readonly string[]} keys */
	constructor(path, keys) {
		super(path, {
			nothing: NO_OBJECT,
			derive: (site, right, address) => derive(right, { address, keys, isWriting: site.isWriting }),
		});
	}

	/**
	 * Threads: its own. Blocks: never.
	 *
	 * @override
	 * @param {unknown} root anything
	 * @returns {ObjectFacts}
	 */
	enter(root) {
		const facts = super.enter(root);
		return facts.logged === null ? facts : facts.logged.open(facts);
	}
}

/** @param {Right} right @param {{ address: number, keys: readonly string[], isWriting: boolean }} wanted `address`: of its header @returns {ObjectFacts} */
function derive({ handle, isSettable, isLogged, from, to, subset }, { address, keys, isWriting }) {
	/** @type {Setting} */
	const set = isSettable ? 'memory' : isLogged ? 'log' : 'no';
	/** @type {Part[]} */
	const parts = [];
	const values = [];
	let name = '';
	for (const key of keys) {
		// Of an array at the root, the right may be to some elements. A Subset has a length of its own.
		const index = toIndex(key);
		const isOthers = index >= 0 ? index < from || index >= to : subset !== undefined;
		// A function of the GEM hides what its content has under the same name.
		const isHidden = address === handle.root.address && key in handle.publicApi;
		const found = isOthers || isHidden ? null : find(address, key, set);
		if (found === null) return NO_OBJECT;
		parts.push(found.part);
		values.push(found.value);
		const { kind, offset } = found.part;
		name += `${kind} ${offset} ${found.part.set} `;
	}
	const slots = I32[2 * address + 2];
	const x = classOf(name, parts)(slots, values, handle.region);
	return new ObjectFacts(
		x,
		isWriting && isLogged ? loggedOf(parts, { slots, values, handle }) : null,
	);
}

/**
 * @param {Part[]} parts
 * @param {{ slots: number, values: readonly unknown[], handle: Handle }} object
 * @returns {LoggedObject | null} null: there is nothing to write, or it lies far apart
 */
function loggedOf(parts, { slots, values, handle: { region } }) {
	const cells = parts
		.filter(({ set }) => set === 'log')
		.map(({ kind, offset }) => slots + (kind === 'word' ? offset >> 1 : offset));
	const first = Math.min(...cells);
	const count = Math.max(...cells) + 1 - first;
	if (!(count <= MOST_CELLS)) return null;
	/** @type {Part[]} */
	const plain = parts.map((part) => (part.set === 'log' ? { ...part, set: 'memory' } : part));
	const name = plain.map(({ kind, offset, set }) => `${kind} ${offset} ${set} `).join('');
	const x = classOf(name, plain)(slots, values, region);
	return new LoggedObject(region, { first, cells: count, x });
}

/** @param {number} address of a header @param {string} key @param {Setting} set @returns {Found | null} */
function find(address, key, set) {
	const word = I32[2 * address];
	const slots = I32[2 * address + 2];
	if ((word & KIND_MASK) === STRUCT) {
		const shape = shapeById(word >>> DETAIL_SHIFT);
		const at = shape.fields.get(key);
		return at === undefined ? null : inField(shape.types[at], slots, { at, set });
	}
	if (!hasLength(address)) return null;
	const length = I32[2 * address + 3];
	if (key === 'length') return known(length);
	const at = toIndex(key);
	if (at < 0 || at >= length) return null;
	const isFixed = (word & FIXED) !== 0;
	switch (word & (KIND_MASK | BOXED)) {
		case INTS:
			// A log takes back whole cells: of a fixed array, an element of somebody else's with it.
			return {
				part: { kind: 'word', offset: at, set: isFixed && set === 'log' ? 'no' : set },
				value: undefined,
			};
		case VALUES:
			// A NaN might be taken for a boxed value once another thread has put one into a fixed array.
			return inField(FIELD_DOUBLE, slots, { at, set: isFixed ? 'no' : set });
		case VALUES | BOXED: {
			// A number may be written over by a loop over the elements.
			const type = tagOf(slots + at) === 0 ? FIELD_DOUBLE : FIELD_ANY;
			return inField(type, slots, { at, set: 'no' });
		}
		default:
			return null;
	}
}

/** @param {number} type FIELD_… @param {number} slots @param {{ at: number, set: Setting }} field @returns {Found | null} */
function inField(type, slots, { at, set }) {
	if (type === FIELD_INT || type === FIELD_DOUBLE) {
		const kind = type === FIELD_INT ? 'int' : 'double';
		return { part: { kind, offset: at, set }, value: undefined };
	}
	const value = readField(type, slots + at);
	return value === undefined || value instanceof Node ? null : known(value);
}

/** @param {unknown} value @returns {Found} */
const known = (value) => ({ part: { kind: 'known', offset: 0, set: 'no' }, value });
