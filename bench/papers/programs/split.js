/**
 * Cut content into parts that follow each other.
 *
 * @param {number} length
 * @param {number} parts
 * @param {number} step each part begins at a multiple of it
 * @returns {{ from: number, to: number }[]} some may be empty
 */
export function rangesOf(length, parts, step) {
	const steps = Math.ceil(length / step);
	const at = (/** @type {number} */ part) =>
		Math.min(length, Math.floor((steps * part) / parts) * step);
	return Array.from({ length: parts }, (_, part) => ({ from: at(part), to: at(part + 1) }));
}
