/** What keeps the memory of parts while this thread waits for them. @typedef {{ keep: () => void, letGo: () => void }} Keeper */

/** Of memory that is never given back. @type {Keeper} */
const NO_KEEPER = Object.freeze({ keep() {}, letGo() {} });

/**
 * Wait without blocking. The GEM may be released meanwhile, and who has waited still looks at its words, and counts itself out of them.
 *
 * Threads: any. Blocks: never.
 *
 * @template R
 * @param {() => Promise<R>} wait
 * @param {Keeper} [keeper]
 * @returns {Promise<R>}
 */
export async function keeping(wait, keeper = NO_KEEPER) {
	keeper.keep();
	try {
		return await wait();
	} finally {
		keeper.letGo();
	}
}

/**
 * What a configuration asks for with `Sync.new…`: a plan, of which each GEM (in `internal`), each type (in `static`) or each
 * handle (in `local`) gets one of its own. [GEM16 §4.2.2]
 *
 * Threads: any. Blocks: never.
 */
export class SyncPart {
	/**
	 * @param {number} cells of shared memory that it needs, zero at first
	 * @param {(address: number, keeper?: Keeper) => object} attach makes this thread's object for it
	 * @param {(address: number) => void} [initialise] by the thread that creates it, before any other knows it
	 */
	constructor(cells, attach, initialise = () => {}) {
		this.cells = cells;
		this.attach = attach;
		this.initialise = initialise;
		/** whether it is one lock of one thread at a time */
		this.isLock = false;
	}
}

/**
 * @typedef {object} Layout of the shared parts of a configuration's section
 * @property {{ key: string, part: SyncPart, offset: number }[]} parts `offset`: in cells
 * @property {number} cells in all
 * @property {Record<string, unknown>} data what is no such part, by key
 */

/**
 * Find the parts that need shared memory.
 *
 * Threads: any. Blocks: never.
 *
 * @param {Record<string, unknown>} section of a configuration
 * @returns {Layout}
 */
export function layOut(section) {
	/** @type {Layout} */
	const layout = { parts: [], cells: 0, data: {} };
	for (const key of Object.keys(section)) {
		const value = section[key];
		if (value instanceof SyncPart) {
			layout.parts.push({ key, part: value, offset: layout.cells });
			layout.cells += value.cells;
		} else layout.data[key] = value;
	}
	return layout;
}
