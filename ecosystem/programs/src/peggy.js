import peggy from 'peggy';

const parser = peggy.generate('start = d:[0-9]+ { return Number(d.join("")) }');

export async function run(t) {
	'use cpu_bound';
	return parser.parse(t) * 2;
}

for (const t of ['21']) console.log(JSON.stringify(await run(t)));
