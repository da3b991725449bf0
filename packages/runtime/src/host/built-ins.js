// What the host says of its built-ins with calls, so that threads see whether they have the same.
/** @import { Mentions, SentBuiltIns } from '../protocol/built-ins.js' */
/** @import { UnitName, UnitReference } from '../types.js' */
/** @import { Call } from './call-record.js' */
/** @import { PoolThread } from './pool.js' */
import { join, Object } from '../primordials.js';
import { BuiltIns } from '../protocol/built-ins.js';
import { loadCount, loadedOf } from '../protocol/built-in-modules.js';
import { Budget } from '../protocol/check-budget.js';
import { mentionsOf } from './mentions.js';
import { asTheProgramHas } from './own-methods.js';
import { host } from './registry.js';

/**
 * What looking again may take for each worker module, of the time that the process runs: 10 µs of a call each 10 ms, a twentieth of what that
 * takes. With caches that something else has filled it takes ten times that, so a change is found within a tenth of a second.
 */
const LIMIT = Object.freeze({ graceMs: 2, share: 0.001 });

/** The built-ins that a worker module may use, as the host has them. */
export class HostBuiltIns {
	#mentions;
	/** of the modules that the host has loaded @type {Mentions | undefined} */
	#loaded;
	#loadCount = 0;
	#builtIns;
	/** @type {SentBuiltIns | undefined} another object whenever something has changed */
	#sent;
	#budget = new Budget(LIMIT);
	#beganMs;

	/** @param {string} url of the worker module */
	constructor(url) {
		this.#mentions = mentionsOf(url);
		if (this.#mentions) {
			this.#builtIns = this.#read(this.#mentions);
			this.#sent = this.#describe(undefined);
		}
		this.#beganMs = performance.now();
	}

	/** @returns {SentBuiltIns | undefined} undefined when the text of the module cannot be read */
	now() {
		if (!this.#builtIns || !this.#mentions) return undefined;
		const startMs = performance.now();
		if (!this.#budget.allows(startMs - this.#beganMs)) return this.#sent;
		if (!this.#hasAllLoaded() || !this.#builtIns.isCurrent()) {
			this.#builtIns = this.#read(this.#mentions);
			this.#sent = this.#describe(this.#sent);
		}
		this.#budget.spend(performance.now() - startMs);
		return this.#sent;
	}

	/** @param {Mentions} mentions @returns {BuiltIns} */
	#read(mentions) {
		this.#loadCount = loadCount();
		this.#loaded = { ...mentions, modules: loadedOf(mentions.modules) };
		return new BuiltIns(this.#loaded);
	}

	/** @returns {boolean} whether the host can have loaded no more of the modules since */
	#hasAllLoaded() {
		return (
			this.#loaded?.modules.size === this.#mentions?.modules.size || this.#loadCount === loadCount()
		);
	}

	/** @param {SentBuiltIns | undefined} last @returns {SentBuiltIns | undefined} the same object when nothing has changed that the module mentions */
	#describe(last) {
		if (!this.#builtIns || !this.#loaded) return undefined;
		const record = this.#builtIns.describe();
		if (last?.record === record) return last;
		const { words, members, globals, modules } = this.#loaded;
		return {
			words: join([...words], ' '),
			members: join([...members], ' '),
			globals: join([...globals], ' '),
			modules: join([...modules], ' '),
			record,
		};
	}
}

/**
 * @param {UnitReference} reference
 * @returns {SentBuiltIns | undefined} the built-ins that its worker module may use, as the host has them at this call
 */
export function builtInsFor({ url, options }) {
	if (options.isText || host.mode === 'verify') return undefined; // verifying compares all of the call
	return asTheProgramHas(() => {
		let known = host.builtIns.get(url);
		if (!known) {
			known = new HostBuiltIns(url);
			host.builtIns.set(url, known);
		}
		return known.now();
	});
}

/**
 * How a thread is told of the unit of a call: in full when it has not been told of the unit, or of what the host has at the call.
 *
 * @param {Call} call
 * @param {PoolThread} thread
 * @returns {UnitName}
 */
export function nameFor({ reference: { key, url, id }, builtIns }, thread) {
	if (builtIns && thread.builtIns.get(url) !== builtIns) {
		thread.builtIns.set(url, builtIns);
		return [key, url, id, builtIns];
	}
	return thread.known.has(key) ? key : [key, url, id];
}
