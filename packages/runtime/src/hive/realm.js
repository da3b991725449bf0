/** The globals of what `Hive` evaluates in a thread; worker side. */
import { Buffer } from 'node:buffer';
import vm from 'node:vm';
import {
	MessageChannel,
	moveMessagePortToContext,
	receiveMessageOnPort,
} from 'node:worker_threads';

// With an object for its globals, V8 would ask that object for each name: recursion by name is some hundred times slower then.
const { DONT_CONTEXTIFY, USE_MAIN_CONTEXT_DEFAULT_LOADER } = /** @type {any} */ (vm.constants);
const OPTIONS = { importModuleDynamically: USE_MAIN_CONTEXT_DEFAULT_LOADER };

/**
 * A global object of its own, with the language's classes and functions of its own: what it declares or changes, units in the same
 * thread do not see. It is no sandbox: `process` is there, and so is everything else that a module has without an import. [HIVE]
 */
export class Realm {
	#global;
	/** @type {(code: string) => unknown} the `eval` of this realm, called from outside: what it declares with `let` and `const` ends with it */
	#eval;
	/** @type {((value: unknown) => unknown) | undefined} */
	#bring;

	constructor() {
		this.#global = vm.createContext(DONT_CONTEXTIFY, OPTIONS);
		lendGlobals(this.#global);
		// Called from a script of this realm, so that imports are relative to the working directory, and not to this file.
		this.#eval = /** @type {any} */ (this.run('(code) => (0, eval)(code)', 'Hive.eval'));
	}

	/**
	 * @param {string} code a program: what it declares stays
	 * @param {string} [filename] for stacks
	 * @returns {unknown} its value
	 */
	run(code, filename = 'Hive.init') {
		const script = new vm.Script(code, { filename, ...OPTIONS });
		return script.runInContext(this.#global, { displayErrors: false });
	}

	/**
	 * @param {string} code
	 * @returns {unknown} its value
	 */
	evaluate(code) {
		const evaluate = this.#eval;
		return evaluate(`${code}\n//# sourceURL=Hive.eval`);
	}

	/**
	 * @param {unknown[]} args of the thread's own realm
	 * @returns {unknown[]} the same for functions of this realm, where `instanceof` is to hold; what cannot be cloned stays as it is
	 */
	bring(args) {
		if (args.every(isPrimitive)) return args;
		this.#bring ??= createBringer(this.#global);
		return args.map(this.#bring);
	}
}

/**
 * @param {vm.Context} global of another realm
 * @returns {(value: unknown) => unknown}
 */
function createBringer(global) {
	const { port1, port2 } = new MessageChannel();
	const there = moveMessagePortToContext(port2, global);
	port1.unref();
	Reflect.get(there, 'unref').call(there); // keeps the event loop alive as soon as it is moved
	return (value) => {
		// A Buffer is of this thread's module, and would be a Uint8Array; who evaluates `Buffer` gets the same class.
		if (isPrimitive(value) || Buffer.isBuffer(value)) return value;
		try {
			port1.postMessage(value);
		} catch {
			return value; // a GEM, a signal: things of the platform or of ours, which belong to no realm
		}
		return receiveMessageOnPort(there)?.message;
	};
}

/** @param {unknown} value */
const isPrimitive = (value) => typeof value !== 'object' || value === null;

/**
 * Give a realm what Node has added to the globals of the language.
 *
 * @param {any} global
 */
function lendGlobals(global) {
	for (const name of Object.getOwnPropertyNames(globalThis)) {
		// The language's own `console` prints into a debugger only.
		if (Object.hasOwn(global, name) && name !== 'console') continue;
		const { value, get, enumerable } = /** @type {PropertyDescriptor} */ (
			Object.getOwnPropertyDescriptor(globalThis, name)
		);
		const own = { enumerable, configurable: true };
		const define = (/** @type {unknown} */ given) =>
			Object.defineProperty(global, name, { value: given, writable: true, ...own });
		if (!get) define(name === 'global' ? global : value);
		// Node makes some of them when they are first read, and refuses to be asked for them on another object.
		else
			Object.defineProperty(global, name, {
				get: () => Reflect.get(globalThis, name),
				set: define,
				...own,
			});
	}
}
