const PATTERN = 'ston';

/** @param {string[]} tokens @param {number} [from] index of the first @returns {number[]} where the pattern occurs */
export function work(tokens, from = 0) {
	const found = [];
	for (let t = 0; t < tokens.length; t++) {
		const token = tokens[t];
		if (token.includes(PATTERN)) found.push(from + t);
	}
	return found;
}

/** @param {number[][]} parts @returns {number[]} */
export function merge(parts) {
	return parts.flat();
}
