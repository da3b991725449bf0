import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { Tinypool } from 'tinypool';
import workerpool from 'workerpool';
import { close, configure } from '@lapidary/runtime';
import { ReadOnly } from '@lapidary/runtime/gem';

export const SOURCE = new URL('./src/', import.meta.url);
export const LOWERED = new URL('../../.out/papers/messages/', import.meta.url);

/** @typedef {'echo' | 'readSome'} Task of `src/calls.js` */
/**
 * @typedef {object} Caller a pool of one thread that runs the functions of `src/calls.js`
 * @property {string} name
 * @property {(content: any) => any} prepare
 * @property {(task: Task, ...args: any[]) => Promise<any>} call
 * @property {() => Promise<unknown>} close
 */

/** @returns {Promise<Record<'lapidary' | 'piscina' | 'tinypool' | 'workerpool', Caller>>} */
export async function openPools() {
	configure({ threads: 1 });
	const lowered = await import(new URL('calls.js', LOWERED).href);
	const filename = fileURLToPath(new URL('pools/by-name.js', import.meta.url));
	const size = { minThreads: 1, maxThreads: 1 };
	const piscina = new Piscina({ filename, ...size });
	const tinypool = new Tinypool({ filename, ...size });
	const script = fileURLToPath(new URL('pools/workerpool.js', import.meta.url));
	const pool = workerpool.pool(script, { minWorkers: 1, maxWorkers: 1, workerType: 'thread' });
	const plain = (/** @type {any} */ content) => content;
	return {
		lapidary: {
			name: 'Lapidary, call with a GEM',
			prepare: (content) => ReadOnly.create(content),
			call: (task, ...args) => lowered[task](...args),
			close,
		},
		piscina: {
			name: 'piscina',
			prepare: plain,
			call: (name, ...args) => piscina.run(args, { name }),
			close: () => piscina.destroy(),
		},
		tinypool: {
			name: 'tinypool',
			prepare: plain,
			call: (name, ...args) => tinypool.run(args, { name }),
			close: () => tinypool.destroy(),
		},
		workerpool: {
			name: 'workerpool',
			prepare: plain,
			call: async (name, ...args) => pool.exec(name, args),
			close: async () => pool.terminate(true),
		},
	};
}
