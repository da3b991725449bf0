'use strict';
// What lowered modules import under a test runner that is asked for real threads: the runtime, loaded by Node itself. A test
// runner evaluates modules in contexts of its own, in which an ES module cannot be imported without a flag, and its threads
// would read nothing that it has transformed: they lower the sources again, by the loader that the variable names.
const vm = require('node:vm');
const process = require('node:process');
const { types } = require('node:util');
const { adopt } = require('./adopt.cjs');
const { createBridge, createMarks } = require('./bridge.cjs');

/** The URL of the loader of worker modules, which the adapter of the test runner sets. */
const LOADER = 'LAPIDARY_TEST_LOADER';

/** @typedef {typeof import('./host.js')} Host */

/** Of Node's own context, where all test files of a process have the runtime, and its threads, in common. */
const outer = vm.runInThisContext('globalThis');
const isOutside = outer === globalThis;

/** Node's own `import()`. @type {(specifier: string) => Promise<any>} */
const importOutside = isOutside
	? (specifier) => import(specifier)
	: new vm.Script('(specifier) => import(specifier)', {
			filename: __filename,
			importModuleDynamically: /** @type {any} */ (vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER),
		}).runInThisContext();

/** @returns {Promise<Host>} */
async function load() {
	const { configure } = await importOutside('@lapidary/runtime');
	const loader = process.env[LOADER];
	if (loader) configure({ execArgv: ['--import', loader] });
	return importOutside('@lapidary/runtime/internal/host');
}

const bridge = createBridge((outer[Symbol.for('@lapidary/runtime.test-threads')] ??= load()));

/**
 * @template {(...args: any[]) => any} F
 * @param {F} start
 * @returns {F} which gives what comes from outside the prototypes of this context
 */
const adopting = (start) =>
	isOutside
		? start
		: /** @type {F} */ (
				(...args) => {
					const made = start(...args);
					return types.isPromise(made) ? adoptSettled(made) : made;
				}
			);

/** @param {Promise<unknown>} made @returns {Promise<unknown>} */
async function adoptSettled(made) {
	try {
		return adopt(await made, outer);
	} catch (error) {
		throw adopt(error, outer);
	}
}

/** @type {Host['generate']} */
const generate = (reference, args, captures) => {
	const generator = bridge.generate(reference, args, captures);
	return isOutside ? generator : adoptSteps(generator);
};

/** @param {AsyncGenerator<unknown, unknown, unknown>} generator @returns {AsyncGenerator<unknown, unknown, unknown>} */
async function* adoptSteps(generator) {
	/** @param {'next' | 'return' | 'throw'} method */
	const step = (method) => async (/** @type {any} */ value) => {
		const { done, value: given } = await adoptSettled(generator[method](value)).then(Object);
		return { done, value: given };
	};
	return yield* {
		[Symbol.asyncIterator]: () => ({
			next: step('next'),
			return: step('return'),
			throw: step('throw'),
		}),
	};
}

module.exports = {
	unit: bridge.unit,
	call: adopting(bridge.call),
	callWithCallback: adopting(bridge.callWithCallback),
	...createMarks(adopting(bridge.call), adopting(bridge.callOrRun)),
	generate,
	// The text of the host is the test runner's, so that functions and classes differ from those of threads.
	print: () => undefined,
	hasValue: bridge.hasValue,
	receiver: bridge.receiver,
};
