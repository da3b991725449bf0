/** @import { Right } from './place.js' */
import { hasIndex, toIndex } from '../graph/array.js';
import { hasKey } from '../graph/object.js';
import { INTS, KIND_MASK, TYPED } from '../graph/layout.js';
import { I32 } from '../memory/heap.js';
import { KeyedFacts, NO_KEYS } from './facts.js';
import { keptOf } from './kept.js';
import { ConstantValues } from './constant-values.js';
import { LiveValues } from './live-values.js';
import { Site } from './site.js';
import { NOWHERE } from './walk.js';

/** Values that are remembered of one object. */
const MOST_VALUES = 2 ** 20;

/**
 * A site that accesses primitive values of the object at a path by keys that are not known before: a thread remembers those that it has
 * read, and where the numbers are of a GEM that may still change.
 *
 * @extends {Site<KeyedFacts>}
 *
 * Threads: any. Blocks: never.
 */
class KeyedSite extends Site {
	/** @param {readonly string[]} path */
	constructor(path) {
		super(path, { nothing: NO_KEYS, derive });
	}

	/**
	 * Threads: its own. Blocks: never.
	 *
	 * @template T
	 * @param {KeyedFacts} facts that the site was entered with
	 * @param {unknown} key
	 * @param {T} value what the object that they are about has there
	 * @returns {T} value
	 */
	fill({ m, node }, key, value) {
		if (node === NOWHERE || typeof key !== 'string' || m.size >= MOST_VALUES) return value;
		if (Object(value) === value) return value;
		// What is inherited may change.
		if (m instanceof LiveValues) m.learn(node, key);
		else if (isOwn(node, key)) m.set(key, value);
		return value;
	}
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {readonly string[]} path
 * @returns {KeyedSite}
 */
export const keyed = (path) => new KeyedSite(path);

/** @param {Site<KeyedFacts>} _site @param {Right} right @param {number} address @returns {KeyedFacts} */
function derive(_site, { handle, isConstant, subset }, address) {
	if (subset || (!isConstant && (I32[2 * address] & KIND_MASK) >= INTS)) return NO_KEYS;
	const { values } = keptOf(handle, isConstant);
	let known = values.get(address);
	if (known === undefined) {
		known = isConstant ? new ConstantValues() : new LiveValues();
		values.set(address, known);
	}
	return new KeyedFacts(known, address);
}

/** @param {number} address of a node @param {string} key @returns {boolean} */
function isOwn(address, key) {
	const kind = I32[2 * address] & KIND_MASK;
	if (kind < INTS) return hasKey(address, key);
	return kind !== TYPED && hasIndex(address, toIndex(key));
}
