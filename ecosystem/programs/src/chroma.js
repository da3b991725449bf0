import chroma from 'chroma-js';

const scale = chroma.scale(['#fff', '#00f']).domain([0, 10]).mode('lab');

export async function run(v) {
	'use cpu_bound';
	return scale(v).hex();
}

for (const v of [3, 9]) console.log(JSON.stringify(await run(v)));
