import tinycolor from 'tinycolor2';

const base = tinycolor('#f00');

export async function run(n) {
	'use cpu_bound';
	return tinycolor.mix(base, '#00f', n).toHexString();
}

for (const n of [30]) console.log(JSON.stringify(await run(n)));
