import { createHash } from 'node:crypto';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** Threads that begin later get what the main thread has under this key. */
const KEY = '@lapidary/compiler/register';

/** @typedef {Map<string, SharedArrayBuffer>} Results as JSON in UTF-8, by a hash of the input */

/**
 * A cache of what the main thread has computed of the files of a program. Threads need the same results: to compute them again, each would
 * load the compiler, which takes longer than most programs. Threads that are there already make what they need later themselves.
 */
export class SharedResults {
	/** @type {Results} */
	#known;

	/** @type {((key: string, result: SharedArrayBuffer) => void) | null} */
	#publish;

	/** @param {Results} known @param {((key: string, result: SharedArrayBuffer) => void) | null} publish null on threads whose results are their own */
	constructor(known, publish) {
		this.#known = known;
		this.#publish = publish;
	}

	/**
	 * @template T
	 * @param {readonly string[]} given all that the result depends on, next to the options of the loader
	 * @param {() => T} make a result that JSON can hold
	 * @returns {T}
	 */
	of(given, make) {
		const key = createHash('sha256').update(JSON.stringify(given)).digest('base64');
		const found = this.#known.get(key);
		if (found) return JSON.parse(Buffer.from(found).toString());
		const made = make();
		this.#publish?.(key, toShared(JSON.stringify(made)));
		return made;
	}
}

/** @param {string} text @returns {SharedArrayBuffer} */
function toShared(text) {
	const shared = new SharedArrayBuffer(Buffer.byteLength(text));
	Buffer.from(shared).write(text);
	return shared;
}

/** @returns {Results} of the main thread, when this one began */
export function inheritedResults() {
	const given = getEnvironmentData(KEY);
	return given instanceof Map ? given : new Map();
}

/** @param {Results} results from now on for each thread that begins, with what they gain */
export function bequeath(results) {
	setEnvironmentData(KEY, /** @type {any} */ (results));
}
