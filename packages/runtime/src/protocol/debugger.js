// What a debugger sees of this thread's values. Both sides.
import { createRequire } from 'node:module';
import { map, Object, Reflect } from '../primordials.js';

/**
 * @typedef {object} Remote what a debugger knows of a value
 * @property {string} [objectId] of an object
 * @property {unknown} [value] of a primitive
 * @property {string} [unserializableValue] of one that JSON has not: `-0`, `10n`
 * @property {string} [description]
 */

/** @typedef {{ name: string, value?: Remote }} Property */

/** @typedef {{ result: Property[], internalProperties: Property[] }} Asked */

const { queueMicrotask } = globalThis;
const require = createRequire(import.meta.url);

/** Where a value lies while the debugger is asked for its number. */
const KEY = '@lapidary/runtime.desk';

/** Of this thread, while its current task runs; null once there was none to be had. @type {{ session: Session | null | undefined }} */
const current = { session: undefined };

/**
 * A session keeps what the console prints, so that none stays open; to open one takes 0.1 ms, so that one serves all roots of a call.
 *
 * @returns {Session | null} null where Node has been built without a debugger, a permission is missing, or this realm is not its own
 */
export function openSession() {
	if (current.session !== undefined) return current.session;
	try {
		const { Session: Connection } = require('node:inspector');
		const session = new Session(new Connection());
		queueMicrotask(() => {
			session.close();
			current.session = undefined;
		});
		current.session = session;
	} catch {
		current.session = null;
	}
	return current.session;
}

/** A connection to the debugger of this thread. It answers at once, and stops nothing. */
export class Session {
	#session;
	/** Over which values go to the debugger and come from it. @type {{ given: unknown, taken: unknown[] }} */
	#desk = { given: undefined, taken: [] };
	/** @type {string | undefined} */
	#deskId;

	/** @param {import('node:inspector').Session} session @throws {Error} where it finds nothing */
	constructor(session) {
		this.#session = session;
		session.connect();
		Object.defineProperty(globalThis, KEY, { value: this.#desk, configurable: true });
		const { result } = this.#ask('Runtime.evaluate', { expression: `globalThis["${KEY}"]` });
		Reflect.deleteProperty(globalThis, KEY);
		this.#deskId = result?.objectId;
		if (this.#deskId !== undefined) return;
		session.disconnect();
		throw new Error('another realm');
	}

	/** @param {object} object @returns {Remote} */
	remote(object) {
		this.#desk.given = object;
		return this.#onDesk('function () { return this.given; }', []);
	}

	/** @param {Remote} remote an object @returns {Asked} */
	propertiesOf({ objectId }) {
		const { result = [], internalProperties = [] } = this.#ask('Runtime.getProperties', {
			...{ objectId, ownProperties: true },
		});
		return { result, internalProperties };
	}

	/** @param {Property[]} properties @returns {unknown[]} names and values, one after the other */
	values(properties) {
		const given = map(properties, ({ value = {} }) => {
			const { objectId, unserializableValue, value: primitive } = value;
			if (objectId !== undefined) return { objectId };
			return unserializableValue === undefined ? { value: primitive } : { unserializableValue };
		});
		this.#onDesk('function (...taken) { this.taken = taken; }', given);
		const { taken } = this.#desk;
		this.#desk.given = undefined;
		this.#desk.taken = [];
		return properties.flatMap(({ name }, at) => [name, taken[at]]);
	}

	close() {
		this.#session.disconnect();
	}

	/** @param {string} functionDeclaration @param {Remote[]} given @returns {Remote} what it returns */
	#onDesk(functionDeclaration, given) {
		const call = { objectId: this.#deskId, functionDeclaration, arguments: given, silent: true };
		return this.#ask('Runtime.callFunctionOn', call).result ?? {};
	}

	/** @param {string} method @param {object} params @returns {any} without properties where the debugger does not know */
	#ask(method, params) {
		/** @type {unknown} */
		let answer;
		this.#session.post(method, params, (_error, result) => {
			answer = result;
		});
		return answer ?? {};
	}
}
