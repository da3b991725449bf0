import { Object, push, Reflect } from '../primordials.js';
import { withOwnMethods } from './own-methods.js';

/** Classes and namespaces of the language that code which is not the runtime's own reads as globals while it starts a thread. */
const NAMES = [
	...['Object', 'Function', 'Array', 'String', 'Number', 'Boolean', 'Symbol', 'Date', 'RegExp'],
	...['Promise', 'Proxy', 'Reflect', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'Math', 'JSON'],
	...['Error', 'TypeError', 'RangeError', 'ArrayBuffer', 'SharedArrayBuffer', 'Atomics'],
	...['Uint8Array', 'Int32Array', 'Float64Array', 'URL', 'FinalizationRegistry'],
];

/** As they were when the runtime was loaded. */
const OWN = NAMES.map((name) => ({ name, value: Reflect.get(globalThis, name) }));

/**
 * Run code with the classes and methods that there were when the runtime was loaded.
 *
 * A thread may have to be started at any moment of a program, also while a test has replaced `Map` by a mock. Piscina reads its
 * classes as globals: with a mock it throws halfway, and leaves a thread that nothing owns and that keeps the process alive.
 *
 * @template T
 * @param {() => T} run synchronous, and calls nothing of the program's
 * @returns {T}
 */
export function withOwnClasses(run) {
	/** @type {{ name: string, descriptor: PropertyDescriptor | undefined }[]} */
	const replaced = [];
	for (let i = 0; i < OWN.length; i++) {
		const { name, value } = OWN[i];
		const descriptor = Object.getOwnPropertyDescriptor(globalThis, name);
		if (descriptor && 'value' in descriptor && descriptor.value === value) continue;
		const kept = { value, writable: true, enumerable: false, configurable: true };
		if (Reflect.defineProperty(globalThis, name, kept)) push(replaced, { name, descriptor });
	}
	try {
		return withOwnMethods(run);
	} finally {
		for (let i = 0; i < replaced.length; i++) {
			const { name, descriptor } = replaced[i];
			if (descriptor) Reflect.defineProperty(globalThis, name, descriptor);
			else Reflect.deleteProperty(globalThis, name);
		}
	}
}
