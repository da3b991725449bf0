/** @param {number} seed @returns {(limit: number) => number} the same integers below the limit for the same seed (Marsaglia, xorshift) */
export function randomOf(seed) {
	let state = Math.imul(seed, 0x9e3779b1) | 0 || 1;
	return (limit) => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return (state >>> 0) % limit;
	};
}
