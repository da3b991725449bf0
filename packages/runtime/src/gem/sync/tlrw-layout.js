// Where the words of a table of read-write locks are (tlrw.js): a block of the GEM, zero at creation.
//
//   62 entries   word 0  READER     id of the thread that has the bit, or 0; set and cleared by it, or cleared after its death
//                word 1  RECOVERER  id of the thread that clears the bits of a dead one, or 0
//   2 cells      not used, so that stripes begin on a line
//   stripes      word 0  WRITER     id of the thread that writes, or 0; set and cleared by it, or cleared after its death
//                word 1  LOW        bits 0 to 30 of threads that read; each is set and cleared by the thread that has it
//                word 2  HIGH       bits 31 to 61
//                word 3  VERSION    writes that have ended; changed by the writer

/** Of an entry. */
export const READER = 0;
export const RECOVERER = 1;

/** How many threads can have a bit. */
export const ENTRIES = 62;
/** Where the first stripe begins. */
export const STRIPES = 2 * ENTRIES + 4;

/** Of a stripe. */
export const WRITER = 0;
export const LOW = 1;
export const HIGH = 2;
export const VERSION = 3;

/**
 * @typedef {object} Table
 * @property {number} base index of the first word
 * @property {number} stripes
 * @property {number} readers how many threads may have a bit
 */
