// Units whose results alias what they are given.
const unit = (name) => `test/aliased.js#${name}`;

export const $lp_units = {
	[unit('pick')]: () => (rows, at) => rows[at],
	[unit('filter')]: () => (rows) => rows.filter(({ n }) => n % 2 === 0),
	[unit('self')]:
		([self]) =>
		() => ({ self, items: self.items }),
	[unit('fail')]: () => (row) => {
		throw Object.assign(new RangeError('bad row'), { row });
	},
	[unit('touch')]: () => (rows, isTouched) => {
		if (isTouched) rows[1].n = 9;
		return rows;
	},
	[unit('mixed')]: () => (rows) => ({
		best: rows[1],
		ranked: rows.map((row, n) => ({ n, row, tags: row.tags, deep: { row } })),
		groups: new Map([[rows[0], [rows[1], 2]]]),
		members: new Set(rows),
		none: null,
	}),
};
