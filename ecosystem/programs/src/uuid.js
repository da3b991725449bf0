import { v5, v4, NIL } from 'uuid';

const ns = v5('example', NIL);

export async function run(t) {
	'use cpu_bound';
	return v5(t, ns);
}

for (const t of ['x']) console.log(JSON.stringify(await run(t)));
