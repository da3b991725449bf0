import parse from 'yargs-parser';

const defaults = parse('--a 3 -v');

export async function run(t) {
	'use cpu_bound';
	return { ...defaults, ...parse(t) };
}

for (const t of ['--b x']) console.log(JSON.stringify(await run(t)));
