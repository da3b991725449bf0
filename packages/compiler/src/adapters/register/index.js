// Development loader: `node --import @lapidary/compiler/register app.js` lowers modules as they are loaded. Workers inherit
// `--import`, so that this file runs in each of them too. A stub names its worker module by `score.js?cpu_bound=1a2b3c4d`.
/** @import { RegisterHooks } from './sync-hooks.js' */
import module from 'node:module';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';
import { registerAsyncHooks } from './async-registration.js';
import { patchCommonJs, patchTyped } from './common-js.js';
import { createLoader } from './loader.js';
import { readOptions } from './options.js';
import { createReporter } from './reporter.js';
import { bequeath, inheritedResults, SharedResults } from './shared-results.js';
import { registerSyncHooks } from './sync-hooks.js';

process.setSourceMapsEnabled(true);

const options = readOptions(import.meta.url);
const reporter = createReporter({ isMainThread });
const results = inheritedResults();
if (isMainThread) bequeath(results);
/** @param {string} key @param {SharedArrayBuffer} result */
const publish = (key, result) => void results.set(key, result);
const loader = createLoader(options, {
	reporter,
	results: new SharedResults(results, isMainThread ? publish : null),
});

const { registerHooks } = /** @type {{ registerHooks?: RegisterHooks }} */ (
	/** @type {unknown} */ (module)
);
if (loader.isStripped('any.ts')) patchTyped(loader);
patchCommonJs(loader, { hasHooks: registerHooks !== undefined });
if (registerHooks) {
	registerSyncHooks(registerHooks, loader);
} else {
	// Node 20: hooks run on a thread of their own, and `require` does not pass by them
	registerAsyncHooks(options, { reporter, results });
}
