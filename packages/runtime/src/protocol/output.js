// Text that a thread has printed and that has not reached the process's output; worker side.

/** What `console.log` writes to: read once, since a thread makes both as they are read, and looks for them each time. Per thread. */
const streams = lazyStreams();

/** @returns {() => [NodeJS.WriteStream, NodeJS.WriteStream]} */
function lazyStreams() {
	/** @type {[NodeJS.WriteStream, NodeJS.WriteStream] | undefined} */
	let both;
	return () => (both ??= [process.stdout, process.stderr]);
}

/** @returns {boolean} whether text of `console.log` is still on its way to the process's output */
export function hasPendingOutput() {
	const both = streams();
	return both[0].writableLength > 0 || both[1].writableLength > 0;
}

/**
 * Wait until output has left the thread: the host may exit as soon as it has the result.
 *
 * @returns {Promise<void>}
 */
export async function flushOutput() {
	for (const stream of streams()) {
		if (stream.writableLength > 0) {
			await new Promise((resolve) => stream.write('', () => resolve(undefined)));
		}
	}
}
