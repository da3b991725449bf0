// `copyWithin` as it must not be: it reads where the array lies, and how long it is, before the positions have called code of users.
import { I32 } from '../../../src/gem/memory/heap.js';
import { FIXED, INTS, KIND_MASK } from '../../../src/gem/graph/layout.js';
import { headerOf } from '../../../src/gem/graph/node.js';

/**
 * @param {any} region
 * @param {{ address: number, stamp: number }} node
 * @param {readonly unknown[]} parameters
 * @param {Function} real for other arrays than those of integers
 */
export function copyTooEarly(region, node, parameters, real) {
	const word = headerOf(node);
	const length = I32[2 * node.address + 3];
	const first = 2 * I32[2 * node.address + 2];
	if ((word & KIND_MASK) !== INTS || word & FIXED || region.log !== null) {
		real(region, node, parameters);
		return;
	}
	const [to, from, end] = parameters.map(Number);
	const count = Math.min((parameters.length < 3 ? length : end) - from, length - to);
	if (count > 0) I32.copyWithin(first + to, first + from, first + from + count);
}
