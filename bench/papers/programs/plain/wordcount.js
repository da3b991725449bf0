/** @param {string[]} tokens @returns {Record<string, number>} how often each word occurs */
export function work(tokens) {
	const totals = new Map();
	for (let t = 0; t < tokens.length; t++) {
		const word = tokens[t];
		totals.set(word, (totals.get(word) ?? 0) + 1);
	}
	return Object.fromEntries(totals);
}

/** @param {Record<string, number>[]} parts @returns {Record<string, number>} */
export function merge(parts) {
	/** @type {Record<string, number>} */
	const all = {};
	for (const part of parts)
		for (const word of Object.keys(part)) all[word] = (all[word] ?? 0) + part[word];
	return all;
}
