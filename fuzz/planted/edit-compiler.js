// Hooks of a process that looks for a bug of the compiler: a module of it is loaded with another text.
import { register } from 'node:module';

/**
 * A text of a source file that stands there once, and what takes its place.
 *
 * @typedef {{ file: string, from: string, to: string }} Edit `file`: from the root of the project
 */

const ROOT = new URL('../../', import.meta.url);

/** In the thread of the hooks. @type {{ url: string, from: string, to: string }} */
const planted = { url: '', from: '', to: '' };

/** @param {Edit} edit what modules that are imported from now on have */
export function plant({ file, from, to }) {
	const { href: url } = new URL(file, ROOT);
	register(import.meta.url, { data: { url, from, to } });
}

/** @param {typeof planted} edit */
export function initialize(edit) {
	Object.assign(planted, edit);
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
	const loaded = await nextLoad(url, context);
	if (url !== planted.url) return loaded;
	const source = String(loaded.source);
	const parts = source.split(planted.from);
	if (parts.length !== 2) throw new Error(`${url} has the text ${parts.length - 1} times`);
	return { ...loaded, source: parts.join(planted.to) };
}
