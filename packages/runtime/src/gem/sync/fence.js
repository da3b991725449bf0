import { add } from '../memory/atomics.js';
import { I32 } from '../memory/heap.js';
import { FENCE } from '../memory/layout.js';

/**
 * Order plain accesses before it before those after it, for every thread that passes a fence as well: all of them change one word,
 * so that of two fences one sees the other. (ECMA-262, Memory Model: synchronizes-with)
 *
 * Threads: any. Blocks: never. Ordering: sequentially consistent; pairs with every other fence.
 */
export function fence() {
	add(I32, FENCE, 0);
}
