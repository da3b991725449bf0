/**
 * Listen to warnings of the runtime, such as those of its checks (LP8048, LP8049): what they tell of is no silent difference.
 *
 * @template T
 * @param {() => Promise<T>} run
 * @returns {Promise<{ value: T, told: Set<string> }>} `told`: their codes
 */
export async function withWarnings(run) {
	/** @type {Set<string>} */
	const told = new Set();
	const onWarning = (/** @type {Error & { code?: string }} */ { code }) => {
		if (code?.startsWith('LP8')) told.add(code);
	};
	process.on('warning', onWarning);
	try {
		const value = await run();
		// A warning is emitted in a later turn than it is made.
		await new Promise((resolve) => setImmediate(resolve));
		return { value, told };
	} finally {
		process.off('warning', onWarning);
	}
}
