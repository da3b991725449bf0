import { converter, formatHex, interpolate } from 'culori';

const toLab = converter('lab');
const mix = interpolate(['red', 'blue'], 'rgb');

export async function run(t) {
	'use cpu_bound';
	return [toLab(t).l.toFixed(3), formatHex(mix(0.3))];
}

for (const t of ['red']) console.log(JSON.stringify(await run(t)));
