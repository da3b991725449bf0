import KDBush from 'kdbush';

const index = new KDBush(2);
index.add(1, 2);
index.add(5, 6);
index.finish();

export async function run(a, b) {
	'use cpu_bound';
	return index.range(a, a, b, b);
}

console.log(JSON.stringify(await run(0, 3)));
