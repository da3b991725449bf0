/** @param {number} seed @returns {(limit: number) => number} the same integers below the limit for the same seed (Marsaglia, xorshift) */
export function randomOf(seed) {
	let state = seed | 0 || 1;
	return (limit) => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return (state >>> 0) % limit;
	};
}
