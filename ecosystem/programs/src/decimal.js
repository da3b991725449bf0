import Decimal from 'decimal.js';

const D = Decimal.clone({ precision: 10 });
const third = new D(1).div(3);

export async function run(n) {
	'use cpu_bound';
	return [third.times(n).toString(), new D(2).div(3).toString()];
}

for (const n of [3]) console.log(JSON.stringify(await run(n)));
