// MapReduce on one machine: documents are mapped to pairs of words and counts, pairs shuffled to reducers, and summed up there.

const WORDS_PER_DOCUMENT = 400;
const VOCABULARY = 600;
const REDUCERS = 8;

/**
 * @param {number} seed
 * @returns {string} a text in which few words are frequent and many are rare
 */
function write(seed) {
	let random = seed * 7_919 + 17;
	const words = [];
	for (let word = 0; word < WORDS_PER_DOCUMENT; word++) {
		random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
		const rank = Math.floor((random / 2 ** 32) ** 3 * VOCABULARY);
		words.push(`w${rank.toString(36)}`);
	}
	return words.join(' ');
}

/**
 * @param {string} text
 * @returns {[word: string, count: number][]}
 */
function map(text) {
	return text.split(' ').map((word) => [word, 1]);
}

/** @param {string} word @returns {number} of the reducer that gets it */
function partition(word) {
	let hash = 0;
	for (let index = 0; index < word.length; index++) {
		hash = (Math.imul(hash, 31) + word.charCodeAt(index)) >>> 0;
	}
	return hash % REDUCERS;
}

/**
 * @param {Map<string, number[]>} groups
 * @returns {[word: string, count: number][]}
 */
function reduce(groups) {
	return [...groups].map(([word, counts]) => [
		word,
		counts.reduce((total, count) => total + count, 0),
	]);
}

/**
 * @param {number} documents
 * @returns {Promise<[word: string, count: number][]>} the ten most frequent words
 */
export async function mapreduce(documents) {
	'use cpu_bound';
	/** @type {Map<string, number[]>[]} */
	const shuffled = Array.from({ length: REDUCERS }, () => new Map());
	for (let document = 0; document < documents; document++) {
		for (const [word, count] of map(write(document))) {
			const groups = shuffled[partition(word)];
			const counts = groups.get(word);
			if (counts) counts.push(count);
			else groups.set(word, [count]);
		}
	}
	const totals = shuffled.flatMap(reduce);
	totals.sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
	return totals.slice(0, 10);
}
