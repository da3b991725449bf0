import * as jdp from 'jsondiffpatch';

const differ = jdp.create({ objectHash: (o) => o.id });

export async function run(a, b) {
	'use cpu_bound';
	return differ.diff(a, b);
}

console.log(JSON.stringify(await run([{ id: 1 }], [{ id: 1, x: 2 }])));
