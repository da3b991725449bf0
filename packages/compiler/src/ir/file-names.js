/** Stands for the worker module's file name in the host's text until its content hash is known. */
export const WORKER_NAME = '__lapidary_worker_module__';

/** Stands for the whole expression of its URL, which `options.worker.locate` gives then. */
export const WORKER_URL = '__lapidary_worker_url__';

/** Stands for the hash alone. */
export const WORKER_HASH = '__lapidary_worker_hash__';

/**
 * The name that a source file has once TypeScript and JSX are compiled away.
 *
 * @param {string} name `score.tsx`
 * @returns {string} `score.js`
 */
export const javascriptName = (name) =>
	name.replace(/\.([mc]?)ts$/, '.$1js').replace(/\.[jt]sx$/, '.js');

/**
 * A file name as the last part of a URL.
 *
 * @param {string} name `odd name#1.js`
 * @returns {string} `odd%20name%231.js`
 */
export const urlOfName = (name) => encodeURI(name).replace(/[#?]/g, encodeURIComponent);
