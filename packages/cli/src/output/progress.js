/**
 * @typedef {object} Progress
 * @property {(doneCount: number) => void} update
 * @property {() => void} clear takes the line away before anything else is printed
 */

/** Redrawing more often than this is work that nobody sees. */
const FRAME_MS = 80;

/**
 * Show how many files are done, on a terminal; elsewhere nothing.
 *
 * The spinner is turned by hand: with a timer of its own it would stand still while files are copied, and it would end the
 * process on a signal before the stage is removed.
 *
 * @param {number} totalCount files
 * @param {NodeJS.WriteStream} [stream]
 * @returns {Promise<Progress>}
 */
export async function createProgress(totalCount, stream = process.stderr) {
	if (!stream.isTTY || process.env.TERM === 'dumb') return { update() {}, clear() {} };
	const { createSpinner } = await import('nanospinner');
	const spinner = createSpinner('', { stream: withWidth(stream) });
	let drawnMs = -Infinity;
	return {
		update(doneCount) {
			if (performance.now() - drawnMs < FRAME_MS) return;
			drawnMs = performance.now();
			spinner.update(`${doneCount}/${totalCount} files`).spin();
		},
		clear() {
			spinner.clear();
			if (drawnMs > -Infinity) stream.write('\u001b[?25h');
		},
	};
}

/**
 * The spinner divides by the width, and some terminals say that theirs is 0.
 *
 * @param {NodeJS.WriteStream} stream
 * @returns {NodeJS.WriteStream} with what the spinner uses of it
 */
function withWidth(stream) {
	const terminal = {
		columns: stream.columns || 80,
		write: (/** @type {string} */ text) => stream.write(text),
	};
	return /** @type {NodeJS.WriteStream} */ (terminal);
}
