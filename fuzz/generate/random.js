/**
 * A stream of pseudo-random choices; the same seed gives the same choices on every machine.
 */
export class Random {
	/** @param {number} seed any integer */
	constructor(seed) {
		this.state = Math.imul(seed, 0x9e3779b1) ^ 0x85ebca6b;
	}

	/** @returns {number} in [0, 1); mulberry32 */
	next() {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let bits = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
		return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
	}

	/** @param {number} limit exclusive @returns {number} an integer from 0 */
	int(limit) {
		return Math.floor(this.next() * limit);
	}

	/** @param {number} probability from 0 to 1 @returns {boolean} */
	chance(probability) {
		return this.next() < probability;
	}

	/** @template T @param {readonly T[]} list not empty @returns {T} */
	pick(list) {
		return /** @type {T} */ (list[this.int(list.length)]);
	}

	/** @template T @param {readonly (readonly [number, T])[]} choices weight and value; not empty @returns {T} */
	weighted(choices) {
		let at = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
		for (const [weight, value] of choices) {
			at -= weight;
			if (at < 0) return value;
		}
		return /** @type {readonly [number, T]} */ (choices[choices.length - 1])[1];
	}

	/** @template T @param {readonly T[]} list @returns {T[]} the same elements in another order */
	shuffle(list) {
		const shuffled = [...list];
		for (let at = shuffled.length - 1; at > 0; at--) {
			const other = this.int(at + 1);
			[shuffled[at], shuffled[other]] = [
				/** @type {T} */ (shuffled[other]),
				/** @type {T} */ (shuffled[at]),
			];
		}
		return shuffled;
	}
}
