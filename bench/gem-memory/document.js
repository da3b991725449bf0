const WORDS = ['amber', 'beryl', 'citrine', 'diamond', 'emerald', 'fluorite', 'garnet', 'heliodor'];

/** @typedef {{ id: number, name: string, city: string, score: number, active: boolean, tags: string[], place: { x: number, y: number }, note: string }} Row */

/**
 * Records as a service keeps them: integers, doubles, strings that repeat and strings that do not, nested objects and lists.
 *
 * @param {number} bytes of its JSON, about
 * @returns {{ rows: Row[] }} the same for the same size
 */
export function makeDocument(bytes) {
	let seed = 42;
	const next = (/** @type {number} */ limit) => {
		seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
		return (seed >>> 8) % limit;
	};
	/** @type {Row[]} */
	const rows = [];
	for (let size = 0; size < bytes;) {
		const row = {
			id: rows.length,
			name: `${WORDS[next(8)]}-${next(1e6)}`,
			city: WORDS[next(8)],
			score: next(1e6) / 1024,
			active: next(2) === 1,
			tags: Array.from({ length: next(4) }, () => WORDS[next(8)]),
			place: { x: next(360) + 0.5, y: next(180) + 0.25 },
			note: `${WORDS[next(8)]} ${next(1e6)} of ${WORDS[next(8)]}`,
		};
		rows.push(row);
		size += JSON.stringify(row).length + 1;
	}
	return { rows };
}
