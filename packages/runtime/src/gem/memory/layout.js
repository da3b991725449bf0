// Where the tables of the heap are, as indices of int32 words. They have the size that a heap of the largest size needs:
// pages that are not touched cost nothing, and constants are folded into the code that uses them.
//
//  word 0     THREADS     GEMS            TYPES         BITMAP       UNITS            KEY_TABLE, SHAPE_TABLE  GEM_BITS    RECEIVERS, FLIGHTS  FIRST_UNIT
//  ┌────────┬───────────┬───────────────┬─────────────┬────────────┬────────────────┬───────────────────────┬───────────┬───────────────────┬────────┐
//  │ header │ 256 slots │ 65,536 blocks │ 4,096 types │ bit a unit │ 4 words a unit │ 65,536 words each     │ bit a GEM │ 256 rows          │ spans  │
//  └────────┴───────────┴───────────────┴─────────────┴────────────┴────────────────┴───────────────────────┴───────────┴───────────────────┴────────┘
//
// A *cell* is 8 bytes; an *address* is the index of a cell, so `I32[2 * address]` is its first word. A *unit* is 1 KB.

/** Largest heap, in bytes: word indices of it are int32, with room to spare. */
export const MAX_HEAP_BYTES = 2 ** 32;

export const UNIT_BYTES = 1024;
/** `address >>> UNIT_SHIFT` is the unit of an address. */
export const UNIT_SHIFT = 7;
export const UNIT_CELLS = 128;

/** Word of a block that several own, which counts them: blocks with such a word are released with the last owner (region.js). */
export const BLOCK_OWNERS = 2;

// Header. Each word is documented by the file that owns it.
/** Units in use, without those of the tables (spans.js). */
export const UNITS_IN_USE = 1;
/** The highest that UNITS_IN_USE has been (spans.js). */
export const UNITS_PEAK = 2;
/** Word of GEM_BITS where the search for a free control block begins (gem-indexes.js). */
export const GEM_HINT = 3;
/** Highest index that was ever given to a GEM + 1 (directory.js). */
export const GEM_EXTENT = 4;
/** Thread-local variables that were ever made (sync/thread-local.js). */
export const LOCAL_SERIAL = 5;
/** Six words: where in the bitmap the search for a span of each size begins (spans.js). */
export const SPAN_HINTS = 8;

/** Rows of FLIGHTS that were ever used, row 0 included (flights.js). */
export const FLIGHT_ROWS = 7;

/** Changed by every fence, and never another value (sync/fence.js). */
export const FENCE = 6;

/** Slots of threads; a thread id is `slot | generation << 8`. */
export const MAX_THREADS = 256;
export const THREADS = 256;
export const THREAD_WORDS = 16;

export const MAX_GEMS = 65_536;
export const GEMS = THREADS + MAX_THREADS * THREAD_WORDS;
export const GEM_WORDS = 128;

export const MAX_TYPES = 4096;
export const TYPES = GEMS + MAX_GEMS * GEM_WORDS;
export const TYPE_WORDS = 8;

export const BITMAP = TYPES + MAX_TYPES * TYPE_WORDS;
const MAX_UNITS = MAX_HEAP_BYTES / UNIT_BYTES;

export const UNITS = BITMAP + MAX_UNITS / 32;
export const UNIT_WORDS = 4;

/** Words of each of the two tables of graph/intern.js, which are only ever added to: a power of two. */
export const TABLE_WORDS = 65_536;
/** Keys of objects: addresses of strings, or 0. */
export const KEY_TABLE = UNITS + MAX_UNITS * UNIT_WORDS;
/** Shapes of objects: addresses of their blocks, or 0. */
export const SHAPE_TABLE = KEY_TABLE + TABLE_WORDS;

/** A bit for each control block (gem-indexes.js). */
export const GEM_BITS = SHAPE_TABLE + TABLE_WORDS;

/** Threads that can have a row of FLIGHTS at once; row 0 has no receiver. */
export const MAX_RECEIVERS = 256;
export const RECEIVERS = GEM_BITS + MAX_GEMS / 32;
export const RECEIVER_WORDS = 2;
/** For each receiver a word for each GEM (flights.js). */
export const FLIGHTS = RECEIVERS + MAX_RECEIVERS * RECEIVER_WORDS;

/** First unit that spans may use; a multiple of 32, so that the tables fill whole words of the bitmap. */
export const FIRST_UNIT = 32 * Math.ceil((FLIGHTS + MAX_RECEIVERS * MAX_GEMS) / 256 / 32);

// Words of a GEM's control block. The three parts are on cache lines of their own.
//
//  identity (directory.js)
/** phase, and changes or who ends it: see directory.js. */
export const GEM_STATE = 0;
/** Grows each time that a GEM is made here, so that handles of older ones are refused. Written by the creator. */
export const GEM_GENERATION = 1;
/** Index of the type (type-table.js). Written once, by the creator. */
export const GEM_TYPE = 2;
/** Address of the root node, 0 before there is one. Written under the rules of the policy. */
export const GEM_ROOT = 3;
/** Stamp of the root node. */
export const GEM_ROOT_STAMP = 4;
/** Messages that hold the GEM and have not been taken, of which it is not known who will (flights.js). */
export const GEM_IN_FLIGHT = 6;
/** Id of the thread that ended in the middle of a change which could not be undone, or 0. Written once. */
export const GEM_ABANDONED_BY = 7;
/** Eight words: bit of each thread slot that has a handle. Set by its thread; cleared by it, or after its death. */
export const GEM_HANDLES = 8;
/** The last stamp given out (region.js). */
export const GEM_STAMP = 17;
/** Grows when a thread gives up a right in which it has edited the content (region.js). */
export const GEM_VERSION = 19;

//  allocation (pages.js): all but the lock word are written by the holder of the lock
/** Lock word (claim.js). */
export const GEM_LOCK = 32;
/** First unit of the first span of a large block, or 0. */
export const GEM_SPANS = 33;
/** The one page that is kept although it is empty, or 0. */
export const GEM_EMPTY = 34;
/** First of the units that are claimed and no pages yet. */
export const GEM_REST = 35;
/** How many there are. */
export const GEM_REST_UNITS = 36;
/** Bit of each bin that has pages. */
export const GEM_BINS = 37;
/** Cells in blocks. */
export const GEM_CELLS = 38;
/** Units of pages and of large blocks. */
export const GEM_UNITS = 39;
/** The page that is in no list for the moment, or a large block as the negative of its first unit; else 0 (page-bins.js). */
export const GEM_MOVING = 40;
/** 25 words: first page of each bin, or 0. */
export const GEM_PAGES = 64;

//  for policies
/** 32 words that memory/ does not touch but for clearing them at creation. */
export const GEM_POLICY = 96;

/**
 * @param {number} gem index
 * @returns {number} index of the first word of its control block
 *
 * Threads: any. Blocks: never.
 */
export const gemBase = (gem) => GEMS + gem * GEM_WORDS;
