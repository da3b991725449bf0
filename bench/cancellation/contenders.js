import { readdirSync, readFileSync } from 'node:fs';
import { close, configure } from '@lapidary/runtime';
import { lowerFolder } from '../lib/lower.js';

const SOURCE = new URL('./src/', import.meta.url);
const CHECKED = new URL('../.out/cancellation/checked/', import.meta.url);
const UNCHECKED = new URL('../.out/cancellation/unchecked/', import.meta.url);

/** A look, as it is emitted. */
const LOOK = '$lp_stop[0]';

/** @typedef {(name: string, repeats: number) => Promise<{ ms: number, result: number }>} TimeLoop */

/**
 * @typedef {object} Contenders
 * @property {TimeLoop} checked
 * @property {TimeLoop} unchecked
 * @property {() => Promise<void>} startThread end the thread that there is; the next call has a new one
 * @property {(name: string) => boolean} looks whether a loop has a check somewhere
 */

/**
 * Lower the loops twice, with and without the checks.
 *
 * @returns {Promise<Contenders>}
 * @throws {Error} when the two do not differ by the checks
 */
export async function openContenders() {
	lowerFolder(SOURCE, CHECKED);
	lowerFolder(SOURCE, UNCHECKED, ['--no-cancellation-checks']);
	const text = workerModule(CHECKED);
	if (!text.includes(LOOK)) throw new Error('the checked build has no checks');
	if (workerModule(UNCHECKED).includes(LOOK)) throw new Error('the unchecked build has checks');
	const [checked, unchecked] = await Promise.all(
		[CHECKED, UNCHECKED].map((folder) => import(new URL('loops.js', folder).href)),
	);
	return {
		checked: checked.timeLoop,
		unchecked: unchecked.timeLoop,
		startThread: async () => {
			await close();
			configure({ threads: 1 });
		},
		looks: (name) => functionText(text, name).includes(LOOK),
	};
}

/** @param {URL} folder @returns {string} */
function workerModule(folder) {
	const file = readdirSync(folder).find((name) => /\.cpu_bound-\w+\.js$/.test(name));
	return readFileSync(new URL(String(file), folder), 'utf8');
}

/** @param {string} text of a module @param {string} name @returns {string} the function's text */
function functionText(text, name) {
	const start = text.indexOf(`function ${name}(`);
	const end = text.indexOf('\n}', start);
	if (start === -1 || end === -1) throw new Error(`no function ${name} in the worker module`);
	return text.slice(start, end);
}
