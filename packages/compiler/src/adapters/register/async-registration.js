/** @import { Diagnostic } from '../../diagnostics/diagnostic.js' */
/** @import { LoaderOptions } from './options.js' */
/** @import { LoaderReporter } from './reporter.js' */
/** @import { Results } from './shared-results.js' */
import { writeSync } from 'node:fs';
import { register } from 'node:module';
import process from 'node:process';
import { isMainThread, MessageChannel } from 'node:worker_threads';

/**
 * What the hooks ask the thread that registered them to do.
 *
 * @typedef {{ stop: string } | { warn: Diagnostic } | { key: string, result: SharedArrayBuffer }} HooksMessage `stop`: the text with which the program
 *   ends; `result`: for threads that begin later
 */

/**
 * Register hooks that run on a thread of their own (Node 20), and end the program when they say so: they cannot.
 *
 * @param {LoaderOptions} options
 * @param {object} thread
 * @param {LoaderReporter} thread.reporter of this thread, which `require` reports to as well
 * @param {Results} thread.results of the main thread; gains those of the hooks where this is the main thread
 */
export function registerAsyncHooks(options, { reporter, results }) {
	const { port1: ours, port2: theirs } = new MessageChannel();
	ours.on('message', (/** @type {HooksMessage} */ message) => {
		if ('warn' in message) {
			reporter.warnOnce(message.warn);
			return;
		}
		if ('key' in message) {
			results.set(message.key, message.result);
			return;
		}
		writeSync(2, message.stop);
		process.exit(1);
	});
	ours.unref();
	register('./async-hooks.js', import.meta.url, {
		data: { options, isMainThread, port: theirs, results },
		transferList: [theirs],
	});
}
