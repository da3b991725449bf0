/**
 * Primitive values by key of an object that never changes again. An object of V8's is found through faster than a Map by keys that come again.
 *
 * Threads: one. Blocks: never.
 */
export class ConstantValues {
	/** @type {Record<string, unknown>} */
	#values = Object.create(null);
	size = 0;

	/**
	 * Threads: its own. Blocks: never.
	 *
	 * @param {unknown} key
	 * @returns {unknown} undefined: not known
	 */
	get(key) {
		return typeof key === 'string' ? this.#values[key] : undefined;
	}

	/**
	 * Threads: its own. Blocks: never.
	 *
	 * @param {string} key that it does not have
	 * @param {unknown} value
	 */
	set(key, value) {
		this.#values[key] = value;
		this.size++;
	}
}
