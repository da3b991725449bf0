import { object, string, number, define, is, create, defaulted } from 'superstruct';

const Even = define('even', (v) => typeof v === 'number' && v % 2 === 0);
const Row = object({ a: string(), n: defaulted(Even, 4) });

export async function run(row) {
	'use cpu_bound';
	return [is(row, Row), is(create({ a: row.a }, Row), Row)];
}

for (const row of [{ a: 'x' }, { a: 'x', n: 3 }]) console.log(JSON.stringify(await run(row)));
