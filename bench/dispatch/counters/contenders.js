import { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { Tinypool } from 'tinypool';
import { close, configure } from '@lapidary/runtime';

export const SOURCE = new URL('./src/', import.meta.url);
export const LOWERED = new URL('../../.out/dispatch/counters/', import.meta.url);

/** @import { Counts, Subject } from './src/probe.js' */

/**
 * @typedef {object} Contender the functions of `src/units.js` on one thread, called in one way
 * @property {(value: unknown) => Promise<unknown>} echo
 * @property {(subject?: Subject) => Promise<Counts | undefined>} probe
 * @property {() => Promise<unknown>} close
 */

/** @typedef {'lapidary' | 'piscina' | 'piscinaAsync' | 'piscinaDisabled' | 'tinypool' | 'raw'} Name */

/**
 * `LOWERED` must be there.
 *
 * @returns {Promise<Record<Name, Contender>>}
 */
export async function openContenders() {
	const { echo, probe } = await import(new URL('units.js', LOWERED).href);
	configure({ threads: 1 });
	return {
		lapidary: { echo, probe, close },
		piscina: onPiscina({}),
		piscinaAsync: onPiscina({ atomics: 'async' }),
		piscinaDisabled: onPiscina({ atomics: 'disabled' }),
		tinypool: onTinypool(),
		raw: onMessages(),
	};
}

const filename = new URL('units.js', SOURCE).href;

/** Made once: what a call needs besides its value is no part of its cost. */
const ECHO = { name: 'echo' };
const PROBE = { name: 'probe' };

/** @param {{ atomics?: 'async' | 'disabled' }} options @returns {Contender} */
function onPiscina(options) {
	const limits = { minThreads: 1, maxThreads: 1, idleTimeout: Infinity };
	const pool = new Piscina({ filename, ...limits, ...options });
	return {
		echo: (value) => pool.run(value, ECHO),
		probe: (subject) => pool.run(subject, PROBE),
		close: () => pool.destroy(),
	};
}

/** @returns {Contender} */
function onTinypool() {
	const pool = new Tinypool({ filename, minThreads: 1, maxThreads: 1 });
	return {
		echo: (value) => pool.run(value, ECHO),
		probe: (subject) => pool.run(subject, PROBE),
		close: () => pool.destroy(),
	};
}

/** @returns {Contender} */
function onMessages() {
	const worker = new Worker(new URL('raw.js', SOURCE));
	/** @type {Map<number, (result: any) => void>} */
	const waiting = new Map();
	let last = 0;
	worker.on('message', ([number, result]) => {
		const resolve = waiting.get(number);
		waiting.delete(number);
		resolve?.(result);
	});
	/** @param {string} name @param {unknown} value @returns {Promise<any>} */
	const run = (name, value) =>
		new Promise((resolve) => {
			waiting.set(++last, resolve);
			worker.postMessage([last, name, value]);
		});
	return {
		echo: (value) => run('echo', value),
		probe: (subject) => run('probe', subject),
		close: () => worker.terminate(),
	};
}
