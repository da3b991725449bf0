const AT_ONCE = 2;

/**
 * @template T
 * @param {readonly string[]} names
 * @param {(name: string, index: number) => Promise<T>} run
 * @returns {Promise<T[]>} in the order of the names
 */
export async function runTwoAtATime(names, run) {
	/** @type {T[]} */
	const results = [];
	const waiting = names.entries();
	const take = async () => {
		for (const [index, name] of waiting) results[index] = await run(name, index);
	};
	await Promise.all(Array.from({ length: AT_ONCE }, take));
	return results;
}
