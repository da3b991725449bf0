import { parse, addDays, formatISO } from 'date-fns';

const base = parse('2020-02-01', 'yyyy-MM-dd', new Date(0));

export async function run(n) {
	'use cpu_bound';
	return formatISO(addDays(base, n));
}

for (const n of [3]) console.log(JSON.stringify(await run(n)));
