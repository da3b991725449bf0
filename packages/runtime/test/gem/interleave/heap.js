// Takes the place of src/gem/memory/heap.js: a heap of its own for the explorer, with 64 KB for spans.
import { BITMAP, FIRST_UNIT } from '../../../src/gem/memory/layout.js';

const memory = new ArrayBuffer((FIRST_UNIT + 64) * 1024);

export const heapId = 1;
export const limitBytes = 64 * 1024;
export const unitCount = FIRST_UNIT + 64;
export const I32 = new Int32Array(memory);
export const U32 = new Uint32Array(memory);
export const F64 = new Float64Array(memory);
export const U8 = new Uint8Array(memory);
export const U16 = new Uint16Array(memory);
export const I64 = new BigInt64Array(memory);

I32.fill(-1, BITMAP, BITMAP + FIRST_UNIT / 32);
