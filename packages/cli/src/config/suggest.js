/**
 * The known word that a misspelt one was probably meant to be.
 *
 * @param {string} word
 * @param {readonly string[]} known
 * @returns {string | undefined} undefined when none is near: more than two of five letters differ
 */
export function suggest(word, known) {
	const ranked = known
		.map((candidate) => ({ candidate, edits: editDistance(word, candidate) }))
		.filter(
			({ candidate, edits }) => edits <= Math.ceil(Math.min(word.length, candidate.length) * 0.4),
		)
		.sort((left, right) => left.edits - right.edits);
	return ranked[0]?.candidate;
}

/**
 * Levenshtein's distance, where case does not count.
 *
 * @param {string} left
 * @param {string} right
 * @returns {number} insertions, deletions and replacements
 */
function editDistance(left, right) {
	const [from, to] = [left.toLowerCase(), right.toLowerCase()];
	let row = Array.from({ length: to.length + 1 }, (_, index) => index);
	for (let i = 1; i <= from.length; i++) {
		const next = [i];
		for (let j = 1; j <= to.length; j++) {
			const replaced = row[j - 1] + Number(from[i - 1] !== to[j - 1]);
			next.push(Math.min(replaced, row[j] + 1, next[j - 1] + 1));
		}
		row = next;
	}
	return row[to.length];
}
