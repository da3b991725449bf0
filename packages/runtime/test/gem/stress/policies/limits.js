// Nobody waits without a limit in these tests.
const LIMIT_MS = 60_000;

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {string} what is waited for
 * @returns {Promise<T>}
 */
export async function within(promise, what) {
	let timer;
	const late = new Promise((_, reject) => {
		timer = setTimeout(() => reject(new Error(`${what} hangs`)), LIMIT_MS);
	});
	try {
		return await Promise.race([promise, late]);
	} finally {
		clearTimeout(timer);
	}
}
