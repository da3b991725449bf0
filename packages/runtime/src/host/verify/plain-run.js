import { AsyncLocalStorage } from 'node:async_hooks';
import process from 'node:process';
import { Reflect } from '../../primordials.js';

/** Runs units as in the plain program: on the spot, as are the units that they call. */
export class PlainRuns {
	/** set for all code of a plain run, also after it has waited @type {AsyncLocalStorage<true>} */
	#running = new AsyncLocalStorage();

	constructor() {
		for (const stream of [process.stdout, process.stderr]) this.#silence(stream);
	}

	/** whether the caller is a plain run */
	get isInside() {
		return this.#running.getStore() === true;
	}

	/**
	 * @template T
	 * @param {() => T} code
	 * @returns {T}
	 */
	run(code) {
		return this.#running.run(true, code);
	}

	/**
	 * Drop what plain runs print: the run on the pool prints it, too.
	 *
	 * @param {NodeJS.WriteStream} stream
	 */
	#silence(stream) {
		const write = stream.write.bind(stream);
		/** @type {any} */
		const unlessInside = (/** @type {any[]} */ ...args) => {
			if (!this.isInside) return Reflect.apply(write, stream, args);
			const done = args.find((each) => typeof each === 'function');
			if (done) process.nextTick(done);
			return true;
		};
		stream.write = unlessInside;
	}
}
