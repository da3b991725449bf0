/**
 * A message of records, the same each time for its size.
 *
 * @param {number} bytes of its JSON, about
 * @returns {{ id: number, rows: { id: number, name: string, score: number, tags: string[] }[] }}
 */
export function makeRecords(bytes) {
	/** @type {{ id: number, name: string, score: number, tags: string[] }[]} */
	const rows = [];
	for (let size = 20; size < bytes || rows.length === 0;) {
		const id = rows.length;
		const row = {
			id,
			name: `record ${id * 7919}`,
			score: ((id * 37) % 1000) + 0.5,
			tags: ['new', `t${id % 50}`],
		};
		rows.push(row);
		size += JSON.stringify(row).length + 1;
	}
	return { id: 4711, rows };
}

/** About 10,000 bytes of named numbers. */
export const FIELDS = 1000;

/** @returns {{ id: number, fields: Record<string, number> }} */
export function makeFields() {
	/** @type {Record<string, number>} */
	const fields = {};
	for (let index = 0; index < FIELDS; index++) fields[`f${index}`] = (index * 31) % 100;
	return { id: 4711, fields };
}
