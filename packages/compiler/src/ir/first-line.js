/** Longer ones are cut. */
const LONGEST = 60;

/** @param {string} text of a statement or an expression @returns {string} its first line, as a message shows it */
export function firstLine(text) {
	const line = /** @type {string} */ (text.split('\n')[0]);
	return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
