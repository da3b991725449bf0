/** @import { Region } from '../memory/region.js' */
/** @import { Numbers } from './facts.js' */
/** @import { Content } from './window.js' */
import { ElementsFacts } from './facts.js';
import { fitsDouble } from './numbers.js';

/**
 * Elements that are memory with numbers, all of which may be written.
 *
 * Threads: any; the answer is the thread's own. Blocks: never.
 *
 * @param {Region} region
 * @param {ElementsFacts} base what is known of them
 * @returns {Content<ElementsFacts>}
 */
export function elementsContent(region, base) {
	const values = /** @type {Numbers} */ (base.v);
	const { byteOffset, BYTES_PER_ELEMENT: bytes } = values;
	const cellAt = (/** @type {number} */ at) => (byteOffset + at * bytes) / 8;
	return {
		base,
		length: values.length,
		log(from, to) {
			const first = Math.floor(cellAt(from));
			region.logAll(first, Math.ceil(cellAt(to)) - first);
		},
		make(to) {
			const { v, n, all } = base;
			return new ElementsFacts({ v, w: values.subarray(0, to), o: 0, n, all, fits: fitsDouble });
		},
	};
}
