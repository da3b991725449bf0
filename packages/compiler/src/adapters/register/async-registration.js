/** @import { LoaderOptions } from './options.js' */
import { writeSync } from 'node:fs';
import { register } from 'node:module';
import process from 'node:process';
import { isMainThread, MessageChannel } from 'node:worker_threads';

/**
 * Register hooks that run on a thread of their own (Node 20), and end the program when they say so: they cannot.
 *
 * @param {LoaderOptions} options
 */
export function registerAsyncHooks(options) {
	const { port1: ours, port2: theirs } = new MessageChannel();
	ours.on('message', (/** @type {{ text: string }} */ { text }) => {
		writeSync(2, text);
		process.exit(1);
	});
	ours.unref();
	register('./async-hooks.js', import.meta.url, {
		data: { options, isMainThread, port: theirs },
		transferList: [theirs],
	});
}
