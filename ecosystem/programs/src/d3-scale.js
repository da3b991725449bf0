import { scaleLinear, scaleOrdinal } from 'd3-scale';
import { extent } from 'd3-array';
import { format } from 'd3-format';

const x = scaleLinear()
	.domain(extent([3, 9, 4]))
	.range([0, 100])
	.clamp(true);
const color = scaleOrdinal(['a', 'b'], ['red', 'blue']);
const f = format('.2f');

export async function run(v) {
	'use cpu_bound';
	return [f(x(v)), color('b'), x.ticks(3)];
}

for (const v of [5, 20]) console.log(JSON.stringify(await run(v)));
