/** @import { LoadedModule } from '../protocol/units.js' */
/** @import { ResultMessage } from '../protocol/messages.js' */
/** @import { BatchTask, OneTask, Task } from '../types.js' */
import { recordThrown } from '../errors/record.js';
import { MODULE_FAILED, RETURNED } from '../protocol/messages.js';
import { registry } from '../protocol/registry.js';
import { reviveBuffers } from '../protocol/scan.js';
import { markDone, tryStart } from '../protocol/state.js';
import { loadedModule, loadModule } from '../protocol/units.js';
import { runWithCallback } from './callback.js';
import { invoke } from './invoke.js';
import { flushOutput, hasPendingOutput, isPrimitive, post } from './result.js';

/**
 * Do what the host asks for; piscina calls it, one task at a time.
 *
 * @param {Task} task
 * @returns {unknown} the reply: a ResultMessage for a lone call that returned a primitive, else undefined, after all
 *   results have been posted
 */
export function runTask(task) {
	switch (task.kind) {
		case 'one':
			return runOne(task);
		case 'batch':
			return runBatch(task);
		case 'init':
			registry.results = task.port;
			return undefined;
		default:
			throw new TypeError(`unknown task ${JSON.stringify(task)}`);
	}
}

/**
 * @param {OneTask} task
 * @returns {unknown}
 */
function runOne(task) {
	const module = loadedModule(task.url);
	if (!module || task.callback) return loadAndRun(task);
	if (task.buffers) reviveBuffers(task, task.buffers);
	const outcome = invoke(module, task);
	return outcome instanceof Promise ? outcome.then(reply) : reply(outcome);
}

/**
 * @param {OneTask} task
 * @returns {Promise<unknown>}
 */
async function loadAndRun(task) {
	const module = await tryLoad(task.url);
	if (Array.isArray(module)) return reply(module);
	if (task.buffers) reviveBuffers(task, task.buffers);
	if (task.callback) return runWithCallback(module, task, task.callback);
	return reply(await invoke(module, task));
}

/**
 * @param {string} url
 * @returns {Promise<LoadedModule | ResultMessage>}
 */
async function tryLoad(url) {
	try {
		return await loadModule(url);
	} catch (thrown) {
		return [MODULE_FAILED, 0, 0, recordThrown(thrown, {})];
	}
}

/**
 * @param {ResultMessage} outcome of the only call
 * @returns {unknown} what piscina sends back
 */
function reply(outcome) {
	if (hasPendingOutput()) return flushOutput().then(() => reply(outcome));
	if (outcome[0] === RETURNED && isPrimitive(outcome[3])) return outcome;
	post(outcome);
	return undefined;
}

/**
 * Run the calls of a batch one after the other.
 *
 * A call is marked before it runs and its result is posted before the next one begins, so that whenever the
 * thread dies the host knows which call was running, which are done and which may run elsewhere (protocol/state.js).
 *
 * @param {BatchTask} task
 * @returns {Promise<undefined>}
 */
async function runBatch({ url, id, words, calls }) {
	let module = loadedModule(url);
	for (let index = 0; index < calls.length; index++) {
		if (!tryStart(words, index)) continue;
		// Loaded once the first call is marked: a module that ends its thread fails that call, and
		// is not sent from thread to thread for ever.
		const loaded = module ?? (await tryLoad(url));
		if (Array.isArray(loaded)) {
			loaded[1] = index;
			post(loaded);
		} else {
			module = loaded;
			const [args, captures, buffers] = calls[index];
			const call = { id, args, captures };
			if (buffers) reviveBuffers(call, buffers);
			let outcome = invoke(loaded, call);
			if (outcome instanceof Promise) outcome = await outcome;
			outcome[1] = index;
			if (hasPendingOutput()) await flushOutput();
			post(outcome);
		}
		markDone(words, index);
	}
	return undefined;
}
