import * as R from 'ramda';

const total = R.pipe(R.map(R.prop('n')), R.sum);
const lens = R.lensPath(['a', 'b']);

export async function run(rows) {
	'use cpu_bound';
	return [total(rows), R.set(lens, 4, {}), R.groupBy((r) => r.k, rows)];
}

for (const rows of [
	[
		{ n: 1, k: 'x' },
		{ n: 5, k: 'y' },
	],
])
	console.log(JSON.stringify(await run(rows)));
