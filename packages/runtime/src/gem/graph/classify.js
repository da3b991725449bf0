import { types } from 'node:util';
import { gemValue } from '../../errors/codes.js';
import { isError } from '../../errors/record.js';

/** What JSON would make an empty object of, or lose something of without a word. @type {[(value: object) => boolean, string][]} */
const REFUSED = [
	[types.isMap, 'a Map'],
	[types.isSet, 'a Set'],
	[types.isWeakMap, 'a WeakMap'],
	[types.isWeakSet, 'a WeakSet'],
	[types.isPromise, 'a Promise'],
	[types.isRegExp, 'a regular expression'],
	[types.isAnyArrayBuffer, 'an ArrayBuffer'],
	[types.isDataView, 'a DataView'],
	[(value) => types.isNativeError(value) || isError(value), 'an error'],
];

/**
 * @param {object} value no array, no typed array; `toJSON` has been called when there is one
 * @returns {string | undefined} what it is, when a GEM cannot hold it
 *
 * Threads: any. Blocks: never.
 */
export function refusedKind(value) {
	return REFUSED.find(([is]) => is(value))?.[1];
}

/**
 * @param {readonly (string | number)[]} steps keys and indexes from the root
 * @param {string} [root] what the path begins with
 * @returns {string} `content.rows[3]["a key"]`
 *
 * Threads: any. Blocks: never.
 */
export function pathOf(steps, root = '') {
	let path = root;
	for (const step of steps) {
		if (typeof step === 'number') path += `[${step}]`;
		else if (!/^[A-Za-z_$][\w$]*$/.test(step)) path += `[${JSON.stringify(step)}]`;
		else path += path === '' ? step : `.${step}`;
	}
	return path;
}

/**
 * @param {string} path see `pathOf`
 * @param {string} what
 * @param {string} [fix]
 * @returns {ReturnType<typeof gemValue>} LP8104, to be thrown
 *
 * Threads: any. Blocks: never.
 */
export const refuse = (path, what, fix = `turn \`${path}\` into plain data first`) =>
	gemValue({ path, what, fix });
