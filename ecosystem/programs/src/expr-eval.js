import { Parser } from 'expr-eval';

const parser = new Parser();
parser.functions.tri = (x) => x * 3;
const e = parser.parse('tri(x) + 1');

export async function run(x) {
	'use cpu_bound';
	return e.evaluate({ x });
}

for (const x of [4]) console.log(JSON.stringify(await run(x)));
