export const WIDTH = 60;
export const HEIGHT = 8;
const LIMIT = 60;

/**
 * @param {number} re
 * @param {number} im
 * @returns {number} until the point leaves, at most `LIMIT`
 */
export function iterations(re, im) {
	let [x, y, count] = [0, 0, 0];
	while (count < LIMIT && x * x + y * y < 4) {
		[x, y] = [x * x - y * y + re, 2 * x * y + im];
		count++;
	}
	return count;
}
