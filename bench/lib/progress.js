/**
 * One line on a terminal that says what runs now; nothing at all elsewhere, so that logs hold
 * results only. Written to stderr: stdout belongs to the report.
 *
 * @param {{ isTTY?: boolean, write(text: string): unknown }} [stream]
 */
export function createProgress(stream = process.stderr) {
	const visible = stream.isTTY === true;
	return {
		/** @param {string} text */
		show(text) {
			if (visible) stream.write(`\r\u001b[K${text}`);
		},
		clear() {
			if (visible) stream.write('\r\u001b[K');
		},
	};
}
