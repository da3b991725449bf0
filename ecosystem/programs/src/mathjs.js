import { create, all } from 'mathjs';

const math = create(all, { number: 'BigNumber', precision: 32 });

export async function run(e) {
	'use cpu_bound';
	return math.evaluate(e).toString();
}

for (const e of ['0.1+0.2', 'sqrt(16)^3']) console.log(JSON.stringify(await run(e)));
