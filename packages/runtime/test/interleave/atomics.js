// Takes the place of src/protocol/atomics.js: each operation is a step of the simulated thread that runs.

/** @type {{ step: (<T>(operation: () => T) => T) | undefined }} of the thread that is being advanced */
export const current = { step: undefined };

const step = (operation) => (current.step ? current.step(operation) : operation());

export const createWords = (count) => new Int32Array(count);
export const firstWords = (words, count) => words.subarray(0, count);
export const createMeters = () => new Float64Array(1);
export const createResults = (count) => new Float64Array(2 * count);
export const readPlain = (results, at) => step(() => results[at]);
export const writePlain = (results, at, value) => step(() => (results[at] = value));
export const load = (words, index) => step(() => words[index]);
export const store = (words, index, value) => step(() => (words[index] = value));
export const compareExchange = (words, index, expected, value) =>
	step(() => {
		const old = words[index];
		if (old === expected) words[index] = value;
		return old;
	});
