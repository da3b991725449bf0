import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { close } from '@lapidary/runtime';

export const SOURCE = new URL('./src/', import.meta.url);
export const LOWERED = new URL('../.out/dispatch/lowered/', import.meta.url);

/**
 * @typedef {object} Contender the two functions of `src/units.js`, called in one way
 * @property {(steps: number) => Promise<number>} spin
 * @property {(value: unknown) => Promise<unknown>} echo
 * @property {() => Promise<void>} close
 */

/**
 * Each contender runs the functions of the same source file, on as many threads; `LOWERED` must
 * be there.
 *
 * @returns {Promise<Record<'direct' | 'lapidary' | 'piscina' | 'piscina64', Contender>>}
 */
export async function openContenders() {
	const direct = await import(new URL('units.js', SOURCE).href);
	const lowered = await import(new URL('units.js', LOWERED).href);
	return {
		direct: { spin: direct.spin, echo: direct.echo, close: async () => {} },
		lapidary: { spin: lowered.spin, echo: lowered.echo, close },
		piscina: onPiscina({}),
		piscina64: onPiscina({ concurrentTasksPerWorker: 64 }),
	};
}

/**
 * @param {{ concurrentTasksPerWorker?: number }} options
 * @returns {Contender}
 */
function onPiscina(options) {
	const pool = new Piscina({
		filename: new URL('units.js', SOURCE).href,
		minThreads: availableParallelism(),
		maxThreads: availableParallelism(),
		...options,
	});
	return {
		spin: (steps) => pool.run(steps, { name: 'spin' }),
		echo: (value) => pool.run(value, { name: 'echo' }),
		close: () => pool.destroy(),
	};
}
