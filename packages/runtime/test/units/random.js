/**
 * @param {number} seed
 * @returns {(limit: number) => number} integers from 0 to below the limit
 */
export function random(seed) {
	let state = seed * 2654435761;
	return (limit) => {
		state = Math.imul(state ^ (state >>> 15), 2246822519) + 1;
		state = Math.imul(state ^ (state >>> 13), 3266489917);
		return ((state ^ (state >>> 16)) >>> 0) % limit;
	};
}
