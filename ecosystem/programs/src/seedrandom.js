import seedrandom from 'seedrandom';

export async function run(s, n) {
	'use cpu_bound';
	const r = seedrandom(s);
	return Array.from({ length: n }, () => r().toFixed(4));
}

const first = seedrandom('x')();

export async function base() {
	'use cpu_bound';
	return first;
}

console.log(JSON.stringify(await run('k', 3)));
console.log(JSON.stringify(await base()));
