/** @typedef {{ fd?: number, isTTY?: boolean, columns?: number, rows?: number }} TerminalSide of an output stream; without what it does not have */

/** @param {any} stream of the process, or what a program has put there @returns {TerminalSide} */
function describe(stream) {
	/** @type {TerminalSide} */
	const side = {};
	if (typeof stream?.fd === 'number') side.fd = stream.fd;
	if (stream?.isTTY === true) side.isTTY = true;
	if (typeof stream?.columns === 'number') side.columns = stream.columns;
	if (typeof stream?.rows === 'number') side.rows = stream.rows;
	return side;
}

/** @returns {{ stdout: TerminalSide, stderr: TerminalSide }} of the process; called on the host */
export const describeTerminal = () => ({
	stdout: describe(process.stdout),
	stderr: describe(process.stderr),
});
