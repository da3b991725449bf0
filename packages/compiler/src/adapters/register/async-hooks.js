// Runs on the hooks thread of Node 20. CommonJS is left to `common-js.js` on the thread that requires it.
/** @import { InitializeHook, LoadHook, ResolveHook } from 'node:module' */
/** @import { MessagePort } from 'node:worker_threads' */
/** @import { HooksMessage } from './async-registration.js' */
/** @import { LoaderOptions } from './options.js' */
/** @import { Loader } from './loader.js' */
/** @import { Results } from './shared-results.js' */
import { setTimeout as wait } from 'node:timers/promises';
import { createLoader } from './loader.js';
import { locate, toModule } from './located.js';
import { createReporter } from './reporter.js';
import { asFileOfThread, resolveTyped } from './resolve-typed.js';
import { SharedResults } from './shared-results.js';
import { isTyped } from './stripper.js';

/** How long the main thread may take to end the program, before the error takes the slower way through `import`. */
const STOP_MS = 500;

/**
 * What `initialize` is given; one per hooks thread, which Node starts one of per thread that registers.
 *
 * @type {{ loader?: Loader, stopping?: Promise<unknown>, isMainThread?: boolean }}
 */
const state = {};

/**
 * @type {InitializeHook<{ options: LoaderOptions, isMainThread: boolean, port: MessagePort, results: Results }>}
 */
export function initialize({ options, isMainThread, port, results }) {
	/** @param {HooksMessage} message */
	const send = (message) => port.postMessage(message);
	/** @param {string} text */
	const stop = (text) => {
		send({ stop: text });
		state.stopping = wait(STOP_MS);
	};
	const reporter = createReporter({ isMainThread, stop, warn: (warn) => send({ warn }) });
	/** @param {string} key @param {SharedArrayBuffer} result */
	const publish = (key, result) => {
		results.set(key, result);
		send({ key, result });
	};
	state.loader = createLoader(options, {
		reporter,
		results: new SharedResults(results, isMainThread ? publish : null),
	});
	state.isMainThread = isMainThread;
}

/**
 * @param {string} specifier
 * @param {Parameters<ResolveHook>[1]} context
 * @param {Parameters<ResolveHook>[2]} nextResolve
 * @returns {Promise<Awaited<ReturnType<ResolveHook>>>}
 */
export async function resolve(specifier, context, nextResolve) {
	try {
		return await nextResolve(specifier, context);
	} catch (error) {
		const ofThread = state.isMainThread ? undefined : asFileOfThread(specifier, context, error);
		if (ofThread) return nextResolve(specifier, ofThread);
		const found = resolveTyped(specifier, context.parentURL, getLoader());
		if (!found) throw error;
		return nextResolve(found, context);
	}
}

/**
 * @param {string} url
 * @param {Parameters<LoadHook>[1]} context
 * @param {Parameters<LoadHook>[2]} nextLoad
 * @returns {Promise<Awaited<ReturnType<LoadHook>>>}
 */
export async function load(url, context, nextLoad) {
	const { filename, workerHash } = locate(url);
	if (!filename) return nextLoad(url, context);
	const loader = getLoader();
	try {
		if (workerHash !== null) {
			const found = loader.loadWorkerModule(filename, workerHash);
			return { ...toModule(found, filename), shortCircuit: true };
		}
		if (loader.isStripped(filename)) return loadTyped(filename, loader);
		const loaded = await nextLoad(url, context);
		if (loaded.format !== 'module' || !loader.isLowered(filename)) return loaded;
		const source = /** @type {string} */ (loaded.source);
		// Such a file has a format only where another tool reads it, which threads do not have.
		if (isTyped(filename)) {
			loader.isCompiledElsewhere(source, filename, { hasHooks: false });
			return loaded;
		}
		const code = loader.lowerHost(source, filename, 'module');
		return code === undefined ? loaded : { ...loaded, source: code };
	} catch (error) {
		// when the main thread stands still, in `require`, it cannot hear: then the error itself carries the text
		await state.stopping;
		throw error;
	}
}

/**
 * @param {string} filename
 * @param {Loader} loader
 * @returns {{ format: 'module' | 'commonjs', source?: string, shortCircuit: true }}
 */
function loadTyped(filename, loader) {
	const { code, kind } = loader.loadTyped(filename);
	// without a source Node requires the file, by the extension that `common-js.js` registers
	if (kind === 'commonjs') return { format: 'commonjs', shortCircuit: true };
	return { format: 'module', source: code, shortCircuit: true };
}

/**
 * @returns {Loader}
 */
function getLoader() {
	if (!state.loader) throw new Error('the hooks are used before they are initialized');
	return state.loader;
}
