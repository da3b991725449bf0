import { parentPort } from 'node:worker_threads';
import * as units from './units.js';

// What a call costs that is nothing but two messages with a number.
parentPort?.on('message', async ([number, name, value]) => {
	const result = await units[/** @type {keyof typeof units} */ (name)](value);
	parentPort?.postMessage([number, result]);
});
