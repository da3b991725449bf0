/**
 * @param {number[]} left
 * @param {number[]} right of the same length
 * @returns {number}
 */
export function dot(left, right) {
	let sum = 0;
	for (let i = 0; i < left.length; i++) sum += left[i] * right[i];
	return sum;
}
