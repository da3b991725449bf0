import BigNumber from 'bignumber.js';

BigNumber.config({ DECIMAL_PLACES: 5 });
const third = new BigNumber(1).div(3);

export async function run(n) {
	'use cpu_bound';
	return [third.times(n).toString(), new BigNumber(2).div(3).toString()];
}

for (const n of [3]) console.log(JSON.stringify(await run(n)));
