// What the output streams of the process are, as far as code in a thread can have it: a thread's own streams only hand text on.
/** @import { TerminalSide } from '../protocol/terminal.js' */
import { WriteStream } from 'node:tty';
import { Object } from '../primordials.js';

/** Methods that need nothing of the stream but its properties and `write`. */
const OF_TERMINALS = /** @type {const} */ ([
	...['getColorDepth', 'hasColors', 'getWindowSize'],
	...['cursorTo', 'moveCursor', 'clearLine', 'clearScreenDown'],
]);

/** @param {NodeJS.WriteStream} stream of this thread @param {TerminalSide} side of the process */
function adopt(stream, { isTTY, ...properties }) {
	Object.assign(stream, properties);
	if (!isTTY) return;
	stream.isTTY = true;
	for (const name of OF_TERMINALS) {
		const descriptor = Object.getOwnPropertyDescriptor(WriteStream.prototype, name);
		if (descriptor) Object.defineProperty(stream, name, descriptor);
	}
}

/** @param {{ stdout: TerminalSide, stderr: TerminalSide }} host */
export function adoptTerminal({ stdout, stderr }) {
	adopt(process.stdout, stdout);
	adopt(process.stderr, stderr);
}
