/** @param {number[]} values @returns {number} */
export function median(values) {
	const sorted = values.toSorted((one, other) => one - other);
	return sorted[Math.floor(sorted.length / 2)];
}
