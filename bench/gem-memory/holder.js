import { setImmediate as turn } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { receive } from '@lapidary/runtime/gem';

const ROWS_PER_TURN = 100;

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
/** What this thread has. @type {any} */
let held;

receive(port, async (message) => {
	if (message === 'collect') {
		globalThis.gc?.();
		port.postMessage('collected');
		return;
	}
	held = message;
	port.postMessage(held.rows === undefined ? 0 : await readAll(held.rows));
});

/**
 * Reads every row, a number and a string of each, some in a turn of the event loop: as a server does that answers requests from it.
 *
 * @param {any} rows
 * @returns {Promise<number>}
 */
async function readAll(rows) {
	let sum = 0;
	const { length } = rows;
	for (let index = 0; index < length; index++) {
		const { score, note } = rows[index];
		sum += score + note.length;
		if (index % ROWS_PER_TURN === 0) await turn();
	}
	return sum;
}

port.postMessage('ready');
