import { line, curveBasis, arc } from 'd3-shape';
import { utcFormat, utcParse } from 'd3-time-format';

const path = line()
	.x((d) => d[0])
	.y((d) => d[1] * 2)
	.curve(curveBasis);
const day = utcParse('%Y-%m-%d');
const out = utcFormat('%d %b');

export async function run(points) {
	'use cpu_bound';
	return [
		path(points),
		out(day('2020-02-03')),
		arc()({ innerRadius: 0, outerRadius: 2, startAngle: 0, endAngle: 1 }),
	];
}

for (const points of [
	[
		[0, 1],
		[2, 3],
		[4, 5],
	],
])
	console.log(JSON.stringify(await run(points)));
