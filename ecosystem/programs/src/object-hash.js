import hash from 'object-hash';

const base = hash({ a: 1 });

export async function run(o) {
	'use cpu_bound';
	return [base, hash(o)];
}

for (const o of [{ a: 1 }]) console.log(JSON.stringify(await run(o)));
