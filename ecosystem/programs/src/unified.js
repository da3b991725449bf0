import { unified } from 'unified';
import parse from 'remark-parse';
import stringify from 'remark-stringify';

const p = unified().use(parse).use(stringify, { bullet: '*' }).freeze();

export async function run(t) {
	'use cpu_bound';
	return p.processSync(t).toString();
}

for (const t of ['- a\n- b']) console.log(JSON.stringify(await run(t)));
