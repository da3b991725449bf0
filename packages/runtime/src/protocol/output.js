// Text that a thread has printed and that has not reached the process's output; worker side.

/** @returns {boolean} whether text of `console.log` is still on its way to the process's output */
export function hasPendingOutput() {
	return process.stdout.writableLength > 0 || process.stderr.writableLength > 0;
}

/**
 * Wait until output has left the thread: the host may exit as soon as it has the result.
 *
 * @returns {Promise<void>}
 */
export async function flushOutput() {
	for (const stream of [process.stdout, process.stderr]) {
		if (stream.writableLength > 0) {
			await new Promise((resolve) => stream.write('', () => resolve(undefined)));
		}
	}
}
