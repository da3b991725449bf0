import { Object, Reflect } from '../primordials.js';

const { Error } = globalThis;
const LIMIT = 'stackTraceLimit';

/**
 * Make an error whose stack will be replaced: to capture and to format frames is most of what an error costs.
 *
 * @template T
 * @param {() => T} make
 * @returns {T}
 */
export function withoutFrames(make) {
	const before = Object.getOwnPropertyDescriptor(Error, LIMIT);
	// A program may have frozen it, or have none.
	if (!before?.writable || !Reflect.set(Error, LIMIT, 0)) return make();
	try {
		return make();
	} finally {
		Reflect.set(Error, LIMIT, before.value);
	}
}
