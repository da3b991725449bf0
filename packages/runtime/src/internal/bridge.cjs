'use strict';
// What emitted host modules call before the runtime is there: calls are kept, with their values as they are now.
/** @import { UnitReference } from '../types.js' */

const { copyValues } = require('./copy-values.cjs');

/** @typedef {typeof import('./host.js')} Host */
/** @typedef {'call' | 'callHereOrThere' | 'callOrRun' | 'callWithCallback'} Name */

/**
 * The functions of the runtime, over a module that is still being imported.
 *
 * @param {Promise<Host>} imported
 * @returns {Host}
 */
function createBridge(imported) {
	/** @type {Host | undefined} */
	let host;
	const loading = imported.then((loaded) => (host = loaded));
	// Reported to each call; nobody may be waiting yet.
	loading.catch(() => undefined);
	/** whether a call has been kept that changes what it is given */
	let changesValues = false;
	/** @type {Map<unknown, UnitReference>} what `unit` of the host returned, by what `unit` here returned */
	const references = new Map();

	/**
	 * @param {Host} loaded
	 * @param {any} early
	 * @returns {UnitReference}
	 */
	function resolve(loaded, early) {
		let reference = references.get(early);
		if (!reference) {
			reference = loaded.unit(early.id, early.url, early.options, early.classes);
			references.set(early, reference);
		}
		return reference;
	}

	/** @type {(name: Name) => (...args: any[]) => any} */
	const forward = (name) => (reference, args, captures, original) => {
		const inline = RUNNING.test(name) || reference.options?.optional ? original : undefined;
		if (host) return startNow(host, name, reference, { args, captures, inline });
		const made = makeLater(name, reference, { args, captures, inline });
		const isCallback = name === 'callWithCallback' && typeof args[args.length - 1] === 'function';
		return isCallback && !reference.options?.promise ? undefined : made;
	};

	/**
	 * @param {Host} loaded
	 * @param {Name} name
	 * @param {any} reference
	 * @param {{ args: any, captures: any, inline: any }} values
	 * @returns {any}
	 */
	function startNow(loaded, name, reference, { args, captures, inline }) {
		const resolved = resolve(loaded, reference);
		// What runs where it is called has not come as far as here.
		if (RUNNING.test(name)) loaded.there(resolved);
		return loaded[name](resolved, args, captures, inline);
	}

	/**
	 * @param {Name} name
	 * @param {any} reference
	 * @param {{ args: any, captures: any, inline: any }} values
	 * @returns {Promise<unknown>} rejects with what the captures thunk threw, and as the call does
	 */
	async function makeLater(name, reference, { args, captures, inline }) {
		// Calls behind one that changes what it is given get their values after it.
		changesValues ||= reference.options?.inOut !== undefined;
		const sent = changesValues ? { args, captures } : copyEarly(reference, args, captures);
		const loaded = await loading;
		return startNow(loaded, name, reference, { ...sent, inline });
	}

	/**
	 * @param {any} reference
	 * @param {{ args: unknown[], captures: any }} copied
	 * @param {any} inline
	 * @returns {AsyncGenerator<unknown, unknown, unknown>}
	 */
	async function* generateLater(reference, copied, inline) {
		const loaded = await loading;
		const { args, captures } = copied;
		return yield* loaded.generate(resolve(loaded, reference), args, captures, inline);
	}

	/**
	 * @param {any} reference
	 * @param {any} args
	 * @param {any} captures
	 * @returns {{ args: unknown[], captures: any }} as they are now
	 */
	function copyEarly(reference, args, captures) {
		const list = Array.prototype.slice.call(args);
		const graph = { args: list, captures: typeof captures === 'function' ? captures() : captures };
		return copyValues(graph, reference.classes);
	}

	/** @type {any} */
	const bridge = {
		/** @type {Host['unit']} */
		unit: (id, url, options, classes) => /** @type {any} */ ({ id, url, options, classes }),
		call: forward('call'),
		callWithCallback: forward('callWithCallback'),
		...createMarks(forward('callHereOrThere'), forward('callOrRun')),
		/** @type {Host['generate']} */
		generate: (reference, args, captures, original) => {
			const inline = reference.options?.optional ? original : undefined;
			return host
				? host.generate(resolve(host, reference), args, captures, inline)
				: generateLater(reference, copyEarly(reference, args, captures), inline);
		},
		// Until the runtime is there, calls are sent without.
		/** @type {Host['print']} */
		print: (reference, thunks) => host?.print(resolve(host, reference), thunks),
		hasValue,
		/** @type {Host['receiver']} */
		receiver: (self, copy) => (host ? host.receiver(self, copy) : copy),
	};
	return bridge;
}

/** Calls that may run the source's own function. */
const RUNNING = /^call(HereOrThere|OrRun)$/;

/** The same as in the runtime, which is not there to be asked. @type {Host['hasValue']} */
function hasValue(read) {
	try {
		read();
		return true;
	} catch {
		return false;
	}
}

/**
 * A call with the mark runs where it is made, whether the runtime is there or not: host/here.js.
 *
 * @param {(...args: any[]) => any} callHereOrThere
 * @param {(...args: any[]) => any} callOrRun
 * @returns {Pick<Host, 'callHereOrThere' | 'callOrRun' | 'here' | 'there'>}
 */
function createMarks(callHereOrThere, callOrRun) {
	/** @type {any} */
	const realm = globalThis;
	/** @type {{ way: 'here' | 'there' | undefined }} */
	const mark = (realm[Symbol.for(MARK_KEY)] ??= { way: undefined });
	/** @param {(...args: any[]) => any} start @returns {(...args: any[]) => any} */
	const unlessMarked = (start) => (reference, args, captures, original) => {
		const way = mark.way ?? (reference.options?.here ? 'here' : 'there');
		mark.way = undefined;
		if (way === 'there') return start(reference, args, captures, original);
		return Reflect.apply(original, undefined, args);
	};
	return {
		here(value) {
			mark.way = 'here';
			return value;
		},
		there(value) {
			mark.way = 'there';
			return value;
		},
		callHereOrThere: unlessMarked(callHereOrThere),
		callOrRun: unlessMarked(callOrRun),
	};
}

/** As abi.js has it, which cannot be required everywhere. */
const MARK_KEY = '@lapidary/runtime.mark';

module.exports = { createBridge, createMarks, hasValue };
